"""The two verifiers of events, asked alike: pbem, and tools/verify_event.py, which shares no code with it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from pbem.desk.events.records.event_verdict import EventVerified, look_at_game, verify_event_folder
from pbem.desk.records.checks.game_verdict import verify_files

ROOT = Path(__file__).parents[3]
TOOLS = ROOT / "tools"
TOOL = TOOLS / "verify_event.py"
Files = dict[str, bytes]
Told = list[tuple[str, str, str]]


@contextmanager
def _beside_the_tool() -> Iterator[None]:
    """Put its own folder before all others, as it runs; the processes that it starts look there too."""
    sys.path.insert(0, str(TOOLS))
    try:
        yield
    finally:
        sys.path.remove(str(TOOLS))


with _beside_the_tool():
    _verify = import_module("verify_event").verify_event


def verify_by_tool(files: Files, folders: dict[str, Files]) -> Told:
    """Let the small verifier look at the files of an event and of its games."""
    with _beside_the_tool():
        return list(_verify(files, folders))


def written(folder: Path, files: Files) -> Path:
    """Write the files of an event, by path."""
    for name, raw in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    return folder


def by_package(folder: Path) -> EventVerified:
    """Let pbem look at an event, one game after the other."""
    return verify_event_folder(
        folder, lambda paths, secret: [look_at_game(path, verify_files(path), secret) for path in paths]
    )


def by_tool(folder: Path) -> Told:
    """Let the small verifier look at an event."""
    games = {path.parent.name: read(path.parent) for path in folder.glob("games/*/log.jsonl")}
    return verify_by_tool(read(folder), games)


def read(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

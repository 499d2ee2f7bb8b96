"""Forgeries of an event, each made as its director could make it: what is found of them shows what is checked."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbem.demo.place import Tell
from pbem.desk.desk import Desk
from pbem.desk.disk.writing import write_file
from pbem.desk.events.records.event_verdict import EventVerified, GameFound, look_at_game, verify_event_folder
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.record.folder import LOG, NOTE, RESULT, join
from pbem.record.log import canonical
from pbem.record.log.entry import Head, entry_hash

Change = Callable[[list[dict[str, Any]]], None]


class Forger:
    """Verifies the exports of a desk in a folder, and forged copies of them."""

    def __init__(self, desk: Desk, folder: Path, tell: Tell, progress: Tell) -> None:
        self._desk = desk
        self._folder = folder
        self._tell = tell
        self._progress = progress
        self._found: dict[str, GameFound] = {}

    def forge_all(self, event: str) -> None:
        """Forge a result, a draw and a tie-break of an event, and say what is found of each."""
        self._forge(event, "result", _forge_result)
        self._forge(event, "draw", _forge_draw)
        self._forge(event, "tie-break", _forge_tie)

    def verify(self, folder: Path) -> EventVerified:
        """Verify the export of an event, and each game of it once."""
        return verify_event_folder(folder, self._look)

    def _look(self, paths: Sequence[Path], secret: bytes | None) -> list[GameFound]:
        """Look at games, each once: in the forgeries they are as they were."""
        for number, path in enumerate(paths, 1):
            if path.name not in self._found:
                self._progress(f"verifying {path.name}, {number} of {len(paths)}")
                self._found[path.name] = look_at_game(path, verify_files(path), secret)
        self._progress("")
        return [self._found[path.name] for path in paths]

    def _forge(self, event: str, what: str, change: Change) -> None:
        """Change the export of an event, chain it anew and sign it, as its director could; and say what is found."""
        folder = Path(shutil.copytree(self._folder / event, self._folder / f"forged-{what}"))
        entries = [json.loads(line) for line in (folder / LOG).read_bytes().splitlines()]
        change(entries)
        raws, prev = [], Head.empty.hash
        for entry in entries:
            raws.append(canonical.encode({**entry, "prev": prev.hex()}))
            prev = entry_hash(raws[-1])
        write_file(folder / LOG, join(raws))
        write_file(folder / NOTE, self._desk.note(event, Head(len(raws), prev)).encode())
        said = {name: entries[0][name] for name in ("game", "rules", "title")}
        write_file(folder / RESULT, canonical.encode({**said, "standings": entries[-1]["standings"]}) + b"\n")
        found = self.verify(folder).first_bad
        told = f"entry {found['seq']}: {found['why']}" if found else "NOT NOTICED"
        self._tell(f"a forged {what}: {told}")


def _last(entries: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(entry for entry in reversed(entries) if entry["kind"] == kind)


def _forge_result(entries: list[dict[str, Any]]) -> None:
    places = _last(entries, "result")["places"]
    places[0], places[-1] = places[-1], places[0]
    if places[0] == places[-1]:
        places.reverse()


def _forge_draw(entries: list[dict[str, Any]]) -> None:
    one, two = _last(entries, "draw")["tables"][:2]
    one["seats"][0], two["seats"][0] = two["seats"][0], one["seats"][0]


def _forge_tie(entries: list[dict[str, Any]]) -> None:
    _last(entries, "close")["standings"][0]["marks"][0] = "99"

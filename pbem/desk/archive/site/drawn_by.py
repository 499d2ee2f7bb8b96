"""What draws pages besides their games: the version of pbem, and a digest of its code, words and templates."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import pbem
from pbem.desk.wording.phrases import templates

_DRAWN_BY = ("games", "report", "referee", "phrases.py")


@cache
def drawn_by() -> str:
    """Return a digest of everything that a page follows from besides its game: code, words, templates."""
    package = Path(pbem.__file__).parent
    sources = [path for name in _DRAWN_BY for path in _files(package / name)]
    digest = sha256()
    for path in sorted([*sources, *_files(templates() / "site"), templates() / "phrases.toml"]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    yield from (found for found in path.rglob("*") if found.suffix in (".py", ".toml", ".html", ".css", ".js"))


@cache
def version() -> str:
    """Return the version of pbem that makes pages."""
    from importlib.metadata import version as version_of

    return version_of("pbem")

"""Pages of games, made once: a page and a card are kept until the game, its proof or what draws and tells changes."""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path

from msgspec import json

import pbem
from pbem.desk.archive.checking import check_entered, check_in, digest_of
from pbem.desk.archive.ledger import Ledger, Line
from pbem.desk.archive.shelf import KEY, PAGES, PROOF, Shelf, put
from pbem.desk.archive.wording import environment, phrases, replay_keys
from pbem.desk.matches.times import teller
from pbem.desk.phrases import templates
from pbem.desk.records.auditing import laid_open
from pbem.games.game import LANGUAGES
from pbem.record import folder
from pbem.record.chain import read_log
from pbem.record.checkpoints import read_key
from pbem.record.folder import LOG
from pbem.referee.audit import replay
from pbem.report.replay.making import make_pages
from pbem.report.replay.page import Source
from pbem.report.replay.rendering import render_moves, render_replay
from pbem.report.replay.story import names_of
from pbem.report.site.card import Card, Emblem, make_card, make_emblem, slug

_PAGE, CARD, _EMBLEM, MADE = "page.html", "card.json", "emblem.json", "made"
_DRAWN_BY = ("games", "report", "referee", "phrases.py")


class Kept:
    """The pages of a shelf that were made already."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def page(self, game: str) -> Path:
        """Return where the page of a game is kept."""
        return self._place(game) / _PAGE

    def moves(self, game: str, language: str) -> Path:
        """Return where the list of moves of a game in another language is kept."""
        return self._place(game) / f"moves.{language}.html"

    def card(self, game: str) -> Card:
        """Return the card of a game."""
        return json.decode((self._place(game) / CARD).read_bytes(), type=Card)

    def emblem(self, game: str) -> Emblem:
        """Return the small drawing of a game."""
        return json.decode((self._place(game) / _EMBLEM).read_bytes(), type=Emblem)

    def made(self, game: str) -> str:
        """Return what the page of a game was made from; "" if there is none."""
        try:
            return (self._place(game) / MADE).read_text(encoding="ascii")
        except OSError:
            return ""

    def is_current(self, game: str, head: bytes) -> bool:
        """Tell whether the page of a game is there, and no byte that it was made from has changed since."""
        return self.made(game) == mark(self.shelf.files(game), head) and self.page(game).is_file()

    def make(self, game: str, head: bytes) -> None:
        """Make the page and the card of a game; NotShownError if it is not valid as it lies there."""
        files = self.shelf.files(game)
        line = Line(game, head)
        chance = check_entered(files, line).chance
        if proof := files.get(PROOF):
            check_in(Ledger(self.shelf), proof, line)
        log = read_log(folder.split(files[LOG]))
        laid = laid_open(log.entries, files)
        course = list(replay(log.entries, hidden=laid.hidden, opened=laid.opened, is_strict=False))
        match = course[-1][1].match
        key = self.shelf.read(KEY)
        source = Source(
            files=files,
            chance=chance,
            said=replay_keys(),
            log_key=read_key(key)[1].hex() if key and PROOF in files else "",
            links={name: f"players/{slug(name)}.html" for name in names_of(match).values() if name},
            version=version(),
        )
        pages = make_pages(course, source, phrases(), lambda at, language: teller(language, "UTC").at(at))
        page = next(pages)
        card = make_card(match, page.steps, begun=log.entries[0].body["at"], chance=chance)
        place = self._place(game)
        place.mkdir(parents=True, exist_ok=True)
        put(place / _PAGE, render_replay(environment(), chain([page], pages)).encode())
        for language in LANGUAGES[1:]:  # the first stands in the page itself
            put(self.moves(game, language), render_moves(environment(), page, language).encode())
        put(place / CARD, json.encode(card))
        put(place / _EMBLEM, json.encode(make_emblem(page.steps)))
        put(place / MADE, mark(files, head).encode())

    def _place(self, game: str) -> Path:
        return self.shelf.folder / PAGES / game


def mark(files: Mapping[str, bytes], head: bytes) -> str:
    """Return what a page is made from: its game, byte by byte, and everything that draws and tells."""
    return f"{head.hex()} {drawn_by()} {digest_of(files)}"


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

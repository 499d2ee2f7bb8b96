"""Pages of games, made once: a page and a card are kept until the game, its proof or what draws and tells changes."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TypeVar

from msgspec import DecodeError, Struct, json

from pbem.desk.archive.shelf.checking import check_entered, check_in, digest_of
from pbem.desk.archive.shelf.ledger import Ledger, LogLine
from pbem.desk.archive.shelf.shelf import KEY, PAGES, PROOF, NotShownError, Shelf
from pbem.desk.archive.site.drawn_by import drawn_by, version
from pbem.desk.archive.site.wording import environment, phrases, replay_keys
from pbem.desk.disk.removing import clear
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.records.checks.auditing import laid_open
from pbem.games.found import find
from pbem.games.game import LANGUAGES
from pbem.record import folder
from pbem.record.folder import LOG
from pbem.record.log.chain import read_log
from pbem.record.notes.checkpoints import read_key
from pbem.referee.audit.audit import replay
from pbem.report.replay.making import make_pages
from pbem.report.replay.page import Source
from pbem.report.replay.rendering import render_moves, render_replay
from pbem.report.replay.story import names_of
from pbem.report.site.card import Card, Emblem, make_card, make_emblem, slug
from pbem.report.site.events import place_of_event

S = TypeVar("S", bound=Struct)

_PAGE, CARD, _EMBLEM, MADE = "page.html", "card.json", "emblem.json", "made"
_MADE_OF = (_PAGE, CARD, _EMBLEM, *(f"moves.{language}.html" for language in LANGUAGES[1:]))


class Kept:
    """The pages of a shelf that were made already."""

    def __init__(self, shelf: Shelf) -> None:
        shelf.check_no_links()
        self.shelf = shelf

    def page(self, game: str) -> Path:
        """Return where the page of a game is kept."""
        return self._place(game) / _PAGE

    def moves(self, game: str, language: str) -> Path:
        """Return where the list of moves of a game in another language is kept."""
        return self._place(game) / f"moves.{language}.html"

    def card(self, game: str) -> Card:
        """Return the card of a game."""
        card = self._decoded(game, CARD, Card)
        if card.game != game or card.rules not in find():
            raise self._forged(CARD, game)
        return card

    def emblem(self, game: str) -> Emblem:
        """Return the small drawing of a game."""
        return self._decoded(game, _EMBLEM, Emblem)

    def _decoded(self, game: str, name: str, kind: type[S]) -> S:
        try:
            return json.decode(self.shelf.made(self._place(game), [name])[name], type=kind)
        except DecodeError:
            raise self._forged(name, game) from None

    def _forged(self, name: str, game: str) -> NotShownError:
        """Return what is said of a file that somebody wrote who set its digest right as well."""
        return NotShownError(f"{self._place(game) / name} is not what was made: throw {self.shelf.folder / PAGES} away")

    def files(self, game: str) -> dict[str, bytes]:
        """Return the files of a game as they were verified; NotShownError if somebody changed one since."""
        files = self.shelf.files(game)
        if self.made(game).split(" ")[2:3] != [digest_of(files)]:
            raise NotShownError(f"{game} was changed while the site was built: build it again")
        return files

    def made(self, game: str) -> str:
        """Return what the page of a game was made from, and a digest of what was made; "" if there is none."""
        return self._noted(game)[0]

    def is_current(self, game: str, head: bytes) -> bool:
        """Tell whether the page of a game is there as it was made, and nothing that it was made from changed since.

        Of pages whose size and time are as they were no byte is read.
        """
        made, seen = self._noted(game)
        source, _, digest = made.rpartition(" ")
        if source != mark(self.shelf.files(game), head):
            return False
        now = self._seen(game)
        return bool(now) and (now == seen or digest_of(self._pages(game)) == digest)

    def note(self, game: str, source: str) -> None:
        """Write down what the pages of a game, as they lie there now, were made from."""
        made = f"{source} {digest_of(self._pages(game))}"
        self.shelf.put(self._place(game) / MADE, f"{made}\n{self._seen(game)}".encode())

    def _noted(self, game: str) -> tuple[str, str]:
        """Return what was written down of the pages of a game, and what the disk said of them then."""
        note = self.shelf.made(self._place(game), [MADE])[MADE]
        made, _, seen = note.decode("ascii", "replace").partition("\n")
        return made, seen

    def _seen(self, game: str) -> str:
        """Return what the disk says of the pages of a game; "" if one is missing, or no plain file of one name."""
        found = self.shelf.seen(self._place(game), _MADE_OF)
        return " ".join(f"{one.st_size}/{one.st_mtime_ns}" for one in found if one) if all(found) else ""

    def _pages(self, game: str) -> dict[str, bytes]:
        return self.shelf.made(self._place(game), _MADE_OF)

    def make(self, game: str, head: bytes) -> None:
        """Make the page and the card of a game; NotShownError if it is not valid as it lies there."""
        with _uncollected():
            self._make(game, head)

    def _make(self, game: str, head: bytes) -> None:
        files = self.shelf.files(game)
        line = LogLine(game, head)
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
            event_page=place_of_event(match.terms.event.event) if match.terms.event else "",
            version=version(),
        )
        pages = make_pages(course, source, phrases(), lambda at, language: teller(language, "UTC").at(at))
        page = next(pages)
        card = make_card(match, page.steps, begun=log.entries[0].body["at"], chance=chance)
        place = self._place(game)
        clear(place, within=self.shelf.folder)
        self.shelf.put(place / _PAGE, render_replay(environment(), chain([page], pages)).encode())
        for language in LANGUAGES[1:]:  # the first stands in the page itself
            self.shelf.put(self.moves(game, language), render_moves(environment(), page, language).encode())
        self.shelf.put(place / CARD, json.encode(card))
        self.shelf.put(place / _EMBLEM, json.encode(make_emblem(page.steps)))
        self.note(game, mark(files, head))

    def _place(self, game: str) -> Path:
        return self.shelf.folder / PAGES / game


@contextmanager
def _uncollected() -> Iterator[None]:
    """Let nobody look for rings of values meanwhile: a page makes millions of values, and hardly a ring."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def mark(files: Mapping[str, bytes], head: bytes) -> str:
    """Return what a page is made from: its game, byte by byte, and everything that draws and tells."""
    return f"{head.hex()} {drawn_by()} {digest_of(files)}"

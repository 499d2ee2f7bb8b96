"""Adding a game: it is verified first, from the first byte to the last rule; what is not valid leaves no trace."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from pbem.desk.archive.shelf.checking import check
from pbem.desk.archive.shelf.ledger import Ledger, LogLine
from pbem.desk.archive.shelf.shelf import (
    CHECKPOINT,
    EVENTS,
    GAMES,
    KEY,
    PROOF,
    SITE_LOG,
    NotShownError,
    Shelf,
    read_export,
)
from pbem.desk.desk import Desk
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.exporting import files_of
from pbem.desk.records.folders.files import EVIDENCE, terms_in
from pbem.record import folder
from pbem.record.folder import LOG
from pbem.record.log.entry import entry_hash

_TAKEN = frozenset({SITE_LOG, CHECKPOINT, KEY, EVENTS, GAMES})  # what an archive or its site calls something else
_PAGE = ".html"  # beside the folder of a game lies its page


class Came(StrEnum):
    """What a game that was added is to the archive."""

    NEW = "added"
    BACK = "was in the log already, and its files are back"
    SAME = "was there already"
    FULLER = "was there already, and has more of its signed orders now"
    POORER = "was there already, with more of its signed orders"


class Added(Struct, frozen=True):
    """A game that is on the shelf now, and how it came there."""

    game: str
    verified: Verified
    came: Came
    place: int  # in the log, from 1

    @property
    def record(self) -> str:
        """The id of its record."""
        return self.game

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were added."""
        return (self.game,)

    @property
    def entries(self) -> int:
        """How many entries its record has."""
        return self.verified.entries

    @property
    def how(self) -> str:
        """How it came there, in words."""
        return str(self.came)

    @property
    def is_new(self) -> bool:
        """Whether it was not there before."""
        return self.came is Came.NEW


def add_export(shelf: Shelf, source: Path, desk: Desk | None = None) -> Added:
    """Add a game from an export, of this desk or another."""
    return _add(shelf, read_export(source), str(source), desk)


def add_game(shelf: Shelf, desk: Desk, game: str) -> Added:
    """Add a game of this desk."""
    return _add(shelf, files_of(desk, game), game, desk)


def _add(shelf: Shelf, files: Mapping[str, bytes], called: str, desk: Desk | None) -> Added:
    terms = terms_in(folder.split(files[LOG]))
    if terms is not None:
        check_name(terms.game)
    verified = _checked(files, called)
    if terms is None:
        raise NotShownError(f"{called} cannot be read; nothing was added")
    game, head = terms.game, bytes.fromhex(verified.head)
    with shelf.locked():
        ledger = Ledger(shelf)
        if desk is not None:
            ledger.check_can_sign(desk)
        came = take(shelf, ledger, game, files)
        if ledger.head(game) is None:
            ledger.enter(LogLine(game, head))
            came = Came.NEW
        if desk is not None:
            ledger.sign(desk)
    return Added(game, verified, came, ledger.place(game))


def check_name(game: str) -> None:
    """Refuse a game that is called like a file or folder of the archive itself, also where letter case is no matter."""
    name = game.casefold()
    if name in _TAKEN or name.startswith(".") or name.endswith(_PAGE):
        raise NotShownError(f"a game called {game} has no place in an archive; nothing was added")


def _checked(files: Mapping[str, bytes], called: str) -> Verified:
    try:
        return check(files, called)
    except NotShownError as error:
        raise type(error)(f"{error}; nothing was added") from None


def take(shelf: Shelf, ledger: Ledger, game: str, files: Mapping[str, bytes]) -> Came:
    """Put the files of a game, or of an event by its place, on the shelf; tell whether they were there."""
    check_room(shelf, ledger, game, files)
    place = shelf.game(game)
    if not place.exists():
        shelf.put_all(game, files)
        return Came.NEW if ledger.head(game) is None else Came.BACK
    if not shelf.is_there(game):
        for name in sorted(files, key=lambda name: name == LOG):  # which says that all is there
            shelf.put(place / name, files[name])
        return Came.BACK
    return _put_evidence(shelf, game, files)


def check_room(shelf: Shelf, ledger: Ledger, game: str, files: Mapping[str, bytes]) -> None:
    """Refuse files where another record lies, or lay that the log names.

    Nor may two names differ by capitals alone: an archive is copied to disks that do not tell them apart.
    """
    for line in ledger.records:
        if line.game != game and line.game.casefold() == game.casefold():
            raise NotShownError(
                f"{line.game} is there already, and {game} differs by capitals alone; nothing was added"
            )
    shelf.check_no_link(game)
    head = ledger.head(game)
    if head is not None and not shelf.is_there(game):
        _check_same(shelf, game, head, files)
        return
    if not shelf.game(game).exists():
        return
    if _without_evidence(shelf.files(game)) != _without_evidence(files):
        raise NotShownError(f"there is another record of {game} in {shelf.folder}; nothing was added")


def _check_same(shelf: Shelf, game: str, head: bytes, files: Mapping[str, bytes]) -> None:
    """Refuse to put another record where one was that the log names."""
    if entry_hash(folder.split(files[LOG])[-1]) != head:
        why = f"{game} is in the log with another head, and not in {shelf.folder}: put its folder back"
        raise NotShownError(f"{why}; nothing was added")


def _without_evidence(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if name not in (EVIDENCE, PROOF)}


def _put_evidence(shelf: Shelf, game: str, files: Mapping[str, bytes]) -> Came:
    """Take what more of its signed orders a copy of the same record shows; nothing that is shown is ever taken away."""
    there, place = shelf.files(game), shelf.game(game)
    shown, more = (set(folder.split(one.get(EVIDENCE, b""))) for one in (there, files))
    if shown == more:
        return Came.SAME
    if shown < more:
        shelf.put(place / EVIDENCE, files[EVIDENCE])
        return Came.FULLER
    if more < shown:
        return Came.POORER
    raise NotShownError(f"the copy of {place.name} that is there shows other signed orders; nothing was added")

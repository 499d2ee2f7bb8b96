"""Adding a game: it is verified first, from the first byte to the last rule; what is not valid leaves no trace."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from pbem.desk.archive.ledger import Ledger, Line
from pbem.desk.archive.shelf import EVENTS, NotCheckedError, NotShownError, Shelf, put_all, read_export
from pbem.desk.desk import Desk
from pbem.desk.records.export import files_of
from pbem.desk.records.files import terms_in
from pbem.desk.records.verify import Verified, verify_files
from pbem.record import folder
from pbem.record.folder import LOG


class Added(Struct, frozen=True):
    """A game that is on the shelf now; `is_new` unless it was there before."""

    game: str
    verified: Verified
    is_new: bool
    place: int  # in the log, from 1


def add_export(shelf: Shelf, source: Path, desk: Desk | None = None) -> Added:
    """Add a game from an export, of this desk or another."""
    return _add(shelf, read_export(source), str(source), desk)


def add_game(shelf: Shelf, desk: Desk, game: str) -> Added:
    """Add a game of this desk."""
    return _add(shelf, files_of(desk, game), game, desk)


def _add(shelf: Shelf, files: Mapping[str, bytes], called: str, desk: Desk | None) -> Added:
    verified = check(files, called)
    terms = terms_in(folder.split(files[LOG]))
    if terms is None:
        raise NotShownError(f"{called} cannot be read; nothing was added")
    game, head = terms.game, bytes.fromhex(verified.head)
    check_name(game)
    with shelf.locked():
        ledger = Ledger(shelf)
        if desk is not None:
            ledger.check_can_sign(desk)
        is_new = needs_room(shelf, ledger, game, files)
        if is_new:
            put_all(shelf.game(game), files)
        if ledger.head(game) is None:
            ledger.enter(Line(game, head))
            is_new = True
        if desk is not None:
            ledger.sign(desk)
    return Added(game, verified, is_new, ledger.place(game))


def check_name(game: str) -> None:
    """Refuse a game that is called like the folder of events."""
    if game.casefold() == EVENTS:
        raise NotShownError(f"a game called {game} has no place in an archive; nothing was added")


def needs_room(shelf: Shelf, ledger: Ledger, game: str, files: Mapping[str, bytes]) -> bool:
    """Tell whether a game, or an event by its place, is not on the shelf yet.

    NotShownError if another record of it is, or if it should be there.
    """
    place = shelf.game(game)
    if place.exists():
        if read_export(place) != files:
            raise NotShownError(f"there is another record of {game} in {shelf.folder}; nothing was added")
        return False
    if ledger.head(game) is not None:
        raise NotShownError(f"{game} is in the log, and not in {shelf.folder}: put its folder back; nothing was added")
    return True


def check(files: Mapping[str, bytes], called: str) -> Verified:
    """Verify files that are to be added; NotShownError with the first bad entry if they are not valid.

    They are looked at in a folder of their own: what is checked is what is added, whatever becomes of its source.
    """
    with TemporaryDirectory(prefix="pbem-add-") as place:
        for name, content in files.items():
            (Path(place) / name).write_bytes(content)
        found = verify_files(Path(place))
    check_verdict(found, called)
    return found


def check_verdict(found: Verified, called: str) -> None:
    """Refuse a game of which a verdict says that it cannot be shown."""
    if found.first_bad:
        raise NotShownError(f"{called} is not valid: {told(found.first_bad)}; nothing was added")
    if found.cannot:
        raise NotCheckedError(f"{called} cannot be checked: {found.cannot}; nothing was added")
    waiting = [name for name, verdict in found.checks.items() if verdict != "ok"]
    if waiting or found.host["end"] not in ("closed", "void"):
        raise NotShownError(f"{called} is not over: an archive holds finished games; nothing was added")
    if found.chance == "none":
        raise NotShownError(f"{called} was given up before it began: there is nothing to show; nothing was added")


def told(bad: Mapping[str, object]) -> str:
    """Return where a record is bad, and why."""
    where = "beside the record" if bad["seq"] is None else f"entry {bad['seq']}"
    return f"{where}: {bad['check']}: {bad['why']}"

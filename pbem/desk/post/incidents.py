"""What went wrong with one game, or with one mail, while the desk goes on: kept until it goes well, for its host."""

from contextlib import suppress

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError, DeskError
from pbem.desk.store.transaction import Transaction
from pbem.mail.safe import clean
from pbem.record.errors import IntegrityError
from pbem.referee.match.errors import UnknownRulesError

INBOX = "the inbox"  # where it is no game; no game can be called so
LOCK = "desk trouble"
BROKEN_GAME = (IntegrityError, UnknownRulesError)
LINE = 300
_USE = "trouble/"


class FaultError(BrokenDeskError):
    """A mail could not be acted on, by a fault of ours; it stays where it is."""


def line_of(error: Exception) -> str:
    """Say in one line what went wrong: in our own words, or if it is a fault of ours by what kind of fault."""
    said = clean(str(error), LINE)
    return said if isinstance(error, DeskError) else f"{type(error).__name__}: {said}"


def troubles(look: Transaction) -> dict[str, str]:
    """Return what goes wrong now, by where."""
    return {where: why.decode() for where, why in look.secrets.under("", _USE).items()}


def note_trouble(desk: Desk, where: str, why: str) -> None:
    """Keep in mind that something goes wrong, and why."""
    _put(desk, where, why)


def note_well(desk: Desk, where: str) -> None:
    """Forget what went wrong, if anything did: it went well now."""
    _put(desk, where, None)


def _put(desk: Desk, where: str, why: str | None) -> None:
    with suppress(DeskError):  # a desk that cannot even write this down says so elsewhere
        with desk.store.read() as look:
            if troubles(look).get(where) == why:
                return
        with desk.store.write(LOCK) as change:
            change.secrets.put("", f"{_USE}{where}", None if why is None else why.encode())

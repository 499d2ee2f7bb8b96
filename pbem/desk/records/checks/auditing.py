"""Auditing a record by the rules, as far as it is laid open: the hidden secret, sealed moves, decks."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from pbem.record import folder
from pbem.record.dice.seals import SealedOrder, read_order
from pbem.record.errors import LaterError
from pbem.record.folder import OPENINGS
from pbem.record.log.chain import is_ending
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Move
from pbem.record.log.openings import Deck
from pbem.record.log.openings import read_all as read_openings
from pbem.record.time.hosting import binding
from pbem.referee.audit.audit import audit, decks_of
from pbem.referee.audit.sheet_audit import Obeying


class Laid(Struct, frozen=True):
    """What is laid open of a game: the hidden secret, the texts of sealed moves, the decks, what bound hosted seats.

    `is_kept_back` says that a file is not there which should be.
    """

    hidden: bytes | None
    opened: Callable[[int], str | None]
    decks: Sequence[Deck] | None = None
    choices: Mapping[int, SealedOrder] = MappingProxyType({})
    is_kept_back: bool = False


def laid_open(entries: Sequence[Entry], files: Mapping[str, bytes]) -> Laid:
    """Return what an export lays open: the game itself opens moves, and after the end openings.jsonl does."""
    in_play = {one.seq: one.text for move in _moves(entries) for one in move.opens}
    if not is_ending(entries[-1].content):
        return Laid(None, _known(in_play))
    hidden = bytes.fromhex(entries[-1].body["hidden"])
    if OPENINGS not in files:
        return Laid(hidden, _known(in_play), is_kept_back=True)
    openings, decks = read_openings(folder.split(files[OPENINGS]))
    texts = in_play | {opening.seq: opening.text for opening in openings}
    return Laid(hidden, texts.get, decks, _choices(entries, texts))


def _choices(entries: Sequence[Entry], texts: Mapping[int, str]) -> dict[int, SealedOrder]:
    """Return the sheets by which hosted seats were bound, as far as they are laid open."""
    found = {}
    for order in binding(entry.content for entry in entries):
        if order.seq in texts and (sheet := read_order(texts[order.seq])):
            found[order.seq] = sheet
    return found


def _moves(entries: Sequence[Entry]) -> list[Move]:
    return [entry.content for entry in entries if isinstance(entry.content, Move)]


def _known(texts: Mapping[int, str]) -> Callable[[int], str]:
    """Return what gives the texts of moves as far as they are opened; LaterError where one is not."""

    def opened(seq: int) -> str:
        if seq not in texts:
            raise LaterError(f"what is sealed in entry {seq} is not opened")
        return texts[seq]

    return opened


class Audited(Struct, frozen=True):
    """What the rules say: the verdict of each check, and how many sheets were compared with moves, or could not be."""

    checks: dict[str, str]
    compared: int = 0
    undecided: int = 0


def audited(entries: Sequence[Entry], laid: Laid, words: Mapping[int, SealedOrder]) -> Audited:
    """Audit a record by the rules and by the sheets that are known; IntegrityError at the first entry that breaks them.

    CannotCheckError if the rules are not known here.
    """
    obeying = Obeying(words, laid.choices)
    try:
        audit(entries, hidden=laid.hidden, opened=laid.opened, decks=laid.decks, obeying=obeying)
    except LaterError:
        waiting = "missing" if laid.is_kept_back else "later"
        return Audited({"rules": waiting, "position": waiting})
    checks = {"rules": "ok", "position": "ok"}
    if obeying.compared:
        checks["orders"] = "ok"
    if laid.is_kept_back and not decks_of(entries, hidden=laid.hidden or b"", opened=laid.opened):
        checks["decks"] = "ok"  # no deck was drawn from, so that none is missing
    return Audited(checks, obeying.compared, obeying.undecided)

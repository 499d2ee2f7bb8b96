"""Auditing a record by the rules: every move, position and result is played again from the published files."""

from collections.abc import Callable, Collection, Iterable, Iterator

from pbem.record import kinds
from pbem.record.entry import Entry
from pbem.record.errors import IntegrityError
from pbem.record.openings import Deck
from pbem.referee.follow import Followed, Following, begin, follow
from pbem.referee.match import Match


def audit(
    entries: Iterable[Entry],
    *,
    hidden: bytes,
    opened: Callable[[int], str | None],
    decks: Collection[str] | None = None,
) -> tuple[Match, ...]:
    """Play a record again and return the match at every entry; IntegrityError at the first that breaks the rules.

    If `decks` are given, they must be just those that were drawn from, each once.
    """
    causes = _Causes()
    matches = []
    drawn: set[str] = set()
    for entry, followed in replay(entries, hidden=hidden, opened=opened):
        causes.read(entry)
        matches.append(followed.match)
        drawn.update(followed.decks)
    if decks is not None and sorted(decks) != sorted(drawn):
        raise IntegrityError(None, "decks", "the decks laid open are not those that were drawn from, each once")
    return tuple(matches)


def replay(
    entries: Iterable[Entry], *, hidden: bytes | None, opened: Callable[[int], str | None], is_strict: bool = True
) -> Iterator[tuple[Entry, Followed]]:
    """Follow a whole record from its opening."""
    matches: list[Match] = []
    way = Following(past=matches.__getitem__, hidden=hidden, opened=opened, is_strict=is_strict)
    for entry in entries:
        followed = follow(matches[-1], entry, way) if matches else Followed(begin(entry))
        matches.append(followed.match)
        yield entry, followed


def decks_of(entries: Iterable[Entry], *, hidden: bytes, opened: Callable[[int], str | None]) -> list[Deck]:
    """Return every deck a record drew from, in the order of first use."""
    decks: dict[str, Deck] = {}
    for _entry, followed in replay(entries, hidden=hidden, opened=opened, is_strict=False):
        for label, (cards, order) in followed.decks.items():
            decks.setdefault(label, Deck(deck=label, cards=cards, order=order))
    return list(decks.values())


class _Causes:
    """What may cause a move: an order of its own seat that still stands, or a ruling just before it."""

    def __init__(self) -> None:
        self._orders: dict[int, str] = {}
        self._ruled: set[str] = set()

    def read(self, entry: Entry) -> None:
        """Look at the next entry; IntegrityError if it is a move that nothing caused."""
        match entry.content:
            case kinds.Order(seat=seat):
                self._orders[entry.seq] = seat
            case kinds.Ruling(act="play", seat=str(seat)):
                self._ruled.add(seat)
            case kinds.Ruling(act="back"):
                self._orders.clear()
                self._ruled.clear()
            case kinds.Ruling(act="vacate" | "substitute", seat=str(left)):
                self._orders = {seq: seat for seq, seat in self._orders.items() if seat != left}
            case kinds.Move(seat=seat, cause=cause):
                self._check(entry.seq, seat, cause)
                self._ruled.discard(seat)

    def _check(self, seq: int, seat: str, cause: int | str) -> None:
        if isinstance(cause, int) and self._orders.get(cause) != seat:
            raise IntegrityError(seq, "rules", f"entry {cause} is no order of {seat} that still stands")
        if cause == "ruling" and seat not in self._ruled:
            raise IntegrityError(seq, "rules", "no ruling stands before the move")

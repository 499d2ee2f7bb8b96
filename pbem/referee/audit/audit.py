"""Auditing a record by the rules: every move, position and result is played again from the published files."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.record.errors import IntegrityError
from pbem.record.log import kinds
from pbem.record.log.entry import Entry
from pbem.record.log.openings import Deck
from pbem.referee.audit.sheet_audit import Obeying
from pbem.referee.match.follow import Followed, Following, begin, follow
from pbem.referee.match.match import Match


def audit(
    entries: Iterable[Entry],
    *,
    hidden: bytes | None,
    opened: Callable[[int], str | None],
    decks: Sequence[Deck] | None = None,
    obeying: Obeying | None = None,
) -> tuple[Match, ...]:
    """Play a record again and return the match at every entry; IntegrityError at the first that breaks the rules.

    Without the hidden secret it is played as far as no card is drawn, then LaterError says so; what comes before is
    checked. If `decks` are given, they must be just those that were drawn from, in the order of their first use.
    `obeying` holds the moves against the sheets that are known.
    """
    causes = _Causes()
    obeying = obeying or Obeying({})
    matches = []
    drawn = _Drawn()
    for entry, followed in replay(entries, hidden=hidden, opened=opened):
        causes.read(entry)
        obeying.read(entry, followed)
        matches.append(followed.match)
        drawn.read(followed)
    if decks is not None and list(decks) != drawn.decks:
        raise IntegrityError(None, "decks", "the decks laid open are not those that were drawn from, in their order")
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
    drawn = _Drawn()
    for _entry, followed in replay(entries, hidden=hidden, opened=opened, is_strict=False):
        drawn.read(followed)
    return drawn.decks


class _Drawn:
    """Every deck drawn from. After a takeback two can share a label: other cards are shuffled then."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[str, ...]], Deck] = {}

    @property
    def decks(self) -> list[Deck]:
        return list(self._known.values())

    def read(self, followed: Followed) -> None:
        for label, (cards, order) in followed.decks.items():
            self._known.setdefault((label, cards), Deck(deck=label, cards=cards, order=order))


class _Causes:
    """What may cause a move: an order of its own seat that still stands, or a ruling just before it."""

    def __init__(self) -> None:
        self._orders: dict[int, str] = {}
        self._ruled: set[str] = set()

    def read(self, entry: Entry) -> None:
        """Look at the next entry; IntegrityError if it is a move that nothing caused."""
        match entry.content:
            case kinds.Order(seat=seat, word=""):
                self._orders[entry.seq] = seat
            case kinds.Order(seat=seat, word="newkey"):
                self._forget(seat)  # of a key that was given up nothing is used any more
            case kinds.Ruling(act="play", seat=str(seat)):
                self._ruled.add(seat)
            case kinds.Ruling(act="back"):
                self._orders.clear()
                self._ruled.clear()
            case kinds.Ruling(act="vacate" | "substitute", seat=str(seat)):
                self._forget(seat)
            case kinds.Move(seat=seat, cause=cause):
                self._check(entry.seq, seat, cause)
                self._ruled.discard(seat)

    def _forget(self, left: str) -> None:
        self._orders = {seq: seat for seq, seat in self._orders.items() if seat != left}

    def _check(self, seq: int, seat: str, cause: int | str) -> None:
        if isinstance(cause, int) and self._orders.get(cause) != seat:
            raise IntegrityError(seq, "rules", f"entry {cause} is no order of {seat} that still stands")
        if cause == "ruling" and seat not in self._ruled:
            raise IntegrityError(seq, "rules", "no ruling stands before the move")

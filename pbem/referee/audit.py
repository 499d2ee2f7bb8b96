"""Auditing a record by the rules: every move, position and result is played again from the published files."""

from collections.abc import Callable, Iterable

from msgspec import UNSET

from pbem.games.game import Seat
from pbem.record import kinds
from pbem.record.entry import Entry
from pbem.record.errors import IntegrityError
from pbem.referee.follow import Following, begin, follow
from pbem.referee.match import Match


def audit(entries: Iterable[Entry], *, hidden: bytes, opened: Callable[[int], str | None]) -> tuple[Match, ...]:
    """Play a record again; IntegrityError at the first entry that breaks the rules. Returns the match at every entry."""
    matches: list[Match] = []
    orders: dict[int, Seat] = {}
    way = Following(past=matches.__getitem__, hidden=hidden, opened=opened)
    ruled: set[str] = set()
    for entry in entries:
        _check_cause(entry, orders, ruled)
        matches.append(follow(matches[-1], entry, way).match if matches else begin(entry))
    return tuple(matches)


def _check_cause(entry: Entry, orders: dict[int, Seat], ruled: set[str]) -> None:
    """Check that a move names an order of its own seat, or follows a ruling for it."""
    content = entry.content
    if isinstance(content, kinds.Order):
        orders[entry.seq] = Seat(content.seat)
    elif isinstance(content, kinds.Ruling) and content.act == "play" and content.seat is not UNSET:
        ruled.add(content.seat)
    elif isinstance(content, kinds.Move):
        if isinstance(content.cause, int) and orders.get(content.cause) != content.seat:
            raise IntegrityError(entry.seq, "rules", f"entry {content.cause} is no order of {content.seat}")
        if content.cause == "ruling" and content.seat not in ruled:
            raise IntegrityError(entry.seq, "rules", "no ruling stands before the move")
        ruled.discard(content.seat)

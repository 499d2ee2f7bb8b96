"""Auditing a record by the rules: every move, position and result is played again from the published files."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import UNSET

from pbem.games.game import Seat
from pbem.record import kinds
from pbem.record.entry import Entry
from pbem.record.errors import IntegrityError
from pbem.record.openings import Deck
from pbem.referee.follow import Followed, Following, begin, follow
from pbem.referee.match import Match


def audit(entries: Iterable[Entry], *, hidden: bytes, opened: Callable[[int], str | None]) -> tuple[Match, ...]:
    """Play a record again and return the match at every entry; IntegrityError at the first that breaks the rules."""
    orders: dict[int, Seat] = {}
    ruled: set[str] = set()
    matches = []
    for entry, followed in replay(entries, hidden=hidden, opened=opened):
        _check_cause(entry, orders, ruled)
        matches.append(followed.match)
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
            decks.setdefault(label, Deck(label, cards, order))
    return list(decks.values())


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

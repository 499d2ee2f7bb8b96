"""Letters that did not reach a seat: while it could not know that it is asked, its clock stands still, within limits.

Only what a server refused at once counts, for a time or for good, which nobody else can feign; a mail that says later
that a letter did not arrive does not. A seat that refuses its own letters gains three days in a row at the most, and
seven in a game.
"""

from collections.abc import Iterator

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.time.clocks import MOST_BOUNCED, MOST_BOUNCED_AT_ONCE
from pbem.referee.acts.settling import Outage
from pbem.referee.match.match import Match

_USE = "bounced/"


class Bounce(Struct, frozen=True):
    """A letter that was not accepted: to which seat, since when, and until when (0: it still is not)."""

    seat: str
    begin: int
    end: int = 0


_bounce = json.Decoder(Bounce)


def note_bounce(change: Transaction, game: str, letter: int, bounce: Bounce) -> None:
    """Note that a letter was not accepted; while that is known nothing changes."""
    if change.secrets.find(game, f"{_USE}{letter}") is None:
        change.secrets.put(game, f"{_USE}{letter}", json.encode(bounce))


def note_reached(change: Transaction, game: str, seat: str, at: int) -> None:
    """Note that a letter to a seat was accepted: whatever did not reach it before, it knows where it stands now."""
    for letter, bounce in _open_bounces(change, game).items():
        if bounce.seat == seat:
            change.secrets.put(game, f"{_USE}{letter}", json.encode(replace(bounce, end=at)))


def unreached(look: Transaction, game: str) -> frozenset[str]:
    """Return the seats of a game that the last letters did not reach."""
    return frozenset(bounce.seat for bounce in _open_bounces(look, game).values())


def _open_bounces(look: Transaction, game: str) -> dict[str, Bounce]:
    known = {letter: _bounce.decode(raw) for letter, raw in look.secrets.under(game, _USE).items()}
    return {letter: bounce for letter, bounce in known.items() if not bounce.end}


def outages_of(look: Transaction, match: Match, upto: int) -> Iterator[Outage]:
    """Yield the spans in which letters did not reach a seat: those that are over, or last until it would be late."""
    for bounce in _stretches(look, match.id):
        if bounce.seat not in match.seats:
            continue  # whoever watches has no clock
        if bounce.end:
            span = (bounce.begin, bounce.end)
        elif _is_late(match, Seat(bounce.seat), upto):
            span = (bounce.begin, upto)
        else:
            continue
        yield from _within_limits(match, Outage(*span, bounce.seat))


def _stretches(look: Transaction, game: str) -> Iterator[Bounce]:
    """Yield spans in which no letter reached a seat: all that were refused until one was accepted make one of them."""
    begins: dict[tuple[str, int], int] = {}
    for raw in look.secrets.under(game, _USE).values():
        bounce = _bounce.decode(raw)
        stretch = bounce.seat, bounce.end
        begins[stretch] = min(bounce.begin, begins.get(stretch, bounce.begin))
    return (Bounce(seat, begin, end) for (seat, end), begin in begins.items())


def _is_late(match: Match, seat: Seat, upto: int) -> bool:
    due = match.clocks.due(seat) if match.clocks else None
    return due is not None and match.clocks is not None and due + match.clocks.pace.grace < upto


def _within_limits(match: Match, outage: Outage) -> Iterator[Outage]:
    """Cut a span to what the pace of every game allows."""
    clocks = match.clocks
    if clocks is None:
        return
    known = clocks.seats[outage.seat].bounced
    begin = max(outage.begin, match.at)
    left = MOST_BOUNCED - known.seconds
    before = known.last[0] if known.last[1] == begin else begin
    at_once = min(before, outage.begin) + MOST_BOUNCED_AT_ONCE
    end = min(outage.end, begin + left, at_once)
    if end > begin:
        yield Outage(begin, end, outage.seat)

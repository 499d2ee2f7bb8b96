"""A seat as it is named on the command line, and how its player is told things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli.show import Reader
from pbem.desk.errors import UsageError
from pbem.desk.people.enrolled import find_player
from pbem.games.game import Seat

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.store.transaction import Transaction
    from pbem.referee.match.match import Match


def seat_named(match: Match, text: str) -> Seat:
    """Return the seat that is meant, by its own name or its holder's."""
    if text in match.seats:
        return Seat(text)
    for seat, holder in match.holders.items():
        if holder.name.casefold() == text.casefold():
            return seat
    raise UsageError(f"{match.id} has no seat {text!r}; its seats are {', '.join(match.seats)}")


def reader_of(desk: Desk, look: Transaction, match: Match, seat: Seat | None) -> Reader:
    """Return how a seat's player is told things; the host for the public, and where nobody sits."""
    held = match.holders.get(seat) if seat else None
    if held is None or not held.name:
        return Reader("en", desk.settings.clock.zone)
    player = find_player(look, held.name)
    return Reader(player.language, player.zone)

"""What a match that has not started waits for."""

from pbem.games.game import Seat
from pbem.referee.match.match import Match


def free_seats(match: Match) -> tuple[Seat, ...]:
    """Return the seats that somebody may still take before a game can start."""
    if match.phase != "seating":
        return ()
    return tuple(seat for seat in match.seats if seat not in match.holders or not match.holders[seat].name)


def uncommitted(match: Match) -> tuple[Seat, ...]:
    """Return the seats whose luck is still to be committed before a game with luck can start, free ones too."""
    if match.phase != "seating":
        return ()
    return tuple(seat for seat in match.seats if seat not in match.holders or not match.holders[seat].luck)

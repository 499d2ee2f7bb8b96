"""The token that binds a signed sheet to one seat and turn: a sheet of an old turn is not taken for a new one."""

from pbem.games.game import Seat
from pbem.record.dice.fair import M
from pbem.referee.match.free import free_seats, uncommitted
from pbem.referee.match.match import Match


def token(secret: bytes, match: Match, seat: Seat) -> str:
    """Return the token that a letter to a seat carries now."""
    if match.phase == "seating":
        return _token(secret, match, seat, _stage(match))
    decision = match.decision_of(seat)
    if decision is None:
        return _token(secret, match, seat, match.turns.get(seat, ""))
    return _token(secret, match, seat, decision.turn)


def _stage(match: Match) -> str:
    """Return what a match that has not started waits for."""
    if free_seats(match):
        return "join"
    return "luck" if uncommitted(match) else "reveal"


def is_fresh(secret: bytes, match: Match, seat: Seat, given: str) -> bool:
    """Tell whether a token is of the seat's present turn, or of the last one while the seat has not moved since."""
    return given == token(secret, match, seat) or given == _token(secret, match, seat, match.turns.get(seat, ""))


def is_over(secret: bytes, match: Match, seat: Seat, given: str) -> bool:
    """Tell whether a token is of a turn in which nothing more is asked of the seat: good for plans alone."""
    last = match.turns.get(seat, "")
    decision = match.decision_of(seat)
    is_going_on = decision is not None and decision.turn == last
    return not is_going_on and given == _token(secret, match, seat, last)


def _token(secret: bytes, match: Match, seat: Seat, turn: str) -> str:
    return M(secret, "token", match.id, seat, turn).hex()[:16]

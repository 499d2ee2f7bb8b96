"""Playing a move that is legal, and the outcome."""

from pbem.games.alea.evaluation import keep, take_card, take_patrician, take_province
from pbem.games.alea.rounds import assign, go_on
from pbem.games.alea.scoring import points
from pbem.games.alea.state import (
    Assign,
    Keep,
    Move,
    Place,
    Reroll,
    State,
    TakeCard,
    TakePatrician,
    TakeProvince,
    View,
)
from pbem.games.alea.telling import Telling, begin
from pbem.games.alea.turn import place, reroll
from pbem.games.chance import Chance
from pbem.games.game import Outcome, Seat, Step


def play(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Play a legal move and all that follows without a choice."""
    telling = begin(state.fixed, chance)
    state = go_on(_act(state, state.fixed.seats.index(seat), move, telling), telling)
    return Step(state, tuple(telling.news))


def _act(state: State, seat: int, move: Move, telling: Telling) -> State:
    match move:
        case Place():
            return place(state, seat, move, telling)
        case Reroll():
            return reroll(state, seat, move.dice, telling)
        case Keep():
            return keep(state, seat, move.tiles, telling)
        case TakeCard():
            return take_card(state, seat, move.card, telling)
        case TakeProvince():
            return take_province(state, seat, move.tile, telling)
        case TakePatrician():
            return take_patrician(state, seat, move.patrician, telling)
        case Assign():
            return assign(state, seat, None if move.auto else move.stands, telling)


def view_of(state: State, seat: Seat | None) -> View:
    """Return what a seat, or the public, may know; only who picks a senate card sees those on offer (3.3)."""
    if seat is None:
        return View(state.fixed, state.position)
    index = state.fixed.seats.index(seat)
    picks = state.position.phase == "card" and state.position.queue[0] == index
    return View(state.fixed, state.position, seat, index, state.own[index], state.offer if picks else ())


def outcome(state: State) -> Outcome | None:
    """Return ranks by points and the value of unassigned patricians (6.5); equal in both is a shared rank."""
    scores = state.position.scores
    if not scores:
        return None
    marks = [(score.total, score.spare) for score in scores]
    seats = state.fixed.seats
    ranks = {seat: 1 + sum(other > mark for other in marks) for seat, mark in zip(seats, marks, strict=True)}
    return Outcome(ranks, {seat: points(score) for seat, score in zip(seats, scores, strict=True)})

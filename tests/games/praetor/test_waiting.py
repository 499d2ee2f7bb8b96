"""Who is asked what, and what may still come up: TV-75, TV-76."""

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Pass
from tests.games.praetor.making import Case

KINDS = frozenset({"action", "academy", "rescue"})


def test_tv_75_nothing_but_actions_is_asked_in_a_whole_turn() -> None:
    case = Case(4)
    case.lay("AC1", 5, 0, owner="blue")
    case.give("yellow", trainees1=1, citizens=4)
    asked = []
    while case.state.now.turn == 1:
        decision = GAME.waiting(case.state)[0]
        if decision.ask:
            asked.append(decision.kind)
        view = case.view(decision.seat)
        moves = [move for move in GAME.moves(view) if decision.ask and not isinstance(move, Pass)]
        move = moves[0] if moves else GAME.default(view)
        case.play(decision.seat, move)
    assert set(asked) == {"action"}


def test_tv_76_a_forced_pass_asks_nobody() -> None:
    case = Case(3)
    case.to_move("blue", "yellow", "white")
    case.give("yellow", reserve=(), citizens=0, retired=8)
    case.order("blue", "activate GM1 with 1")
    assert [decision.seat for decision in GAME.waiting(case.state)] == ["white"]
    assert [saying.key for saying in case.told] == ["produced", "had_to_pass"]


def test_tv_76_nor_does_one_that_might_have_said_more() -> None:
    case = Case(3)
    case.to_move("blue", "yellow", "white")
    case.give("yellow", reserve=(), trainees1=1, citizens=0, retired=7)
    case.order("blue", "activate GM1 with 1")
    assert [(decision.seat, decision.ask) for decision in GAME.waiting(case.state)] == [("yellow", False)]
    case.order("yellow", "pass academy yes")
    assert case.told_keys() == ["had_to_pass"]
    assert case.player("yellow").wish_academy == "yes"
    assert [(decision.seat, decision.ask) for decision in GAME.waiting(case.state)] == [("white", True)]


def test_ahead_of_a_seat_in_the_turn() -> None:
    case = Case(2)
    case.to_move("blue", "yellow")
    assert GAME.ahead(case.view("blue")) == (KINDS, KINDS)
    assert GAME.ahead(case.view("yellow")) == (KINDS, KINDS)
    case.set(last="wall")
    assert GAME.ahead(case.view("blue")) == (KINDS, frozenset())


def test_ahead_of_a_seat_that_has_passed() -> None:
    case = Case(2)
    case.give("blue", passed=True)
    case.to_move("yellow", "blue")
    assert GAME.ahead(case.view("blue")) == (KINDS, KINDS)
    case.give("blue", trainees1=1, citizens=4)
    assert GAME.ahead(case.view("blue")) == (frozenset({"academy"}), KINDS)
    case.set(last="wall")
    case.give("blue", trainees1=0, citizens=5)
    assert GAME.ahead(case.view("blue")) == (frozenset(), frozenset())
    assert GAME.ahead(GAME.view(case.state, None)) == (frozenset(), frozenset())
    assert GAME.waiting(case.state)[0].seat == Seat("yellow")

"""The three ways of ordering (8.2), by the real referee: a queue, one action a mail, all sheets before a turn."""

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Pass, Ready
from pbem.games.praetor.position.state import State
from pbem.referee.plans.trial import Trial
from tests.games.praetor.making import Case
from tests.referee.bench import Bench
from tests.wording import REFEREE, says

TWO = ("blue", "yellow")
ROME = {"rome": "yellow"}  # blue has less favour, and begins


def desk(mode: str, seats: tuple[str, ...] = TWO, **options: str) -> Bench:
    return Bench("praetor", seats, options={**ROME, "mode": mode, **options})


def moves(bench: Bench, seat: str) -> list[str]:
    return [text for who, text in bench.moves() if who == seat]


def unused(bench: Bench, seat: str) -> list[str]:
    return [line for notice in bench.notices if notice.seat == seat for line in notice.unused]


def change(bench: Bench, seat: str, **changes: object) -> None:
    """Put something else on a player's board."""
    case = Case(2)
    case.state = bench.match.state
    case.give(seat, **changes)
    bench.set_state(case.state)


def state(bench: Bench) -> State:
    found = bench.match.state
    assert isinstance(found, State)
    return found


def test_queue_is_the_default_and_serves_a_whole_turn() -> None:
    bench = Bench("praetor", TWO, options=ROME)
    bench.play("yellow", "activate GM2 with 1; pass")
    bench.play("blue", "activate GM1 with 3; activate WC1 with 1; pass; next; activate GM1 with low")
    assert moves(bench, "blue")[:4] == ["activate GM1 with 3", "activate WC1 with 1", "pass", "activate GM1 with 1"]
    assert state(bench).now.turn == 2
    bench.assert_sound()


def test_in_single_a_sheet_serves_one_action() -> None:
    bench = desk("single")
    bench.play("blue", "activate GM1 with 3; activate WC1 with 1")
    bench.play("yellow", "activate GM2 with 3")
    assert bench.asked() == [("blue", "action")]
    assert moves(bench, "blue") == ["activate GM1 with 3"]
    assert unused(bench, "blue") == ["activate WC1 with 1"]
    bench.play("blue", "activate WC1 with 1")
    assert moves(bench, "blue") == ["activate GM1 with 3", "activate WC1 with 1"]
    bench.assert_sound()


def test_in_single_nothing_is_ordered_ahead() -> None:
    bench = desk("single")
    problem, *_ = bench.refuse("blue", "activate GM1 with 3\nnext\nactivate WC1 with 1").problems
    assert problem.line == 3
    assert says(problem.text, REFEREE, "cannot_come_up") or says(problem.text, REFEREE, "nothing_comes_up")
    assert bench.refuse("yellow", "activate GM2 with 3").problems[0].line == 1


def test_in_single_standing_orders_hold_for_the_update() -> None:
    bench = desk("single")
    bench.play("yellow", "always rescue no; always academy yes")
    bench.play("blue", "always academy no; activate GM1 with 1")
    assert bench.asked() == [("yellow", "action")]


@pytest.mark.parametrize(("lines", "stone"), [("pass academy yes", 2), ("academy yes", 2), ("academy no", 3)])
def test_in_single_a_mail_may_also_speak_of_the_update(lines: str, stone: int) -> None:
    bench = desk("single")
    case = Case(2)
    case.state = bench.match.state
    case.lay("AC1", 2, 0, owner="yellow")
    case.give("blue", reserve=(3,), citizens=6, trainees1=1)
    bench.set_state(case.state)
    bench.play("blue", f"activate GM1 with 3; {lines}")
    bench.play("yellow", "pass")
    assert state(bench).now.turn == 2
    assert state(bench).now.players[Seat("blue")].goods.stone == stone


def test_in_sheet_all_are_asked_before_anything_happens() -> None:
    bench = desk("sheet", ("blue", "yellow", "white"))
    assert bench.asked() == [(seat, "ready") for seat in ("blue", "yellow", "white")]
    assert {decision.turn for decision in bench.match.waiting()} == {"1"}
    start = len(bench.entries)
    bench.play("white", "ready; activate GM3 with 3")
    bench.play("blue", "ready; activate GM1 with 3; activate GM1 with 2")
    assert len(bench.entries) == start
    bench.play("yellow", "ready")
    assert moves(bench, "yellow") == ["ready", "pass"]
    assert moves(bench, "white") == ["ready", "activate GM3 with 3", "pass"]
    assert moves(bench, "blue") == ["ready", "activate GM1 with 3", "pass"]
    assert bench.asked() == [(seat, "ready") for seat in ("blue", "yellow", "white")]
    assert state(bench).now.turn == 2
    bench.assert_sound()


def test_in_sheet_a_second_choice_and_what_is_foreseen_for_the_next_turn() -> None:
    bench = desk("sheet")
    bench.play("yellow", "ready; activate WC1 with 1 | activate GM2 with 1; pass; next; activate GM2 with high")
    bench.play("blue", "ready; activate WC1 with 1; pass; next; ready; activate GM1 with high")
    assert moves(bench, "yellow")[:3] == ["ready", "activate GM2 with 1", "pass"]
    assert state(bench).now.turn == 3
    assert moves(bench, "blue")[3:] == ["ready", "activate GM1 with 3", "pass"]


def test_in_sheet_actions_alone_are_a_sheet_sent() -> None:
    bench = desk("sheet")
    bench.play("blue", "activate GM1 with 3")
    bench.play("yellow", "pass")
    assert moves(bench, "blue") == ["ready", "activate GM1 with 3", "pass"]
    assert moves(bench, "yellow") == ["ready", "pass"]


def test_in_sheet_what_does_not_fit_stops_nothing() -> None:
    bench = desk("sheet")
    bench.play("blue", "ready; activate MQ1 with 3")
    bench.play("yellow", "ready; activate SQ1 with 3 else wait; build AR1 with 1 at best")
    assert state(bench).now.turn == 2
    assert moves(bench, "blue") == moves(bench, "yellow") == ["ready", "pass"]


def test_in_sheet_a_line_that_may_be_skipped_makes_way_for_the_next() -> None:
    bench = desk("sheet")
    bench.play("blue", "activate MQ1 with 3 else skip; activate GM1 with 3; activate MQ1 with 1; activate WC1 with 1")
    bench.play("yellow", "ready")
    assert moves(bench, "blue") == ["ready", "activate GM1 with 3", "pass"]
    assert unused(bench, "blue") == ["activate WC1 with 1"]


def test_in_sheet_who_does_not_answer_passes_for_the_turn() -> None:
    bench = desk("sheet")
    bench.play("blue", "ready; activate GM1 with 3")
    bench.default("yellow")
    assert moves(bench, "yellow") == ["ready", "pass"]
    assert state(bench).now.turn == 2
    bench.assert_sound()


def test_in_sheet_a_vacant_seat_holds_up_nothing() -> None:
    bench = desk("sheet", ("blue", "yellow", "white"))
    bench.play("white", "resign")
    bench.play("blue", "ready")
    bench.play("yellow", "ready")
    assert moves(bench, "white") == ["ready", "pass"]
    assert state(bench).now.turn == 2


def test_in_sheet_a_preview_ends_where_others_are_awaited() -> None:
    trial = desk("sheet").preview("blue", "ready; activate GM1 with 3")
    assert isinstance(trial, Trial)
    assert trial.end == "parallel"


def test_in_sheet_who_has_no_worker_has_nothing_to_send() -> None:
    bench = desk("sheet")
    change(bench, "blue", reserve=(), citizens=0, retired=8)
    bench.play("yellow", "ready")
    bench.play("blue", "ready")
    assert state(bench).now.turn == 2
    assert bench.asked() == [("yellow", "ready")]


def test_in_sheet_the_update_may_still_ask() -> None:
    bench = desk("sheet", ask_update="on")
    case = Case(2)
    case.state = bench.match.state
    case.lay("AC1", 2, 0, owner="blue")
    case.give("blue", citizens=4, trainees1=1)
    bench.set_state(case.state)
    bench.play("blue", "ready")
    bench.play("yellow", "ready")
    assert bench.asked() == [("blue", "academy")]
    bench.play("blue", "academy no")
    assert bench.asked() == [("blue", "ready"), ("yellow", "ready")]


@pytest.mark.parametrize("word", ["ready", "pronto", "prêt", "PRET", "bereit"])
def test_ready_in_four_languages(word: str) -> None:
    case = Case(2, mode="sheet")
    assert case.read("blue", word) == Ready()
    assert case.why("blue", word) == ""


def test_ready_is_the_only_move_and_the_default() -> None:
    case = Case(2, mode="sheet")
    assert list(GAME.moves(case.view("blue"))) == [Ready()] == [GAME.default(case.view("blue"))]
    assert case.why("blue", "pass") == "asked_other"
    case.play("blue", Ready())
    assert case.why("blue", "ready") == "not_asked"
    case.play("yellow", Ready())
    assert not GAME.waiting(case.state)[0].ask
    assert GAME.default(case.view(case.state.now.asked[0])) == Pass()


@pytest.mark.parametrize("mode", ["queue", "single"])
def test_ready_is_asked_in_no_other_mode(mode: str) -> None:
    case = Case(2, mode=mode, rome="yellow")
    assert case.why("blue", "ready") == "asked_other"
    assert "ready" not in {*GAME.ahead(case.view("blue"))[0], *GAME.ahead(case.view("blue"))[1]}


def test_all_that_is_ahead_in_each_mode() -> None:
    update = frozenset({"academy", "rescue"})
    turn = update | {"action"}
    for mode, asked, other in (
        ("queue", (turn, turn), (turn, turn)),
        ("single", (turn, frozenset()), (update, frozenset())),
        ("sheet", (turn | {"ready"}, turn | {"ready"}), (turn | {"ready"}, turn | {"ready"})),
    ):
        case = Case(2, mode=mode, rome="yellow")
        assert GAME.ahead(case.view("blue")) == asked, mode
        assert GAME.ahead(case.view("yellow")) == other, mode

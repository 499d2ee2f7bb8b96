"""Whole turns from sheets, with the referee's plans: TV-S4, TV-71, TV-72, TV-73, TV-75 and TV-77 as mail has them."""

from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.state import Mark
from pbem.games.praetor.table.goods import Goods
from pbem.referee.language.plan import Plan, Source
from pbem.referee.language.problem import Problem
from pbem.referee.language.sheet import Sheet, read_sheet
from pbem.referee.language.understand import Reading, understand
from pbem.referee.plans.answer import Act, Stop, answer
from tests.games.praetor.making import EXAMPLE, Case


class Table:
    """Players with plans around a position."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.plans: dict[str, Plan] = {}
        self.asked: list[Stop] = []

    def sheet(self, seat: str, text: str) -> tuple[Problem, ...]:
        """Adopt a sheet; return what is wrong with it."""
        sheet = read_sheet(text)
        assert isinstance(sheet, Sheet), sheet
        reading = Reading(GAME, self.case.view(seat), "en", seat, is_asked=True, is_current=True)
        blocks, problems = understand(reading, sheet)
        if not problems:
            self.plans[seat] = self.plans.get(seat, Plan()).adopt(blocks, Source("desk", seat, text))
        return problems

    def run(self) -> None:
        """Play on until somebody must be asked."""
        while decisions := GAME.waiting(self.case.state):
            decision = decisions[0]
            plan, _ = self.plans.get(decision.seat, Plan()).in_turn(decision.turn)
            act = answer(GAME, self.case.state, decision, plan)
            if isinstance(act, Stop):
                self.plans[decision.seat] = plan
                self.asked.append(act)
                return
            assert isinstance(act, Act)
            self.plans[decision.seat] = act.plan
            self.case.play(decision.seat, act.move)


def table(*order: str) -> Table:
    case = Case(EXAMPLE)
    case.offer("SA1", "SQ1", "MQ1", "SM1", "AC1")
    case.to_move(*order)
    return Table(case)


def test_tv_s4_the_second_alternative_needs_no_question() -> None:
    game = table("yellow", "purple", "blue", "white")
    game.sheet("yellow", "build SA1 with 2 at -1,0 rot 0")
    game.sheet("purple", "activate SA1 with 3")
    game.sheet("blue", "ACTIVATE SA1 WITH 3 | ACTIVATE GM4 WITH 3")
    game.run()
    assert game.case.player("blue").goods == Goods(13, 4, 3, 2, 1)
    assert game.asked[0].decision.seat == "white"


def test_tv_71_else_wait_stops_and_keeps_the_rest() -> None:
    game = table("yellow")
    game.sheet("yellow", "activate MQ1 with 3 | activate SQ1 with 3\nactivate GM1 with 1")
    game.run()
    assert game.asked[0].decision.seat == "yellow"
    assert len(game.plans["yellow"].lines) == 2


def test_tv_71_else_skip_tries_the_next_line() -> None:
    game = table("yellow")
    game.sheet("yellow", "activate MQ1 with 3 | activate SQ1 with 3 else skip\nactivate GM1 with 1")
    game.run()
    assert game.case.lot("GM1").user == Mark(Seat("yellow"), 1)


def test_tv_71_else_pass_passes() -> None:
    game = table("yellow")
    game.sheet("yellow", "activate MQ1 with 3 else pass\nactivate GM1 with 1")
    game.run()
    assert game.case.player("yellow").passed


def test_tv_72_one_bad_line_and_nothing_is_kept() -> None:
    game = table("yellow")
    game.sheet("yellow", "activate GM1 with 1")
    problems = game.sheet("yellow", "activate GM1 with 2\nactivate GM1 wiht 3\nbuild SA1 with 1 at 0 0")
    assert [problem.line for problem in problems] == [2, 3]
    assert [planned.line.text for planned in game.plans["yellow"].lines] == ["activate GM1 with 1"]


def test_tv_73_an_order_may_become_legal() -> None:
    game = table("yellow", "purple")
    assert game.sheet("purple", "ACTIVATE MQ1 WITH 3 IF FREE MQ1 AND GOLD>=1 | activate GM2 with 1") == ()
    game.sheet("yellow", "build MQ1 with 1 at best")
    game.run()
    assert game.case.lot("MQ1").user == Mark(Seat("purple"), 3)
    assert game.case.player("yellow").goods.gold == 11


def test_tv_75_one_mail_carries_the_game_through_a_turn() -> None:
    game = table("yellow", "purple", "white", "blue")
    game.sheet("purple", "activate WC1 with low\nactivate GM2 with high\npass\nalways academy yes")
    game.sheet("white", "activate GM3 with 3; build SM1 with low at best; passo")
    game.sheet("blue", "attiva GM4 con alto\npasse")
    game.sheet("yellow", "build AC1 with 1 at best\nbaue SA1 mit niedrig auf beste\npass\nnext\nactivate GM1 with high")
    game.run()
    case = game.case
    assert case.state.now.turn == 2
    assert case.player("purple").reserve == (1, 1, 2, 4)
    assert case.player("purple").goods.stone == 2
    assert {case.lot(tile).owner for tile in ("AC1", "SA1")} == {"yellow"}
    assert case.lot("SM1").owner == "white"
    assert [planned.line.text for planned in game.plans["yellow"].later[0]] == ["activate GM1 with high"]


def test_tv_77_a_standing_order_stays_as_it_is() -> None:
    game = table("yellow", "purple", "white", "blue")
    game.case.lay("AC1", -1, 0, owner="yellow")
    game.case.give("purple", trainees1=1, citizens=4)
    game.sheet("purple", "always academy no\npass academy yes")
    for seat in ("yellow", "white", "blue"):
        game.sheet(seat, "pass")
    game.run()
    assert game.case.player("purple").reserve == (1, 1, 2, 3)
    assert [planned.line.text for planned in game.plans["purple"].always] == ["always academy no"]


def test_where_nobody_is_asked_a_line_that_does_not_fit_passes_unless_it_is_sent_just_now() -> None:
    game = table("yellow")
    game.sheet("yellow", "activate MQ1 with 3")
    (decision,) = GAME.waiting(game.case.state)
    unasked = replace(decision, ask=False)
    plan, _ = game.plans["yellow"].in_turn(decision.turn)
    ahead = answer(GAME, game.case.state, unasked, plan)
    assert isinstance(ahead, Act)
    assert GAME.write(ahead.move, "en") == "pass"
    now = answer(GAME, game.case.state, unasked, replace(plan, is_answer=True), language="en")
    assert isinstance(now, Stop)
    assert [problem.line for problem in now.problems] == [1]


def test_conditions_in_other_languages() -> None:
    game = table("yellow")
    assert (
        game.sheet("yellow", "attiva MQ1 con 1 se libera MQ1 | attiva GM1 con 2 se oro >= 5 e non passato viola") == ()
    )
    game.run()
    assert game.case.lot("GM1").user == Mark(Seat("yellow"), 2)


def test_tv_77_also_when_the_last_worker_is_placed() -> None:
    game = table("purple", "yellow", "white", "blue")
    game.case.lay("AC1", -1, 0, owner="yellow")
    game.case.give("purple", reserve=(1,), citizens=7)
    game.sheet("purple", "activate WC1 with 1\npass academy yes")
    for seat in ("yellow", "white", "blue"):
        game.sheet(seat, "pass")
    game.run()
    assert game.case.player("purple").reserve == (1, 1)
    assert game.case.player("purple").goods.stone == 2

"""Sheets at this game (8.2, 8.3, 10.9): the referee's order language with rerolls in between and picks for always."""

from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.moves import Place
from pbem.games.alea.position.state import State
from pbem.referee.language.plan import Plan, Source
from pbem.referee.language.sheet import Sheet, read_sheet
from pbem.referee.language.telling import tell_move
from pbem.referee.language.understand import Reading, understand
from pbem.referee.plans.answer import Stop, answer
from tests.games.alea.making import A, B, asked, at_table, end_of_round, evaluate, view
from tests.games.fate import Fate


def plan(state: State, text: str, seat: int = A) -> Plan:
    """Read a sheet of a seat; every word must be understood."""
    sheet = read_sheet(text)
    assert isinstance(sheet, Sheet), sheet
    reading = Reading(GAME, view(state, seat), "en", "d", seat in asked(state), is_current=False)
    blocks, problems = understand(reading, sheet)
    assert not problems, problems
    return Plan().adopt(blocks, Source("desk", "d", text))


def run(state: State, given: Plan, seat: int = A, chance: Fate | None = None) -> tuple[State, list[str], Plan]:
    """Let the plan answer as long as the seat is asked and has an answer; return the orders played."""
    played: list[str] = []
    while asked(state) == [seat]:
        decision = GAME.waiting(state)[0]
        given, _ = given.in_turn(decision.turn)
        act = answer(GAME, state, decision, given)
        if isinstance(act, Stop):
            return state, played, given
        played.append(GAME.write(act.move, "en"))
        state, given = GAME.play(state, decision.seat, act.move, chance or Fate(7)).state, act.plan
    return state, played, given


def test_orders_that_depend_on_the_dice_are_told_back_as_written() -> None:
    state = at_table(2, [1, 2, 4, 4, 4], tokens=2)
    for text in ("place castrum *4", "reroll except 4 4", "place castrum 2x4"):
        assert tell_move(GAME, view(state), text, "de") == text
    assert tell_move(GAME, view(state, B), "place castrum *4", "de") == "setze Castrum *4"
    meant = GAME.parse(view(state), "place castrum *4")
    assert meant == Place("castrum", (4, 4, 4), "new")  # which is so of this roll alone


def test_orders_that_mean_the_same_at_any_time_are_told_back_in_the_players_language() -> None:
    state = at_table(2, [1, 2, 4, 4, 4], tokens=2)
    assert tell_move(GAME, view(state), "place castrum 4 4 4 new", "de") == "setze Castrum 4 4 4 neu"
    assert tell_move(GAME, view(state), "ritira 1, 2", "fr") == "relancer 1 2"


V140 = "reroll except 4 4 if not have 4 4 4 else skip\nreroll except 4 4 if not have 4 4 4 else skip\nplace castrum *4"


def test_v140_rerolls_until_the_dice_are_there() -> None:
    state = at_table(2, [1, 1, 4, 4, 6], tokens=2)
    after, played, _ = run(state, plan(state, V140), chance=Fate(7, dice={"1.1/grey/1": [2, 4, 5]}))
    assert played == ["reroll 1 1 6", "place castrum 4 4 4 new"]
    assert after.position.players[A].tokens == 1


def test_v141_no_token_is_spent_if_they_are_there_already() -> None:
    state = at_table(2, [1, 2, 4, 4, 4], tokens=2)
    after, played, _ = run(state, plan(state, V140))
    assert played == ["place castrum 4 4 4 new"]
    assert after.position.players[A].tokens == 2


def test_v142_nothing_legal_stays_open_with_reasons() -> None:
    state = at_table(2, [5, 6])
    given = plan(state, "place castrum 4 4 | place senate 1")
    stop = answer(GAME, state, GAME.waiting(state)[0], given, language="en")
    assert isinstance(stop, Stop)
    assert len(stop.problems) == 2
    assert run(state, given)[1] == []


def test_v143_a_stored_sheet_runs_when_the_dice_are_rolled() -> None:
    state = at_table(2, [1, 2])
    given = plan(state, "place forum low", B)
    assert B not in asked(state)
    after = GAME.play(state, state.fixed.seats[A], GAME.default(view(state)), Fate(7)).state
    lowest = after.position.rolls[B][0]
    assert run(after, given, B)[1] == [f"place forum {lowest}"]


def test_a_chain_of_reroll_and_placement() -> None:
    state = at_table(2, [1, 1, 4], tokens=1)
    _, played, _ = run(
        state, plan(state, "reroll 1 1 then place castrum *4"), chance=Fate(7, dice={"1.1/grey/1": [4, 4]})
    )
    assert played == ["reroll 1 1", "place castrum 4 4 4 new"]


def test_a_condition_on_the_dice() -> None:
    state = at_table(2, [1, 1, 4], tokens=1)
    text = "reroll 1 1 if have 4 4 | place castrum 1 1 if dado1 >= 2 | place forum low"
    assert run(state, plan(state, text))[1] == ["place castrum 1 1 new"]


def test_v145_picks_for_always() -> None:
    state = evaluate(end_of_round(2, castrum="A3x6 A2x6")).state
    state = replace(state, position=replace(state.position, provinces=("HIS3", "GER1")))
    given = plan(state, "always province GER4 | province HIS3 | any")
    _, played, _ = run(state, given)
    assert played == ["province HIS3", "province GER1"]


def test_a_card_line_counts_only_if_it_cannot_fail() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 3)})).state
    wanted = state.offer[2]
    assert run(state, plan(state, f"always card {wanted}"))[1] == []
    assert run(state, plan(state, f"always card {wanted} | any"))[1] == [f"card {wanted}"]
    others = [card for card in ("I", "II", "III", "V") if card not in state.offer]
    assert run(state, plan(state, f"always card {others[0]} | any"))[1] == [f"card {state.offer[0]}"]


def test_orders_for_what_cannot_come_up_are_refused_at_once() -> None:
    state = at_table(2, [1, 2])
    sheet = read_sheet("keep 3")
    assert isinstance(sheet, Sheet)
    _, problems = understand(Reading(GAME, view(state), "en", "d", True, is_current=False), sheet)
    assert problems

"""Five at the table, each on the B side of the own board, which is like no other: whole games, of every way to play."""

from random import Random

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.state import State
from pbem.record.folder import join
from tests.games.contract import Case as Opening
from tests.games.contract import Law
from tests.games.playing import bot_game, default_game, random_game
from tests.games.praetor.hidden import assert_invariants
from tests.games.praetor.making import SEATS, Case
from tests.games.test_contract import LAWS, name_of
from tests.record.test_vectors import verify_by_tool
from tests.referee.bench import Bench

ALL_B = {"sides": "all_B"}
FIVE = tuple(Seat(seat) for seat in GAME.meta.seats)
WAYS = {"bots": bot_game, "at random": random_game, "nobody": default_game}


class OnAllB(Opening):
    """The opening of five on all B sides."""

    @property
    def options(self) -> dict[str, str]:
        return ALL_B


def test_each_seat_has_a_board_of_its_own() -> None:
    case = Case(5, **ALL_B)
    boards = {seat: case.player(seat).board for seat in SEATS}
    printed = [case.state.rules.table.boards[board] for board in boards.values()]
    assert sorted(boards.values()) == ["B1", "B2", "B3", "B4", "B5"]
    assert all(one != other for at, one in enumerate(printed) for other in printed[:at])


def test_sides_chosen_one_by_one_make_the_same_game() -> None:
    one_by_one = Case(5, **{f"side_{seat}": "B" for seat in SEATS})
    assert one_by_one.state.now == Case(5, **ALL_B).state.now


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(3))
def test_games_go_to_their_end_and_hold_together(way: str, seed: int) -> None:
    state: State | None = None
    for ply in WAYS[way](GAME, FIVE, seed, ALL_B):
        state = ply.step.state
        assert_invariants(state)
    assert state is not None
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert set(outcome.ranks) == set(FIVE)
    assert all(sum(points.values()) == state.now.players[seat].favour for seat, points in outcome.points.items())


@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_they_keep_the_law_of_games(law: Law) -> None:
    law(OnAllB(GAME, 5))


def test_a_recorded_game_of_bots_is_replayed_and_both_verifiers_find_it_good() -> None:
    bench, random = Bench("praetor", FIVE, options=ALL_B, rolls=2048), Random(5)
    while waiting := bench.match.waiting():
        seat = waiting[0].seat
        move = GAME.bots["greedy"](GAME.view(bench.match.state, seat), random)
        bench.play(seat, GAME.write(move, "en"))
    assert bench.match.phase == "over"
    bench.assert_sound()
    raws = {"log.jsonl": join(entry.raw for entry in bench.entries)}
    told = {check: verdict for check, verdict, _words in verify_by_tool(raws)}
    assert "FAILED" not in told.values()
    assert [told[check] for check in ("chain", "ladder", "draws")] == ["ok"] * 3

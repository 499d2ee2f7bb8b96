"""Random games with random options: invariants after every move, the end as the rules have it."""

from random import Random

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.state import State, city_deck, wall_deck
from tests.games.fate import Fate
from tests.games.playing import Choose, bot_game, lay_out, play_out, random_game, random_options, random_seats
from tests.games.praetor.hidden import assert_invariants

GAMES = 60


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_hold_together(players: int) -> None:
    causes = set()
    for seed in range(GAMES):
        random = Random(f"{players}/{seed}")
        seats = random_seats(GAME, players, random)
        state = None
        for ply in random_game(GAME, seats, seed, random_options(GAME, seats, random)):
            assert_invariants(ply.step.state)
            state = ply.step.state
        assert state is not None
        _assert_ended(state)
        causes.add(state.now.last)
    assert "wall" in causes


def _assert_ended(state: State) -> None:
    now = state.now
    assert now.phase == "over"
    assert 1 < now.turn <= 14
    assert {"city": city_deck(state) == 0, "wall": wall_deck(state) == 0}.get(now.last, True)
    outcome = GAME.outcome(state)
    assert outcome is not None
    for seat, points in outcome.points.items():
        assert sum(points.values()) == now.players[seat].favour >= 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_greedy_bot_beats_chance(players: int) -> None:
    won = 0
    for seed in range(8):
        random = Random(seed)
        seats = random_seats(GAME, players, random)
        state = lay_out(GAME, seats, Fate(seed)).state
        *_, last = play_out(GAME, state, Fate(seed), _one_bot(seats[0], random))
        state = last.step.state
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += outcome.ranks[seats[0]] == 1
    assert won >= 7


def _one_bot(bot: Seat, random: Random) -> Choose:
    """Let one seat play greedily and the others at random."""
    greedy = GAME.bots["greedy"]
    return lambda seat, view: greedy(view, random) if seat == bot else random.choice(list(GAME.moves(view)))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_among_themselves_end_games(players: int) -> None:
    for seed in range(4):
        seats = random_seats(GAME, players, Random(seed))
        *_, last = bot_game(GAME, seats, seed, {"no_market": "on", "sides": "all_B"})
        assert_invariants(last.step.state)
        assert last.step.state.now.phase == "over"

"""Whole games: counts of legal moves, readable playthroughs, random games, the greedy bot.

`perft.txt` and `playthrough_*.txt` are written anew by `python -m tests.games.praetor.test_play`.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.state import State, city_deck, wall_deck
from tests.games.fate import Fate
from tests.games.playing import Choose, bot_game, lay_out, play_out, random_game, random_options, random_seats
from tests.games.praetor.hidden import assert_invariants

HOME = Path(__file__).parent
KEPT = ((2, 1, "en"), (3, 5, "it"))  # games to be read: players, seed, language
GAMES = ((2, 1), (3, 2), (4, 3), (5, 4))
PLIES = 24
CAMPAIGN = 60  # random games for each number of players


def seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in GAME.meta.seats[:count])


def count_moves() -> Iterator[str]:
    """Yield a line per game: players, seed, and how many moves were legal at each of the first decisions."""
    for players, seed in GAMES:
        plies = random_game(GAME, seats(players), seed)
        found = [
            sum(1 for _ in GAME.moves(GAME.view(ply.state, ply.seat)))
            for ply, _ in zip(plies, range(PLIES), strict=False)
        ]
        yield f"{players} players, seed {seed}: {' '.join(map(str, found))}"


def tell_game(players: int, seed: int, language: str) -> Iterator[str]:
    """Yield a game among greedy bots: every order as it is written, then what happened."""
    fate, random, bot = Fate(seed), Random(seed), GAME.bots["greedy"]
    start = lay_out(GAME, seats(players), fate)
    yield from (f"  {GAME.say(happening.saying, language)}" for happening in start.happenings)
    for ply in play_out(GAME, start.state, fate, lambda seat, view: bot(view, random)):
        yield f"{ply.seat}: {GAME.write(ply.move, language)}"
        yield from (f"  {GAME.say(happening.saying, language)}" for happening in ply.step.happenings)


def test_counts_stay() -> None:
    assert "\n".join(count_moves()) + "\n" == (HOME / "perft.txt").read_text("utf-8")


def playthrough(players: int, seed: int, language: str) -> str:
    """Return a game that is kept as a text."""
    return "\n".join(tell_game(players, seed, language)) + "\n"


def playthroughs() -> Iterator[tuple[Path, str]]:
    """Yield every game that is kept, and where."""
    for players, seed, language in KEPT:
        yield HOME / f"playthrough_{players}.txt", playthrough(players, seed, language)


@pytest.mark.parametrize(("players", "seed", "language"), KEPT)
def test_games_stay(players: int, seed: int, language: str) -> None:
    assert playthrough(players, seed, language) == (HOME / f"playthrough_{players}.txt").read_text("utf-8")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_hold_together(players: int) -> None:
    causes = set()
    for seed in range(CAMPAIGN):
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


if __name__ == "__main__":
    (HOME / "perft.txt").write_text("\n".join(count_moves()) + "\n", "utf-8")
    (HOME / "playthrough_2.txt").write_text("\n".join(tell_game(2, 1, "en")) + "\n", "utf-8")
    (HOME / "playthrough_3.txt").write_text("\n".join(tell_game(3, 5, "it")) + "\n", "utf-8")

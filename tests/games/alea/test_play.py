"""Whole games: counts of legal moves, readable playthroughs, random campaigns, the greedy bot.

`perft.txt` and `playthrough_*.txt` are written anew by `python -m tests.games.alea.test_play`.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.games.alea import GAME
from pbem.games.alea.position.moves import Reroll
from pbem.games.game import Seat
from tests.games.alea.hidden import assert_invariants
from tests.games.alea.making import seats
from tests.games.fate import Fate
from tests.games.playing import lay_out, play_out, random_game, random_options

HERE = Path(__file__).parent
KEPT = (2, 5)  # players of games to be read
PLIES = 40


def perft() -> str:
    """The number of legal moves at the first plies of random games."""
    lines = []
    for players in GAME.meta.players:
        for seed in (1, 2, 3):
            plies = islice(random_game(GAME, seats(players), seed), PLIES)
            counts = [len(list(GAME.moves(GAME.view(ply.state, ply.seat)))) for ply in plies]
            lines.append(f"{players} players, seed {seed}: {' '.join(map(str, counts))}")
    return "\n".join(lines) + "\n"


def playthrough(players: int) -> str:
    """A game of greedy players, told move by move as everybody sees it."""
    chance = Fate(players)
    start = lay_out(GAME, seats(players), chance)
    told = [GAME.say(news.saying, "en") for news in start.happenings]
    for ply in play_out(GAME, start.state, chance, lambda _, view: GAME.bots["greedy"](view, Random(0))):
        order = "(hidden)" if GAME.waiting(ply.state)[0].private else GAME.write(ply.move, "en")
        told.append(f"\n{ply.seat}: {order}")
        told += [f"  {GAME.say(news.saying, 'en')}" for news in ply.step.happenings if news.to is None]
        state = ply.step.state
    return "\n".join(told) + "\n\n" + GAME.board(GAME.view(state, None), "en") + "\n"


def test_the_numbers_of_legal_moves() -> None:
    assert perft() == (HERE / "perft.txt").read_text("utf-8")


def playthroughs() -> Iterator[tuple[Path, str]]:
    """Yield every game that is kept as a text, and where."""
    for players in KEPT:
        yield HERE / f"playthrough_{players}.txt", playthrough(players)


@pytest.mark.parametrize("players", KEPT)
def test_a_playthrough_reads_as_it_did(players: int) -> None:
    assert playthrough(players) == (HERE / f"playthrough_{players}.txt").read_text("utf-8")


@pytest.mark.parametrize("players", GAME.meta.players)
def test_random_games_keep_the_invariants(players: int) -> None:
    for seed in range(60):
        options = random_options(GAME, seats(players), Random(seed)) if seed % 2 else {}
        plies = list(random_game(GAME, seats(players), seed, options))
        for ply in plies:
            assert_invariants(ply.step.state)
        outcome = GAME.outcome(plies[-1].step.state)
        assert outcome is not None
        for points in outcome.points.values():
            parts = ("provinces", "patricians", "senate", "fortune", "rerolls")
            assert sum(points[part] for part in parts) == points["total"]


def _duel(seed: int) -> int:
    """Return the greedy player's rank against a random one; they change seats."""
    me = seats(2)[seed % 2]
    chance, random = Fate(seed), Random(seed)

    def choose(seat: Seat, view: Any) -> Any:
        return GAME.bots["greedy"](view, random) if seat == me else random.choice(list(GAME.moves(view)))

    state = lay_out(GAME, seats(2), chance).state
    for ply in play_out(GAME, state, chance, choose):
        state = ply.step.state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.ranks[me]


def test_the_greedy_bot_beats_a_random_player() -> None:
    assert sum(_duel(seed) == 1 for seed in range(20)) >= 16


def test_rerolls_are_listed_by_value() -> None:
    ply = next(ply for ply in random_game(GAME, seats(2), 5) if isinstance(ply.move, Reroll))
    view = GAME.view(ply.state, ply.seat)
    rerolls = [move for move in GAME.moves(view) if isinstance(move, Reroll)]
    roll = ply.state.position.rolls[view.index]
    wanted = 1
    for value in range(1, 7):
        wanted *= roll.count(value) + 1
    assert len(rerolls) == len(set(rerolls)) == wanted - 1


if __name__ == "__main__":
    (HERE / "perft.txt").write_text(perft(), "utf-8")
    for count in (2, 5):
        (HERE / f"playthrough_{count}.txt").write_text(playthrough(count), "utf-8")

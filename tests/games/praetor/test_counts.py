"""Counts of legal moves at the first decisions of fixed games, kept in counts.txt, and two games kept as text."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from tests.games.fate import Fate
from tests.games.playing import lay_out, play_out, random_game

HOME = Path(__file__).parent
GAMES = ((2, 1), (3, 2), (4, 3), (5, 4))
PLIES = 24


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
    assert "\n".join(count_moves()) + "\n" == (HOME / "counts.txt").read_text("utf-8")


@pytest.mark.parametrize(("players", "seed", "language"), [(2, 1, "en"), (3, 5, "it")])
def test_games_stay(players: int, seed: int, language: str) -> None:
    kept = (HOME / f"game_{players}_{language}.txt").read_text("utf-8")
    assert "\n".join(tell_game(players, seed, language)) + "\n" == kept


if __name__ == "__main__":
    (HOME / "counts.txt").write_text("\n".join(count_moves()) + "\n", "utf-8")
    (HOME / "game_2_en.txt").write_text("\n".join(tell_game(2, 1, "en")) + "\n", "utf-8")
    (HOME / "game_3_it.txt").write_text("\n".join(tell_game(3, 5, "it")) + "\n", "utf-8")

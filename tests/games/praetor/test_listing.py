"""The list of moves is complete: all that `check` allows is listed, but for the trades of a market."""

from collections.abc import Iterator
from random import Random

import pytest

from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Rescue
from pbem.games.praetor.position.state import View, cells
from tests.games.playing import random_game, random_options, random_seats


def every_move(view: View) -> Iterator[Move]:
    """Yield every move that could be thought of, trades apart."""
    simple = list(_every_action(view, range(OLD + 1)))
    yield from simple
    for camp in (*view.state.now.city, "XX1"):
        yield from (Labour(camp, move) for move in _every_action(view, (OLD,)) if _is_near(move))
    yield from (Pass(academy, rescue) for academy in ("", "yes", "free", "no") for rescue in ("", "yes", "no"))
    yield from (Academy(at) for at in ("", *view.state.now.city))
    yield from (Rescue(use=use) for use in (True, False))


def _is_near(move: Build | Activate) -> bool:
    return isinstance(move, Activate) or (move.rot == 0 and move.x in (0, 1, 2))


def _every_action(view: View, levels: range | tuple[int, ...]) -> Iterator[Build | Activate]:
    state = view.state
    ground = cells(state.now)
    xs = range(min(x for x, _ in ground) - 2, max(x for x, _ in ground) + 3)
    ys = range(min(y for _, y in ground) - 2, max(y for _, y in ground) + 3)
    for level in levels:
        for tile in (*state.now.display, "AR1"):
            yield from (Build(tile, level, x, y, rot) for x in xs for y in ys for rot in (0, 90, 180, 270))
        for tile in state.now.city:
            yield Activate(tile, level)
            yield from (Activate(tile, level, take=take) for take in ("W01", state.now.section) if take)
            yield from (Activate(tile, level, make=made) for made in range(OLD + 1))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_legal_is_listed(seed: int) -> None:
    random = Random(seed)
    seats = random_seats(GAME, random.randint(2, 5), random)
    plies = list(random_game(GAME, seats, seed, random_options(GAME, seats, random)))
    for ply in random.sample(plies, 3):
        view = GAME.view(ply.state, ply.seat)
        listed = {GAME.write(move, "en") for move in GAME.moves(view)}
        legal = [move for move in every_move(view) if GAME.check(view, move) is None]
        assert {GAME.write(GAME.resolve(view, move), "en") for move in legal} <= listed


def test_trades_that_are_not_listed_are_legal() -> None:
    seats = random_seats(GAME, 2, Random(0))
    ply = next(iter(random_game(GAME, seats, 0)))
    view = GAME.view(ply.state, ply.seat)
    move = GAME.parse(view, "activate MK1 with 1 sell 2 wood, sell 1 stone, buy 1 weapons")
    assert isinstance(move, Activate)
    assert GAME.check(view, move) is None
    assert move not in GAME.moves(view)
    trades = [listed.trades for listed in GAME.moves(view) if isinstance(listed, Activate) and listed.level == 1]
    lines = [len(trade) for trade in trades if trade]
    assert (lines.count(1), lines.count(2), lines.count(4)) == (7 + 8, 12, 1)

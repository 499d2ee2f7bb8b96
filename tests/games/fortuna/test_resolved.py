"""A move is recorded resolved: what it left to the rules stands in it as a number (7.3)."""

from random import Random

import pytest
from msgspec.structs import replace

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Act, Ask, Bribe, Buy, Military, Move, Play, Pour, Sell
from tests.games.fate import Fate
from tests.games.fortuna.playing import play_out


def opened(move: Move) -> Move:
    """Return a move with its amounts left to the rules."""
    match move:
        case Play(act=act) | Military(act=act) if act is not None:
            return replace(move, act=_opened(act))
        case Ask():
            return replace(move, count=None)
    return move


def _opened(act: Act) -> Act:
    match act:
        case Bribe(act=inner):
            return replace(act, act=_opened(inner))
        case Pour(water=int(water)) if water:
            return replace(act, water=None)
        case Sell() | Buy():
            return replace(act, count=None)
    return act


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_resolved_move_is_legal_and_does_the_same(players: int) -> None:
    resolved_ones = 0
    for moment in play_out(players, players, {}):
        view = GAME.view(moment.before, moment.seat)
        legal = list(GAME.moves(view))
        for move in map(opened, Random(0).sample(legal, min(4, len(legal)))):
            if GAME.check(view, move) is not None:
                continue
            resolved = GAME.resolve(view, move)
            assert GAME.check(view, resolved) is None
            assert GAME.resolve(view, resolved) == resolved
            assert GAME.parse(view, GAME.write(resolved, "en")) == resolved
            assert "all" not in GAME.write(resolved, "en").split()
            seat = moment.seat
            assert GAME.play(moment.before, seat, resolved, Fate(7)) == GAME.play(moment.before, seat, move, Fate(7))
            resolved_ones += resolved != move
    assert resolved_ones > 10

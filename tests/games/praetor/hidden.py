"""What the shared suite asks of every game. In Praetor no position hides anything: the order of decks is chance's."""

from random import Random
from typing import Any

from pbem.games.game import Seat
from pbem.games.praetor.position.moves import Activate, Labour, Move
from pbem.games.praetor.position.state import Lot, Player, State, controlled, wall_deck
from pbem.games.praetor.table.faults import is_joined


def is_open_ended(move: Move) -> bool:
    """Tell whether a move trades at a market: of such visits only a selection is listed."""
    inner = move.inner if isinstance(move, Labour) else move
    return isinstance(inner, Activate) and bool(inner.trades)


def scramble(game: Any, state: State, seat: Seat | None, random: Random) -> State:
    """Return the state as it is: there is nothing in it that a seat, or the public, may not know."""
    return state


def orders_ahead(state: State) -> bool:
    """Tell whether orders may be given for a later turn: not where a mail holds one action."""
    return state.rules.choices.mode != "single"


def assert_invariants(state: State) -> None:
    """Assert what holds after every move (3.3)."""
    for player in state.now.players.values():
        _assert_player(state, player)
    _assert_tiles(state)
    _assert_walls(state)
    _assert_marks(state)
    _assert_order(state)


def _assert_player(state: State, player: Player) -> None:
    trainees = player.trainees1 + player.trainees2
    assert player.citizens + trainees + player.active + player.retired == state.rules.table.start.dice
    assert 0 <= len(player.out) <= player.retired
    assert min(player.citizens, player.trainees1, player.trainees2, player.favour) >= 0
    assert min(player.goods.amounts().values()) >= 0
    assert 0 <= player.morale < len(state.side(player).morale)
    assert player.reserve == tuple(sorted(player.reserve))
    assert all(1 <= level <= 5 for level in (*player.reserve, *(worker.level for worker in player.placed)))
    most = state.rules.choices.max_tiles
    assert most == 0 or controlled(state.now, player.seat) <= most
    assert len(set(player.camps)) == len(player.camps) >= len(player.out)


def _assert_tiles(state: State) -> None:
    rules, now = state.rules, state.now
    start = [tile for tile in now.city if rules.table.tiles[tile].era == "0"]
    lying = [*(tile for tile in now.city if tile not in start), *now.display]
    drawn = now.early + now.late
    assert len(set(lying)) == len(lying) == drawn
    assert set(lying) <= {*rules.early, *rules.late}
    assert now.late == 0 or now.early == len(rules.early)
    assert len(now.display) <= len(rules.seats) + 1
    places = [(lot.x, lot.y) for lot in now.city.values()]
    assert len(set(places)) == len(places)
    assert is_joined(set(places))
    assert (now.back is None) == (drawn == len(rules.early) + len(rules.late))
    assert all(name == lot.tile for name, lot in now.city.items())


def _assert_walls(state: State) -> None:
    now = state.now
    owned = [wall for player in now.players.values() for wall in player.walls]
    seen = [*owned, *now.removed, *([now.section] if now.section else [])]
    assert len(set(seen)) == len(seen) == now.walls
    assert set(seen) <= set(state.rules.walls)
    assert (now.wall_back < 0) == (wall_deck(state) == 0)


def _assert_marks(state: State) -> None:
    """Every worker on a tile stands there once, and is one of the workers its player has placed."""
    on_tiles = sorted(mark for lot in state.now.city.values() for mark in _marks(lot))
    placed = sorted(
        (player.seat, worker.tile, worker.built, worker.level, retired)
        for player in state.now.players.values()
        for retired, workers in ((False, player.placed), (True, player.out))
        for worker in workers
    )
    assert on_tiles == placed


def _marks(lot: Lot) -> list[tuple[str, str, bool, int, bool]]:
    marks = ((lot.builder, True), (lot.user, False))
    return [(mark.seat, lot.tile, built, mark.level, mark.retired) for mark, built in marks if mark]


def _assert_order(state: State) -> None:
    now = state.now
    assert sorted(now.order) == sorted(state.rules.seats) == sorted(now.players)
    assert sorted(state.rules.juniority) == sorted(state.rules.seats)
    arrivals = [player.arrival for player in now.players.values()]
    assert len(set(arrivals)) == len(arrivals)
    assert max(arrivals) <= now.clock
    assert (now.phase == "over") == (not now.asked)
    assert len(now.asked) == 1 or now.phase != "action"
    assert not any(now.players[seat].passed for seat in now.asked) or now.phase != "action"

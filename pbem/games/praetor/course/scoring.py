"""The final scoring, the majorities of the expert game and the tie-breaks."""

from collections.abc import Mapping

from pbem.games.game import Outcome, Seat
from pbem.games.kit.scene import by
from pbem.games.praetor.position.city import largest_area
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Player, State, controlled, morale_value
from pbem.games.praetor.table.goods import WARES

MAJORITIES = ("area", "wall", "citizens")


def score(scene: Scene) -> None:
    """Score workers, morale and goods in the last turn's order, then the majorities; favour never below 0 (P-R38)."""
    state, order = scene.state, scene.now.order
    prizes = {}
    if scene.rules.choices.expert:
        prizes = _majorities(state)
    lines: dict[Seat, dict[str, int]] = {}
    for seat in order:
        player = scene.player(seat)
        line = {"favour": player.favour}
        for name, gain in _gains(state, player, prizes).items():
            line[name] = scene.move_favour(seat, gain)
        lines[seat] = line
        scene.tell("scored", seat=by(seat), total=scene.player(seat).favour, **_told(line))
    scene.set(phase="over", asked=(), lines=lines)
    winner = ranking(scene.state)[0]
    scene.tell("praetor", seat=by(winner), favour=scene.player(winner).favour)


def _told(line: Mapping[str, int]) -> dict[str, int]:
    prizes = sum(line.get(name, 0) for name in MAJORITIES)
    return {"workers": line["workers"], "morale": line["morale"], "goods": line["goods"], "prizes": prizes}


def _gains(state: State, player: Player, prizes: Mapping[str, Mapping[Seat, int]]) -> dict[str, int]:
    gains = {
        "workers": worth_of_workers(player),
        "morale": morale_value(state, player),
        "goods": worth_of_goods(state, player) // state.rules.table.numbers.sale,
    }
    return gains | {name: prize[player.seat] for name, prize in prizes.items()}


def worth_of_workers(player: Player) -> int:
    """Return the levels of the active workers and one for each trainee."""
    levels = sum(player.reserve) + sum(worker.level for worker in player.placed)
    return levels + player.trainees1 + player.trainees2


def worth_of_goods(state: State, player: Player) -> int:
    """Return the gold a player has when everything is sold at the own rates."""
    sell = state.side(player).sell
    wares = (player.goods.amount(ware) * sell.amount(ware) for ware in WARES)
    return player.goods.gold + sum(wares)


def _majorities(state: State) -> dict[str, dict[Seat, int]]:
    now, prizes = state.now, state.rules.table.prizes
    counts = {
        "area": {seat: largest_area(now, seat) for seat in now.players},
        "wall": {seat: len(player.walls) for seat, player in now.players.items()},
        "citizens": {seat: player.citizens for seat, player in now.players.items()},
    }
    zero = state.rules.choices.expert_zero
    return {name: share(counts[name], getattr(prizes, name), zero=zero) for name in MAJORITIES}


def share(counts: Mapping[Seat, int], prizes: tuple[int, ...], *, zero: bool = True) -> dict[Seat, int]:
    """Share prizes by rank: the tied share the prizes of their places evenly, rounded down (P-R41)."""
    shares = dict.fromkeys(counts, 0)
    ranked = [count for count in counts.values() if zero or count > 0]
    for seat, count in counts.items():
        if count in ranked:
            above, equal = sum(other > count for other in ranked), ranked.count(count)
            shares[seat] = sum(prizes[above : above + equal]) // equal
    return shares


def ranking(state: State) -> tuple[Seat, ...]:
    """Return the seats from first to last: favour, morale value, wall sections, tiles, the youngest (P-R39, P-R40)."""

    def standing(seat: Seat) -> tuple[int, ...]:
        player = state.now.players[seat]
        youth = -state.rules.juniority.index(seat)
        return player.favour, morale_value(state, player), len(player.walls), controlled(state.now, seat), youth

    return tuple(sorted(state.now.players, key=standing, reverse=True))


def outcome(state: State) -> Outcome | None:
    """Return the result once the game is over; the points of a seat add up to its favour."""
    if state.now.phase != "over":
        return None
    ranks = {seat: rank for rank, seat in enumerate(ranking(state), 1)}
    return Outcome(ranks, {seat: dict(line) for seat, line in state.now.lines.items()})

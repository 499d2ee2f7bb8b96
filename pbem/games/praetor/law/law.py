"""The law: why a move is not legal, in the order in which the rules ask, with the rule behind each reason.

The reasons are bare; `refusals` adds the facts that a player is told with them.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pbem.games.game import Refusal, Seat
from pbem.games.kit.refusals import asked_other, no, not_asked, over
from pbem.games.praetor.position.city import ROTATIONS, is_adjacent
from pbem.games.praetor.position.effects import traded, use
from pbem.games.praetor.position.moves import (
    KINDS,
    OLD,
    Academy,
    Activate,
    Build,
    Labour,
    Move,
    Pass,
    Ready,
    Rescue,
    Trade,
)
from pbem.games.praetor.position.state import Lot, Placed, Player, State, View, cells, controlled
from pbem.games.praetor.table.goods import NOTHING, WARES, Goods
from pbem.games.praetor.table.table import Side, Tile


def why_not(view: View, move: Move) -> Refusal | None:
    """Return why the view's seat may not make a move now, or None if it may."""
    seat, now = view.seat, view.state.now
    if seat is None or seat not in now.players:
        return no("not_playing", "3.2")
    if now.phase == "over":
        return over("4.6")
    player = now.players[seat]
    if KINDS[type(move)] == "action" and player.passed:
        return no("e_passed", "P-R24")
    if seat not in now.asked:
        return not_asked("4.3", now.asked)
    if KINDS[type(move)] != now.phase:
        return asked_other("4.0", f"asks/{now.phase}", f"asks/{KINDS[type(move)]}")
    return _LAWS[type(move)](view.state, player, move)


def why_not_build(state: State, player: Player, move: Build, *, retired: bool = False) -> Refusal | None:
    """Return why a player cannot build so."""
    if move.tile not in state.now.display:
        return no("e_not_offered", "4.3.1")
    if not _has_worker(player, move.level, retired=retired):
        return no("e_no_worker", "P-R60")
    if not player.goods.covers(state.tile(move.tile).cost):
        return no("e_cannot_pay", "P-R7")
    if not has_marker(state, player):
        return no("e_no_marker", "P-R43")
    return _why_not_there(state, move)


def _why_not_there(state: State, move: Build) -> Refusal | None:
    ground = cells(state.now)
    if move.beside:
        return no("e_not_built_beside", "4.3.1")
    if (move.x, move.y) in ground:
        return no("e_cell_taken", "4.3.1")
    if not is_adjacent(ground, (move.x, move.y)):
        return no("e_not_adjacent", "P-R3")
    if move.rot not in ROTATIONS:
        return no("e_bad_rotation", "P-R6")
    return None


def why_not_activate(state: State, player: Player, move: Activate, *, retired: bool = False) -> Refusal | None:
    """Return why a player cannot use a tile so."""
    lot = state.now.city.get(move.tile)
    if lot is None:
        return no("e_not_built", "4.3.3")
    tile = state.tile(move.tile)
    if why := why_not_visit(tile, lot):
        return why
    if not _has_worker(player, move.level, retired=retired):
        return no("e_no_worker", "P-R60")
    if not player.goods.covers(fee := fee_for(state, player.seat, lot)):
        return no("e_cannot_pay_fee", "P-R1")
    paid = replace(player, goods=player.goods - fee)
    return why_not_served(state, paid, tile) or _why_not_so(state, paid, move) or _why_not_empty(state, paid, move)


def _why_not_empty(state: State, paid: Player, move: Activate) -> Refusal | None:
    if state.rules.choices.allow_empty or not is_empty(state, paid, move):
        return None
    return no("e_empty", "P-R10")


# made once: listing moves asks this of every tile in the city
CLOSED = {"grey": no("e_special", "4.3.4"), "none": no("e_no_activation", "1.2")}
_USED = no("e_already_activated", "P-R9")


def why_not_visit(tile: Tile, lot: Lot) -> Refusal | None:
    """Return why nobody can put a worker on a tile."""
    if lot.user:
        return _USED
    return CLOSED.get(tile.colour)


def why_not_served(state: State, paid: Player, tile: Tile) -> Refusal | None:
    """Return why a tile cannot do its work for a player who has paid the fee."""
    if tile.type == "work_camp" and paid.citizens < 1:
        return no("e_no_citizen", "P-R10")
    if tile.type == "outpost":
        return _why_not_walled(state, paid)
    return None


def _why_not_walled(state: State, paid: Player) -> Refusal | None:
    if not state.now.section:
        return no("e_no_section", "P-R12")
    cost = state.rules.table.walls[state.now.section].cost
    if not paid.goods.covers(cost):
        return no("e_cannot_pay_section", "P-R11")
    return None


def _why_not_so(state: State, paid: Player, move: Activate) -> Refusal | None:
    """Return why what is said beside tile and worker does not fit: weapons to make, a section to take, trades."""
    kind = state.tile(move.tile).type
    return (
        _why_not_made(kind, paid, move)
        or _why_not_taken(kind, state.now.section, move)
        or _why_not_traded(kind, state.side(paid), paid, move)
    )


def _why_not_made(kind: str, paid: Player, move: Activate) -> Refusal | None:
    if kind != "smith":
        if move.make is not None:
            return no("no_smith", "P-R14")
        return None
    if move.make is None or not 0 <= move.make <= min(move.level, paid.goods.wood):
        return no("e_bad_amount", "P-R14")
    return None


def _why_not_taken(kind: str, section: str, move: Activate) -> Refusal | None:
    if kind != "outpost":
        if move.take:
            return no("no_outpost", "P-R12")
        return None
    if move.take != section:
        return no("e_no_section", "P-R12")
    return None


def _why_not_traded(kind: str, side: Side, paid: Player, move: Activate) -> Refusal | None:
    if move.trades and kind != "market":
        return no("no_market", "P-R15")
    if not all(_is_trade(trade) for trade in move.trades):
        return no("bad_trade", "P-R15")
    if traded(side, paid.goods, move.trades) is None:
        return no("e_cannot_pay_trade", "P-R15")
    return None


def _is_trade(trade: Trade) -> bool:
    return trade.good in WARES and trade.count > 0


def is_empty(state: State, paid: Player, move: Activate) -> bool:
    """Tell whether using a tile would change nothing but fee and level (P-R10)."""
    after, favour = use(state, paid, move)
    return after == paid and max(0, paid.favour + favour) == paid.favour


def why_not_labour(state: State, player: Player, move: Labour) -> Refusal | None:
    """Return why a player cannot call a retired worker so."""
    if not can_act(state, player):
        return no("all_placed", "P-R23")
    if why := why_not_camp(state, player, move.camp):
        return why
    hired = hire(state, player, move.camp)
    if isinstance(move.inner, Build):
        return why_not_build(state, hired, move.inner, retired=True)
    return why_not_activate(state, hired, move.inner, retired=True)


def why_not_camp(state: State, player: Player, camp: str) -> Refusal | None:
    """Return why a player cannot use a Labour Camp at all."""
    lot = state.now.city.get(camp)
    if lot is None:
        return no("e_not_built", "4.3.3")
    if state.tile(camp).type != "labour_camp":
        if state.tile(camp).type == "academy":
            return no("e_special", "4.3.4")
        return no("e_no_activation", "1.2")
    if camp in player.camps:
        return no("e_special_used", "4.3.4")
    if player.retired - len(player.out) < 1:
        return no("e_no_retired", "P-R22")
    if not player.goods.covers(fee_for(state, player.seat, lot)):
        return no("e_cannot_pay_fee", "P-R1")
    return None


def hire(state: State, player: Player, camp: str) -> Player:
    """Return the player with a retired worker called and the camp's fee paid, before anything else (P-R22)."""
    fee = fee_for(state, player.seat, state.now.city[camp])
    called = Placed(OLD, camp, built=False)
    return replace(player, goods=player.goods - fee, out=(*player.out, called))


def why_not_pass(_state: State, _player: Player, move: Pass) -> Refusal | None:
    """Return why a player cannot say that while passing: there are only so many answers."""
    if move.academy not in ("", "yes", "free", "no") or move.rescue not in ("", "yes", "no"):
        return no("nothing_to_say", "8.3")
    return None


def said(state: State, player: Player, move: Pass) -> Pass:
    """Return a pass with what means something: words for an update in which they cannot come up are idle (TV-77)."""
    academy = move.academy if may_study(state, player) else ""
    rescue = move.rescue if may_need_rescue(state, player) else ""
    return Pass(academy, rescue)


def why_not_said(view: View, move: Move) -> Refusal | None:
    """Return why a seat could not say something while passing by version 1: idle words were refused there."""
    if not isinstance(move, Pass) or view.seat is None:
        return None
    if move == said(view.state, view.state.now.players[view.seat], move):
        return None
    return no("nothing_to_say", "8.3")


def can_act(state: State, player: Player) -> bool:
    """Tell whether a player may act at all: an active worker is left, or special tiles need none (P-R23)."""
    return bool(player.reserve) or state.rules.choices.special_without_workers


def may_study(state: State, player: Player) -> bool:
    """Tell whether a player who passes now could be asked about an academy in this update."""
    return player.trainees1 > 0 and _is_updated(state)


def may_need_rescue(state: State, player: Player) -> bool:
    """Tell whether a player who passes now could be left without active workers in this update."""
    if player.citizens < 1 or player.reserve or player.trainees2 or not _is_updated(state):
        return False
    return all(_will_retire(state, worker) for worker in player.placed)


def _will_retire(state: State, worker: Placed) -> bool:
    return worker.level == OLD - 1 and gains_level(state, worker.tile, built=worker.built)


def _is_updated(state: State) -> bool:
    return not state.now.last or state.rules.choices.last_turn_update


def gains_level(state: State, tile: str, *, built: bool) -> bool:
    """Tell whether a worker comes home from a tile one level higher."""
    return built or state.tile(tile).colour == "red"


def has_marker(state: State, player: Player) -> bool:
    """Tell whether a player has a marker left for one more tile (P-R43)."""
    most = state.rules.choices.max_tiles
    return most == 0 or controlled(state.now, player.seat) < most


def fee_for(state: State, seat: Seat, lot: Lot) -> Goods:
    """Return what a seat must pay to the owner of a tile: nothing for its own and for unowned ones (P-R52)."""
    if lot.owner is None or lot.owner == seat:
        return NOTHING
    return state.tile(lot.tile).fee


def academies(state: State, player: Player) -> tuple[str, ...]:
    """Return the academies a player may send trainees to, the one used by default first (P-R28)."""
    now = state.now
    lots = [lot for lot in now.city.values() if state.tile(lot.tile).type == "academy"]
    own = tuple(lot.tile for lot in lots if lot.owner == player.seat)
    if not player.trainees1:
        return ()
    if own:  # free of charge, so that there is no other to choose
        return own
    open_to = [lot for lot in lots if player.goods.covers(fee_for(state, player.seat, lot))]
    return tuple(lot.tile for lot in sorted(open_to, key=lambda lot: _preference(state, player, lot)))


def _preference(state: State, player: Player, lot: Lot) -> tuple[bool, int, int]:
    if lot.owner is None:
        return False, 0, 0
    costs = fee_for(state, player.seat, lot) != NOTHING
    return costs, state.now.players[lot.owner].favour, state.now.order.index(lot.owner)


def _has_worker(player: Player, level: int, *, retired: bool) -> bool:
    if retired:
        return level == OLD
    return level in player.reserve


def _why_not_academy(state: State, player: Player, move: Academy) -> Refusal | None:
    if move.at and move.at not in academies(state, player):
        return no("no_academy", "P-R28")
    return None


def _any(_state: State, _player: Player, _move: Rescue | Ready) -> None:
    return None


_LAWS: dict[type, Callable[[State, Player, Any], Refusal | None]] = {
    Build: why_not_build,
    Activate: why_not_activate,
    Labour: why_not_labour,
    Pass: why_not_pass,
    Academy: _why_not_academy,
    Rescue: _any,
    Ready: _any,
}

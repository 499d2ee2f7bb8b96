"""The law: why a move is not legal, as the name of a reason, in the order in which the rules ask.

An empty reason means the move is legal. `explain` turns a reason into words.
"""

from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.praetor.city import ROTATIONS, is_adjacent
from pbem.games.praetor.effects import traded, use
from pbem.games.praetor.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue, Trade, kind
from pbem.games.praetor.state import Lot, Placed, Player, State, View, cells, controlled, covers, minus
from pbem.games.praetor.table import GOODS, Goods

FREE: Goods = (0, 0, 0, 0, 0)


def why_not(view: View, move: Move) -> str:
    """Return why the view's seat may not make a move now; empty if it may."""
    seat, now = view.seat, view.state.now
    if seat is None or seat not in now.players:
        return "not_playing"
    if now.phase == "over":
        return "game_over"
    player = now.players[seat]
    if kind(move) == "action" and player.passed:
        return "e_passed"
    if seat not in now.asked:
        return "e_not_your_turn"
    if kind(move) != now.phase:
        return "other_question"
    return _why_not_move(view.state, player, move)


def _why_not_move(state: State, player: Player, move: Move) -> str:
    if isinstance(move, Build):
        return why_not_build(state, player, move)
    if isinstance(move, Activate):
        return why_not_activate(state, player, move)
    if isinstance(move, Labour):
        return why_not_labour(state, player, move)
    if isinstance(move, Pass):
        return why_not_pass(state, player, move)
    if isinstance(move, Academy):
        return "" if not move.at or move.at in academies(state, player) else "no_academy"
    return "" if isinstance(move, Rescue | Ready) else "other_question"


def why_not_build(state: State, player: Player, move: Build, *, retired: bool = False) -> str:
    """Return why a player cannot build so."""
    if move.tile not in state.now.display:
        return "e_not_offered"
    if not _has_worker(player, move.level, retired=retired):
        return "e_no_worker"
    if not covers(player.goods, state.tile(move.tile).cost):
        return "e_cannot_pay"
    if not has_marker(state, player):
        return "e_no_marker"
    return _why_not_there(state, move)


def _why_not_there(state: State, move: Build) -> str:
    ground = cells(state.now)
    if move.beside:
        return "e_not_built_beside"
    if (move.x, move.y) in ground:
        return "e_cell_taken"
    if not is_adjacent(ground, (move.x, move.y)):
        return "e_not_adjacent"
    return "" if move.rot in ROTATIONS else "e_bad_rotation"


def why_not_activate(state: State, player: Player, move: Activate, *, retired: bool = False) -> str:
    """Return why a player cannot use a tile so."""
    lot = state.now.city.get(move.tile)
    if lot is None:
        return "e_not_built"
    if why := why_not_visit(state, lot):
        return why
    if not _has_worker(player, move.level, retired=retired):
        return "e_no_worker"
    if not covers(player.goods, fee := fee_for(state, player.seat, lot)):
        return "e_cannot_pay_fee"
    paid = replace(player, goods=minus(player.goods, fee))
    return (
        why_not_served(state, paid, lot)
        or _why_not_so(state, paid, move)
        or ("" if state.rules.choices.allow_empty or not is_empty(state, paid, move) else "e_empty")
    )


def why_not_visit(state: State, lot: Lot) -> str:
    """Return why nobody can put a worker on a tile."""
    colour = state.tile(lot.tile).colour
    if colour in ("grey", "none"):
        return "e_special" if colour == "grey" else "e_no_activation"
    return "e_already_activated" if lot.user else ""


def why_not_served(state: State, paid: Player, lot: Lot) -> str:
    """Return why a tile cannot do its work for a player who has paid the fee."""
    kind = state.tile(lot.tile).type
    if kind == "work_camp" and paid.citizens < 1:
        return "e_no_citizen"
    if kind == "outpost":
        if not state.now.section:
            return "e_no_section"
        if not covers(paid.goods, state.rules.table.walls[state.now.section].cost):
            return "e_cannot_pay_section"  # P-R11
    return ""


def _why_not_so(state: State, paid: Player, move: Activate) -> str:
    kind = state.tile(move.tile).type
    if (kind == "smith") != (move.make is not None):
        return "e_bad_amount" if kind == "smith" else "no_smith"
    if move.make is not None and not 0 <= move.make <= min(move.level, paid.goods[1]):
        return "e_bad_amount"
    if move.take != (state.now.section if kind == "outpost" else ""):
        return "e_no_section" if kind == "outpost" else "no_outpost"
    if move.trades and kind != "market":
        return "no_market"
    if not all(_is_trade(trade) for trade in move.trades):
        return "bad_trade"
    return "" if traded(state.side(paid), paid.goods, move.trades) else "e_cannot_pay_trade"


def _is_trade(trade: Trade) -> bool:
    return trade.good in GOODS[1:] and trade.count > 0


def is_empty(state: State, paid: Player, move: Activate) -> bool:
    """Tell whether using a tile would change nothing but fee and level (P-R10)."""
    after, favour = use(state, paid, move)
    return after == paid and max(0, paid.favour + favour) == paid.favour


def why_not_labour(state: State, player: Player, move: Labour) -> str:
    """Return why a player cannot call a retired worker so."""
    if not can_act(state, player):
        return "all_placed"
    if why := why_not_camp(state, player, move.camp):
        return why
    hired = hire(state, player, move.camp)
    if isinstance(move.inner, Build):
        return why_not_build(state, hired, move.inner, retired=True)
    return why_not_activate(state, hired, move.inner, retired=True)


def why_not_camp(state: State, player: Player, camp: str) -> str:
    """Return why a player cannot use a Labour Camp at all."""
    lot = state.now.city.get(camp)
    if lot is None:
        return "e_not_built"
    if state.tile(camp).type != "labour_camp":
        return "e_special" if state.tile(camp).type == "academy" else "e_no_activation"
    if camp in player.camps:
        return "e_special_used"
    if player.retired - len(player.out) < 1:
        return "e_no_retired"
    return "" if covers(player.goods, fee_for(state, player.seat, lot)) else "e_cannot_pay_fee"


def hire(state: State, player: Player, camp: str) -> Player:
    """Return the player with a retired worker called and the camp's fee paid, before anything else (P-R22)."""
    fee = fee_for(state, player.seat, state.now.city[camp])
    called = Placed(OLD, camp, built=False)
    return replace(player, goods=minus(player.goods, fee), out=(*player.out, called))


def why_not_pass(state: State, player: Player, move: Pass) -> str:
    """Return why a player cannot say that while passing: only what may be asked in this update can be said."""
    if move.academy and not may_study(state, player):
        return "nothing_to_say"
    if move.rescue and not may_need_rescue(state, player):
        return "nothing_to_say"
    return "" if move.academy in ("", "yes", "free", "no") and move.rescue in ("", "yes", "no") else "nothing_to_say"


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
    return all(
        worker.level == OLD - 1 and gains_level(state, worker.tile, built=worker.built) for worker in player.placed
    )


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
    return FREE if lot.owner is None or lot.owner == seat else state.tile(lot.tile).fee


def academies(state: State, player: Player) -> tuple[str, ...]:
    """Return the academies a player may send trainees to, the one used by default first (P-R28)."""
    now = state.now
    lots = [lot for lot in now.city.values() if state.tile(lot.tile).type == "academy"]
    own = tuple(lot.tile for lot in lots if lot.owner == player.seat)
    if own or not player.trainees1:
        return own if player.trainees1 else ()
    open_to = [lot for lot in lots if covers(player.goods, fee_for(state, player.seat, lot))]
    return tuple(lot.tile for lot in sorted(open_to, key=lambda lot: _preference(state, player, lot)))


def _preference(state: State, player: Player, lot: Lot) -> tuple[bool, int, int]:
    if lot.owner is None:
        return False, 0, 0
    costs = fee_for(state, player.seat, lot) != FREE
    return costs, state.now.players[lot.owner].favour, state.now.order.index(lot.owner)


def _has_worker(player: Player, level: int, *, retired: bool) -> bool:
    return level == OLD if retired else level in player.reserve

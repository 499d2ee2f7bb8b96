"""Why a move is refused, in words: the reason, the place on the map, and what would be legal instead."""

from collections.abc import Callable

from msgspec.structs import replace

from pbem.games.game import Data, Refusal
from pbem.games.kit.refusals import no
from pbem.games.kit.scene import by
from pbem.games.praetor.law.law import academies, fee_for, hire, why_not, why_not_camp
from pbem.games.praetor.law.listing import served, usable_camps, usable_tiles
from pbem.games.praetor.position.city import sites
from pbem.games.praetor.position.moves import OLD, Activate, Build, Labour, Move
from pbem.games.praetor.position.scene import at, name_of
from pbem.games.praetor.position.state import Player, State, View, cells, put
from pbem.games.praetor.table.goods import NOTHING, WARES
from pbem.games.praetor.table.vocabulary import AFTER

Facts = dict[str, Data]

_NAMED = 8  # places named, at the most


def check(view: View, move: Move) -> Refusal | None:
    """Say why a move is not legal now, or None if it is."""
    refusal = why_not(view, move)
    if refusal is None:
        return None
    key = refusal.saying.key
    if key in _SAID:
        return refusal
    return no(key, refusal.rule, **_facts(view, move, key))


def _facts(view: View, move: Move, why: str) -> Facts:
    if isinstance(move, Build):
        return _tile(view, move.tile) | _BUILD[why](view, move)
    if isinstance(move, Activate):
        return _tile(view, move.tile) | _USE.get(why, _free_tiles)(view, move)
    if isinstance(move, Labour):
        return _labour_facts(view, move, why)
    return {"tiles": list(academies(view.state, _own(view)))}


def _labour_facts(view: View, move: Labour, why: str) -> Facts:
    """Explain the camp if that is at fault, else the action of the worker called."""
    player = _own(view)
    if why_not_camp(view.state, player, move.camp):
        return _camp_facts(view, move.camp, why)
    hired = replace(hire(view.state, player, move.camp), reserve=(OLD,))
    facts = _facts(View(view.seat, State(view.state.rules, put(view.state.now, hired))), move.inner, why)
    fee = fee_for(view.state, player.seat, view.state.now.city[move.camp])
    if fee == NOTHING or "goods" not in facts:
        return facts
    return facts | {AFTER: {"camp": move.camp, "fee": fee.bundle()}}


def _camp_facts(view: View, camp: str, why: str) -> Facts:
    fee = {}
    if camp in view.state.now.city:
        fee = _fee_of(view, camp)
    tiles = _usable(view)
    if why == "e_special_used":
        tiles = list(usable_camps(view.state, _own(view)))
    return _tile(view, camp) | fee | {"tiles": tiles}


def _tile(view: View, tile: str) -> Facts:
    if tile not in view.state.rules.table.tiles:
        return {"tile": _shown(tile), "name": "-", "cell": "-"}
    lot = view.state.now.city.get(tile)
    return {"tile": tile, "name": name_of(view.state, tile), "cell": at(lot.x, lot.y) if lot else "-"}


def _shown(word: str) -> str:
    """Return a word that means nothing as it is told: letters and digits only, other signs could mean something."""
    return repr("".join(letter for letter in word[:20] if letter.isalnum()))


def _own(view: View) -> Player:
    if view.seat is None:
        raise ValueError("the public has nothing of its own")
    return view.state.now.players[view.seat]


def _display(view: View, _move: Build) -> Facts:
    return {"tiles": list(view.state.now.display)}


def _workers(view: View, move: Build | Activate) -> Facts:
    return {"level": move.level, "levels": list(_own(view).reserve)}


def _cost(view: View, move: Build) -> Facts:
    goods = _own(view).goods
    offered = [name for name in view.state.now.display if goods.covers(view.state.tile(name).cost)]
    return {"cost": view.state.tile(move.tile).cost.bundle(), "goods": goods.bundle(), "tiles": offered}


def _markers(view: View, _move: Build) -> Facts:
    return {"count": view.state.rules.choices.max_tiles}


def _places(view: View, move: Build) -> Facts:
    """Name the place asked for, what lies there, and the nearest places that would do."""
    ground = cells(view.state.now)
    there = ground.get((move.x, move.y))
    found = sorted(sites(ground), key=lambda cell: abs(cell[0] - move.x) + abs(cell[1] - move.y))
    near = [f"({at(*cell)})" for cell in found]
    return {
        "cell": at(move.x, move.y),
        "there": there.tile if there else "-",
        "beside": _shown(move.beside),
        "cells": near if len(near) <= _NAMED else [*near[:_NAMED], ".."],
        "rot": move.rot,
    }


def _free_tiles(view: View, _move: object) -> Facts:
    return {"tiles": _usable(view)}


def _usable(view: View) -> list[str]:
    """Return the tiles that the seat could use now."""
    return usable_tiles(view.state, _own(view))


def _user(view: View, move: Activate) -> Facts:
    user = view.state.now.city[move.tile].user
    return {"seat": by(user.seat) if user else "-", "tiles": _usable(view)}


def _fee(view: View, move: Activate) -> Facts:
    return _fee_of(view, move.tile)


def _fee_of(view: View, tile: str) -> Facts:
    lot, player = view.state.now.city[tile], _own(view)
    return {
        "fee": fee_for(view.state, player.seat, lot).bundle(),
        "owner": by(lot.owner) if lot.owner else "-",
        "goods": player.goods.bundle(),
        "tiles": _usable(view),
    }


def _section(view: View, move: Activate) -> Facts:
    section = view.state.now.section
    cost = NOTHING
    if section:
        cost = view.state.rules.table.walls[section].cost
    take = _shown(move.take) if move.take else "-"
    goods = _own(view).goods.bundle()
    return {"take": take, "section": section or "-", "cost": cost.bundle(), "goods": goods, "tiles": _usable(view)}


def _amount(view: View, move: Activate) -> Facts:
    paid = served(view.state, _own(view), view.state.now.city[move.tile]) or _own(view)
    made = "-" if move.make is None else move.make
    return {"make": made, "level": move.level, "most": max(0, min(move.level, paid.goods.wood))}


def _trade(view: View, _move: Activate) -> Facts:
    side = view.state.side(_own(view))
    prices = (f"{side.buy.amount(ware)}-{side.sell.amount(ware)}" for ware in WARES)
    return {"goods": _own(view).goods.bundle(), "prices": " ".join(prices)}


# reasons that need no facts, or have them
_SAID = frozenset({"not_playing", "game_over", "e_passed", "all_placed", "nothing_to_say", "not_asked", "asked_other"})
_BUILD: dict[str, Callable[[View, Build], Facts]] = {
    "e_not_offered": _display,
    "e_no_worker": _workers,
    "e_cannot_pay": _cost,
    "e_no_marker": _markers,
    "e_not_built_beside": _places,
    "e_cell_taken": _places,
    "e_not_adjacent": _places,
    "e_bad_rotation": _places,
}
_USE: dict[str, Callable[[View, Activate], Facts]] = {
    "e_no_worker": _workers,
    "e_already_activated": _user,
    "e_cannot_pay_fee": _fee,
    "e_no_section": _section,
    "e_cannot_pay_section": _section,
    "e_bad_amount": _amount,
    "bad_trade": _trade,
    "e_cannot_pay_trade": _trade,
}

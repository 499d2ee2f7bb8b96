"""What can be legal in no position of a game, by its table and options alone: refused however early it is ordered.

Words such as `low` or `all` are worked out from the position at hand, so what they come to now says nothing of later.
"""

from collections.abc import Callable
from typing import Any

from pbem.games.game import Refusal
from pbem.games.kit.refusals import no
from pbem.games.praetor.position.city import ROTATIONS
from pbem.games.praetor.position.moves import OLD, Academy, Activate, Build, Labour, Move, Pass
from pbem.games.praetor.position.scene import name_of
from pbem.games.praetor.position.state import State, View


def impossible(view: View, move: Move) -> Refusal | None:
    """Say why a move can never be legal in this game, or None."""
    never = _NEVER.get(type(move))
    return never(view.state, move) if never else None


def _build(state: State, move: Build, most: int = OLD - 1) -> Refusal | None:
    refused = _tile(state, move.tile)
    if refused:
        return refused
    if move.tile not in (*state.rules.early, *state.rules.late):
        return no("never_built", "1.3", **_named(state, move.tile))
    if move.rot not in ROTATIONS:
        return no("never_turned", "P-R6", rot=move.rot)
    return _level(move.level, most)


def _activate(state: State, move: Activate, most: int = OLD - 1) -> Refusal | None:
    refused = _tile(state, move.tile)
    if refused:
        return refused
    tile = state.tile(move.tile)
    if tile.colour in ("grey", "none"):
        return no(f"never_used_{tile.colour}", "1.2", **_named(state, move.tile))
    return _beside(state, move) or _level(move.level, most)


def _beside(state: State, move: Activate) -> Refusal | None:
    """Say why what stands beside tile and worker never fits them."""
    kind = state.tile(move.tile).type
    if move.make is not None and kind != "smith":
        return no("never_made", "P-R14", **_named(state, move.tile))
    if move.make is not None and not 0 <= move.make <= OLD:
        return no("never_so_many", "P-R14", most=OLD, make=move.make)
    if move.take and kind != "outpost":
        return no("never_taken", "P-R12", **_named(state, move.tile))
    if move.trades and kind != "market":
        return no("never_traded", "P-R15", **_named(state, move.tile))
    return None


def _labour(state: State, move: Labour) -> Refusal | None:
    refused = _tile(state, move.camp)
    if refused:
        return refused
    if state.tile(move.camp).type != "labour_camp":
        return no("no_camp", "4.3.4", **_named(state, move.camp))
    if isinstance(move.inner, Build):
        return _build(state, move.inner, OLD)
    return _activate(state, move.inner, OLD)


def _academy(state: State, move: Academy) -> Refusal | None:
    if not move.at:
        return None
    refused = _tile(state, move.at)
    if refused:
        return refused
    return None if state.tile(move.at).type == "academy" else no("never_academy", "P-R28", **_named(state, move.at))


def _pass(_state: State, move: Pass) -> Refusal | None:
    is_answer = move.academy in ("", "yes", "free", "no") and move.rescue in ("", "yes", "no")
    return None if is_answer else no("nothing_to_say", "8.3")


def _tile(state: State, tile: str) -> Refusal | None:
    """Say why there is no such tile in this game, or None."""
    if tile in state.now.city or tile in (*state.rules.early, *state.rules.late):
        return None
    if tile in state.rules.table.tiles:
        return no("not_in_game", "1.3", **_named(state, tile))
    return no("no_such_tile", "1.3")


def _named(state: State, tile: str) -> dict[str, str]:
    return {"tile": tile, "name": name_of(state, tile)}


def _level(level: int, most: int) -> Refusal | None:
    return no("no_such_level", "P-R59", level=level) if level > most else None


_NEVER: dict[type, Callable[[State, Any], Refusal | None]] = {
    Build: _build,
    Activate: _activate,
    Labour: _labour,
    Academy: _academy,
    Pass: _pass,
}

"""What an order names on the map: tiles by id or by name, workers, places and how a tile is turned.

What is left open (`best`, `low`, the only one of a name) is worked out from the view at hand.
"""

import re
from collections.abc import Iterator

from pbem.games.game import Saying
from pbem.games.kit.reading import Lost, Reader
from pbem.games.praetor.position.city import ROTATIONS, best_place, best_rotation, is_adjacent
from pbem.games.praetor.position.moves import Build
from pbem.games.praetor.position.state import Lot, State, View, cells
from pbem.games.praetor.table.table import Cell
from pbem.games.praetor.table.vocabulary import WORDS

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_CELL = re.compile(r"(?<!\w)([-\u2212\u2013]?)([0-9]{1,4})\s*,\s*([-\u2212\u2013]?)([0-9]{1,4})(?!\w)")
_CELL_WORD = re.compile(r"cell_(m?)([0-9]+)_(m?)([0-9]+)")

Place = tuple[Cell, str]  # a cell; or a step and the tile, not in the city, that it was to be taken from


def with_cells(text: str) -> str:
    """Return an order with each cell (`-1,0`) as one word, so that it is split like all the others."""
    return _CELL.sub(_as_word, text)


def _as_word(found: re.Match[str]) -> str:
    west, x, south, y = found.groups()
    return f" cell_{'m' * bool(west)}{x}_{'m' * bool(south)}{y} "


def read_camp(view: View, reader: Reader) -> str:
    """Read the camp; left out, it is an own one or the only one."""
    if _is_tile(view, reader) or _is_type(reader):
        return read_tile(view, reader, tuple(view.state.now.city))
    lots = [lot for lot in view.state.now.city.values() if view.state.tile(lot.tile).type == "labour_camp"]
    own = [lot.tile for lot in lots if lot.owner == view.seat]
    found = tuple(own[:1] or [lot.tile for lot in lots])
    return _only(view.state, "labour_camp", found, reader, reader.place)


def _is_tile(view: View, reader: Reader) -> bool:
    return bool(reader.left) and reader.left[0].upper() in view.state.rules.table.tiles


def _is_type(reader: Reader) -> bool:
    return WORDS.match("types", reader.left) is not None


def read_tile(view: View, reader: Reader, among: tuple[str, ...]) -> str:
    """Read a tile by its id, or by its name where only one of that name is meant."""
    tiles = view.state.rules.table.tiles
    word = reader.left[0].upper() if reader.left else ""
    if word in tiles:
        reader.mark(reader.left[0])
        return word
    since = reader.place
    kind = reader.take("types")
    if kind is None:
        raise Lost(reader.unread("types", tuple(tiles)))
    return _only(view.state, kind, tuple(tile for tile in among if tiles[tile].type == kind), reader, since)


def _only(state: State, kind: str, found: tuple[str, ...], reader: Reader, since: int) -> str:
    if len(found) > 1:
        saying = Saying("e_ambiguous_name", {"name": f"types/{kind}", "tiles": list(found)})
        raise Lost(reader.unsettled(saying, found, since))
    if found:
        return found[0]
    # none is there yet: one that may come stands for them all
    coming = (*state.rules.early, *state.rules.late, *state.rules.table.tiles)
    return next(tile for tile in coming if state.tile(tile).type == kind)


def read_level(view: View, reader: Reader) -> int:
    """Read the level of a worker, or the end of the reserve that is meant."""
    level = reader.number()
    if level is not None:
        return level
    end = reader.take("marks")
    if end not in ("low", "high"):
        raise Lost(reader.expected("worker"))
    reserve: tuple[int, ...] = ()
    if view.seat:
        reserve = view.state.now.players[view.seat].reserve
    if end == "low":
        return min(reserve, default=0)
    return max(reserve, default=0)


def read_site(view: View, reader: Reader, tile: str, *, level: int | None) -> Build:
    """Read worker, place and rotation, in any order; the rotation is the best one unless said."""
    called = level is not None
    places: list[Place | None] = []
    rot: int | None = None
    while word := reader.take("marks"):
        if word == "with" and not called:
            level = read_level(view, reader)
        elif word == "at":
            places = list(_read_places(view, reader))
        elif word == "rot":
            rot = _read_rotation(reader)
        else:
            raise Lost(reader.expected("site"))
    if level is None:
        raise Lost(reader.expected("with"))
    if not places:
        raise Lost(reader.expected("place"))
    return _site(view.state, tile, level, places, rot)


def _site(state: State, tile: str, level: int, places: list[Place | None], rot: int | None) -> Build:
    """Take the first place that is legal, else the first one named; None is the best place."""
    ground = cells(state.now)
    legal = (place for place in places if place is None or _is_site(ground, place))
    place = next(legal, places[0])
    if place is None:
        rotations: tuple[int, ...] = ROTATIONS
        if rot is not None:
            rotations = (rot,)
        (x, y), turn, _ = best_place(state, tile, rotations)
        return Build(tile, level, x, y, turn)
    (x, y), beside = place
    if beside:
        return Build(tile, level, x, y, rot or 0, beside)
    if rot is None:
        rot = best_rotation(state, tile, (x, y))
    return Build(tile, level, x, y, rot)


def _is_site(ground: dict[Cell, Lot], place: Place) -> bool:
    cell, beside = place
    return not beside and cell not in ground and is_adjacent(ground, cell)


def _read_places(view: View, reader: Reader) -> Iterator[Place | None]:
    first = True
    while True:
        found = None
        if reader.left:
            found = _CELL_WORD.fullmatch(reader.left[0])
        if found:
            reader.mark(reader.left[0])
            west, x, south, y = found.groups()
            yield (_signed(west, x), _signed(south, y)), ""
        elif reader.take_id("marks", "best"):
            yield None
        elif side := reader.take("directions"):
            yield _beside(view, reader, side)
        elif first:
            raise Lost(reader.expected("place"))
        else:
            return
        first = False


def _signed(minus: str, digits: str) -> int:
    if minus:
        return -int(digits)
    return int(digits)


def _beside(view: View, reader: Reader, side: str) -> Place:
    reader.take_id("marks", "of")
    tile = read_tile(view, reader, tuple(view.state.now.city))
    dx, dy = STEPS[side]
    lot = view.state.now.city.get(tile)
    if lot is None:
        return ((dx, dy), tile)
    return ((lot.x + dx, lot.y + dy), "")


def _read_rotation(reader: Reader) -> int | None:
    if reader.take_id("marks", "best"):
        return None
    return reader.need_number("rotation")

"""What can be wrong with a component table: every broken row with its reason, one line each."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from pbem.games.game import Data
from pbem.games.praetor.table.table import TYPES, Cell, Rows, SideRow, TileRow, WallRow

GREY = frozenset({"academy", "labour_camp"})
BARE = frozenset({"statue", "arch"})
SIDES = ("A", "B1", "B2", "B3", "B4", "B5")
WARES = ("wood", "stone", "marble", "weapons")
PLAYERS = (2, 3, 4, 5)


def table_faults(data: Data) -> tuple[str, ...]:
    """Return what is wrong with a table: first what cannot be read at all, else what does not fit together."""
    if not isinstance(data, dict):
        return ("the table is not a table of named values",)
    unread = tuple(_unread_rows(data))
    if unread:
        return unread
    try:
        rows = msgspec.convert(data, Rows)
    except msgspec.ValidationError as error:
        return (f"the table: {error}",)
    return tuple(_row_faults(rows)) or tuple(_set_faults(rows))


def _unread_rows(data: dict[str, Any]) -> Iterator[str]:
    for part, kind in (("tiles", TileRow), ("walls", WallRow)):
        rows = data.get(part)
        for number, row in enumerate(rows if isinstance(rows, list | tuple) else (), 1):
            name = "no row"
            if isinstance(row, dict):
                name = row.get("id", "no id")
            yield from _unread(f"{part} row {number} ({name})", row, kind)
    sides = data.get("boards")
    for key, row in sides.items() if isinstance(sides, dict) else ():
        yield from _unread(f"board {key}", row, SideRow)


def _unread(where: str, row: Data, kind: type) -> Iterator[str]:
    try:
        msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        yield f"{where}: {error}"


def _row_faults(rows: Rows) -> Iterator[str]:
    for number, tile in enumerate(rows.tiles, 1):
        for reason in _tile_faults(tile, rows.designs):
            yield f"tiles row {number} ({tile.id}): {reason}"
    for key in SIDES:
        if key not in rows.boards:
            yield f"board {key} is missing"
    for key, side in rows.boards.items():
        for reason in _side_faults(side):
            yield f"board {key}: {reason}"


def _tile_faults(tile: TileRow, designs: int) -> Iterator[str]:
    if tile.type not in TYPES:
        yield f"there is no tile type {tile.type!r}"
    if not all(1 <= corner <= designs for corner in tile.corners):
        yield f"corners {list(tile.corners)} must be plaza designs from 1 to {designs}"
    if (tile.colour == "grey") != (tile.type in GREY):
        yield f"colour {tile.colour!r}: the academy and the labour camp are grey, and nothing else"
    if (tile.colour == "none") != (tile.type in BARE):
        yield f"colour {tile.colour!r}: statues and arches have none, everything else has one"
    if tile.fee is None and tile.colour != "none" and tile.era != "0":
        yield "the fee is missing (write fee = {} for none)"


def _side_faults(side: SideRow) -> Iterator[str]:
    if any(low >= high for low, high in zip(side.morale, side.morale[1:], strict=False)):
        yield f"morale {list(side.morale)} must rise from left to right"
    if not 0 <= side.zero < len(side.morale) or side.morale[side.zero] != 0:
        yield f"zero = {side.zero} must point at the 0 of the morale track"
    market: dict[str, tuple[int, int]] = {str(ware): prices for ware, prices in side.market.items()}
    for ware in WARES:
        if ware not in market:
            yield f"the market has no price of {ware}"
            continue
        buy, sell = market[ware]
        if buy < sell or buy == 0:
            yield f"{ware} is bought at {buy} and sold at {sell}: a purchase may not be cheaper than a sale, nor free"


def _set_faults(rows: Rows) -> Iterator[str]:
    counted = Counter([tile.id for tile in rows.tiles] + [wall.id for wall in rows.walls])
    for name, times in counted.items():
        if times > 1:
            yield f"the id {name} is used {times} times"
    for name, count, wanted in _counts(rows):
        if count != wanted:
            yield f"{count} {name} where the sums say {wanted}"
    if len(rows.walls) < 2:
        yield "there must be at least 2 wall sections"
    if len(rows.start.workers) > rows.start.dice:
        yield f"start: {len(rows.start.workers)} workers are more than {rows.start.dice} dice"
    for name in rows.house:
        if name.removeprefix("marked.") not in rows.marked:
            yield f"house: {name!r} is not one of {', '.join(f'marked.{known}' for known in rows.marked) or 'none'}"
    for players in PLAYERS:
        for reason in _layout_faults(rows, players):
            yield f"layout {players}: {reason}"


def _counts(rows: Rows) -> tuple[tuple[str, int, int], ...]:
    types = len({tile.type for tile in rows.tiles})
    return (
        ("tiles", len(rows.tiles), rows.sums.tiles),
        ("tile types", types, rows.sums.types),
        ("wall sections", len(rows.walls), rows.sums.walls),
    )


def _layout_faults(rows: Rows, players: int) -> Iterator[str]:
    used = [tile for tile in rows.tiles if tile.mark <= players]
    start = {tile.id: tile for tile in used if tile.era == "0"}
    layout = rows.layouts.get(str(players), {})
    if set(layout) != set(start):
        yield f"it must place exactly the start tiles {', '.join(start)}; it places {', '.join(layout) or 'none'}"
        return
    if len(set(layout.values())) < len(layout):
        yield "two tiles lie on one cell"
    quiet = {cell for name, cell in layout.items() if start[name].type != "market"}
    if not is_joined(set(layout.values())) or not is_joined(quiet):
        yield "the tiles must hang together along their edges, also without the market"  # P-R42
    mines = sum(tile.type == "gold_mine" for tile in start.values())
    if mines != players:
        yield f"{mines} gold mines for {players} seats"
    if all(tile.type != "outpost" for tile in start.values()):
        yield "an imperial outpost is missing"
    deck = sum(tile.era != "0" and tile.type != "market" for tile in used)
    if deck < players + 1:
        yield f"a city deck of {deck} tiles cannot fill a display of {players + 1}"


def is_joined(cells: set[Cell]) -> bool:
    """Tell whether cells hang together along their edges."""
    left, edge = set(cells), [min(cells)] if cells else []
    while edge:
        x, y = edge.pop()
        left.discard((x, y))
        edge += [near for near in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)) if near in left]
    return not left

"""The component table: tiles, wall sections, player boards and start layouts, read from TOML and checked.

A host may edit the table: `faults` names every broken row and why, `read` turns a sound table into values.
"""

from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from pbem.games.game import Data
from pbem.games.kit.files import load
from pbem.games.praetor.table.goods import Goods, only

TYPES = (
    "gold_mine",
    "sawmill",
    "stone_quarry",
    "marble_quarry",
    "smith",
    "curia",
    "forum",
    "temple_maia",
    "temple_apollo",
    "temple_pluto",
    "temple_mercury",
    "temple_venus",
    "colosseum",
    "oracle",
    "work_camp",
    "market",
    "outpost",
    "academy",
    "labour_camp",
    "statue",
    "arch",
)

Corners = tuple[int, int, int, int]
Cell = tuple[int, int]

Count = Annotated[int, Meta(ge=0, le=10_000)]
Good = Literal["gold", "wood", "stone", "marble", "weapons"]
Ware = Literal["wood", "stone", "marble", "weapons"]
Bundle = dict[Good, Count]
TileId = Annotated[str, Meta(pattern="^[A-Z]{2,3}[0-9]{1,2}$")]
WallId = Annotated[str, Meta(pattern="^W[0-9]{1,2}$")]
Wages = Annotated[tuple[Count, ...], Meta(min_length=8, max_length=8)]
Prizes = Annotated[tuple[Count, ...], Meta(min_length=5, max_length=5)]


class Tile(Struct, frozen=True):
    """A city tile as it is printed."""

    id: str
    type: str
    era: str
    mark: int
    cost: Goods
    favour: int
    colour: str
    fee: Goods
    corners: Corners
    house: tuple[str, ...]


class Wall(Struct, frozen=True):
    """A section of the wall: what Caesar asks, what he gives, and the bonus on its back."""

    id: str
    cost: Goods
    favour: int
    back: int
    house: tuple[str, ...]


class Side(Struct, frozen=True):
    """One side of a player board."""

    active: tuple[int, ...]
    pension: tuple[int, ...]
    morale: tuple[int, ...]
    zero: int
    buy: Goods
    sell: Goods
    house: tuple[str, ...]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """What every player begins with."""

    goods: Bundle
    workers: Annotated[tuple[Annotated[int, Meta(ge=1, le=5)], ...], Meta(max_length=8)]
    dice: Annotated[int, Meta(ge=1, le=8)]
    favour: Annotated[int, Meta(ge=4, le=1000)]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Favour and gold named in the rules of the update phase and of the end."""

    retire_1: Count
    retire_2: Count
    rescue: Count
    missing: Count
    sale: Annotated[int, Meta(ge=1)]


class Majorities(Struct, frozen=True, forbid_unknown_fields=True):
    """Prizes of the expert game by rank."""

    area: Prizes
    wall: Prizes
    citizens: Prizes


class Table(Struct, frozen=True):
    """A sound table."""

    version: str
    designs: int
    tiles: dict[str, Tile]
    walls: dict[str, Wall]
    boards: dict[str, Side]
    layouts: dict[str, dict[str, Cell]]
    start: Start
    numbers: Numbers
    prizes: Majorities


class TileRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile as a host writes it."""

    id: TileId
    type: str
    era: Literal["0", "I", "II"]
    mark: Annotated[int, Meta(ge=2, le=5)]
    colour: Literal["red", "green", "blue", "grey", "none"]
    corners: Corners
    cost: Bundle = {}
    favour: Count = 0
    fee: Bundle | None = None
    house: tuple[str, ...] = ()


class WallRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A wall section as a host writes it."""

    id: WallId
    cost: Bundle
    favour: Count
    back: Count
    house: tuple[str, ...] = ()


class SideRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a player board as a host writes it."""

    active: Wages
    pension: Wages
    morale: tuple[int, ...]
    zero: int
    market: dict[Ware, tuple[Count, Count]]
    house: tuple[str, ...] = ()


class Sums(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rows must count up to."""

    tiles: int
    types: int
    walls: int


class Rows(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole table as a host writes it."""

    version: Annotated[str, Meta(pattern="^[a-zA-Z0-9._-]{1,40}$")]
    designs: Annotated[int, Meta(ge=1, le=9)]
    sums: Sums
    start: Start
    numbers: Numbers
    prizes: Majorities
    boards: dict[str, SideRow]
    layouts: dict[str, dict[str, Cell]]
    tiles: tuple[TileRow, ...]
    walls: tuple[WallRow, ...]
    house: tuple[str, ...] = ()
    marked: dict[str, str] = {}


@cache
def shipped() -> Data:
    """Return the table that comes with the game."""
    return load("pbem.games.praetor", "table.toml")


def read(data: Data) -> Table:
    """Turn a table without faults into values."""
    rows = msgspec.convert(data, Rows)
    return Table(
        version=rows.version,
        designs=rows.designs,
        tiles={row.id: _tile(row) for row in rows.tiles},
        walls={row.id: Wall(row.id, only(row.cost), row.favour, row.back, row.house) for row in rows.walls},
        boards={key: _side(row) for key, row in rows.boards.items()},
        layouts=rows.layouts,
        start=rows.start,
        numbers=rows.numbers,
        prizes=rows.prizes,
    )


def _tile(row: TileRow) -> Tile:
    fee = only(row.fee or {})
    colour = "green" if row.colour == "blue" else row.colour  # P-R29
    return Tile(row.id, row.type, row.era, row.mark, only(row.cost), row.favour, colour, fee, row.corners, row.house)


def _side(row: SideRow) -> Side:
    buy = only({good: prices[0] for good, prices in row.market.items()})
    sell = only({good: prices[1] for good, prices in row.market.items()})
    return Side(row.active, row.pension, row.morale, row.zero, buy, sell, row.house)

"""The component table: its shape, and the pieces made from it in table order."""

from collections import Counter
from functools import cache

import msgspec
from msgspec import Struct

from pbem.games.game import Data
from pbem.games.kit.files import load

COLOURS = ("AEG", "BRI", "GAL", "GER", "HIS", "MAC")
SINGLES = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
WILD = "WILD"
DICE = 8  # of each player
SHOWN = 3  # senate cards revealed in a round


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """The labels of a colour, and which of them are house values."""

    name: str
    colour: str
    status: str = ""


class Provinces(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of each colour's tiles, and how many wild tiles there are."""

    values: tuple[int, ...]
    wild: int


class Patricians(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of each colour's men, and of its women."""

    values: tuple[int, ...]


class Senate(Struct, frozen=True, forbid_unknown_fields=True):
    """The senate cards."""

    singles: tuple[str, ...]
    remove_below_4_players: tuple[str, ...]
    border: tuple[tuple[str, str], ...]
    border_points: int
    free_copies: int
    free_points: int


class PerPlayers(Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the number of players."""

    rounds: dict[str, int]
    columns: dict[str, int]
    temple: dict[str, bool]
    prizes: dict[str, int]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table."""

    version: str
    colours: dict[str, Colour]
    provinces: Provinces
    patricians: Patricians
    fortune: dict[str, int]
    senate: Senate
    per_players: PerPlayers


@cache
def shipped() -> Data:
    """Return the table as it is shipped."""
    return load("pbem.games.alea", "table.toml")


def read(data: Data) -> Table:
    """Return the table from plain data; msgspec.ValidationError if a row has the wrong shape."""
    return msgspec.convert(data, Table)


def tiles(table: Table) -> tuple[str, ...]:
    """Return the codes of all province tiles in table order."""
    coloured = tuple(f"{colour}{value}" for colour in COLOURS for value in table.provinces.values)
    return coloured + (WILD,) * table.provinces.wild


def patricians(table: Table) -> tuple[str, ...]:
    """Return the codes of all patricians in table order."""
    values = table.patricians.values
    return tuple(f"{colour}-{gender}{value}" for colour in COLOURS for gender in "MW" for value in values)


def fortune(table: Table) -> tuple[str, ...]:
    """Return all Fortune tiles by value, in table order."""
    return tuple(Counter(dict(sorted(table.fortune.items()))).elements())


def cards(table: Table, players: int) -> tuple[str, ...]:
    """Return the senate cards of a game in table order."""
    absent: tuple[str, ...] = ()
    if players < 4:
        absent = table.senate.remove_below_4_players
    singles = tuple(card for card in table.senate.singles if card not in absent)
    borders = tuple(f"XII-{k}" for k in range(1, len(table.senate.border) + 1))
    return singles + borders + tuple(f"XIII-{k}" for k in range(1, table.senate.free_copies + 1))


def borders(table: Table) -> dict[str, tuple[str, str]]:
    """Return the two colours of each border card."""
    return {f"XII-{k}": pair for k, pair in enumerate(table.senate.border, 1)}

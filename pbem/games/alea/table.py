"""The component table: its shape, what may be wrong with it, and the pieces made from it in table order."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from pbem.games.game import Data

COLOURS = ("AEG", "BRI", "GAL", "GER", "HIS", "MAC")
SINGLES = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
WILD = "WILD"
DICE = 8  # of each player
SHOWN = 3  # senate cards revealed in a round
PLAYERS = ("2", "3", "4", "5")


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
    return tomllib.loads(Path(__file__).with_name("table.toml").read_text(encoding="utf-8"))


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
    return tuple(value for value, count in sorted(table.fortune.items()) for _ in range(count))


def cards(table: Table, players: int) -> tuple[str, ...]:
    """Return the senate cards of a game in table order."""
    absent = table.senate.remove_below_4_players if players < 4 else ()
    singles = tuple(card for card in table.senate.singles if card not in absent)
    borders = tuple(f"XII-{k}" for k in range(1, len(table.senate.border) + 1))
    return singles + borders + tuple(f"XIII-{k}" for k in range(1, table.senate.free_copies + 1))


def borders(table: Table) -> dict[str, tuple[str, str]]:
    """Return the two colours of each border card."""
    return {f"XII-{k}": pair for k, pair in enumerate(table.senate.border, 1)}


def table_faults(data: Data) -> Iterator[str]:
    """Yield what is wrong with a table, one line each."""
    try:
        table = read(data)
    except msgspec.ValidationError as error:
        yield f"table: {error}"
        return
    yield from _count_faults(table)
    yield from _senate_faults(table)
    yield from _player_faults(table)


def _count_faults(table: Table) -> Iterator[str]:
    if tuple(sorted(table.colours)) != COLOURS:
        yield f"table: colours must be {', '.join(COLOURS)}"
    if sorted(table.provinces.values) != [1, 2, 3, 4] or table.provinces.wild != 1:
        yield "table: there must be 25 provinces, values 1 to 4 in six colours and one wild tile"
    if sorted(table.patricians.values) != [1, 2, 3]:
        yield "table: there must be 36 patricians, values 1 to 3 for the men and the women of six colours"
    counts = table.fortune.values()
    if set(table.fortune) != {"1", "2", "3"} or min(counts) < 0 or sum(counts) != 30:
        yield "table: there must be 30 fortune tiles of values 1, 2 and 3"


def _senate_faults(table: Table) -> Iterator[str]:
    senate = table.senate
    if senate.singles != SINGLES or len(senate.border) != 6 or senate.free_copies != 2:
        yield "table: there must be 19 senate cards: I to XI, six border and two free provinces"
    if not set(senate.remove_below_4_players) <= {"IV"}:
        yield "table: only senate card IV can be left out below 4 players"
    for pair in senate.border:
        if len(set(pair)) != 2 or not set(pair) <= set(COLOURS):
            yield f"table: border {'/'.join(pair)} must join two different known colours"
    if not (0 <= senate.border_points <= 99 and 0 <= senate.free_points <= 99):
        yield "table: points of border and free provinces must be from 0 to 99"


def _player_faults(table: Table) -> Iterator[str]:
    rows = table.per_players
    for name, row in (
        ("rounds", rows.rounds),
        ("columns", rows.columns),
        ("temple", rows.temple),
        ("prizes", rows.prizes),
    ):
        if tuple(sorted(row)) != PLAYERS:
            yield f"table: {name} must have a value for 2, 3, 4 and 5 players"
            return
    for count in PLAYERS:
        yield from _row_faults(rows, count)


def _row_faults(rows: PerPlayers, count: str) -> Iterator[str]:
    rounds, columns = rows.rounds[count], rows.columns[count]
    if rounds < 1 or rounds * int(count) > 25 or rounds * SHOWN > 18:
        yield f"table: {rounds} rounds for {count} players are none, or more than the tiles and cards last"
    if columns < 1 or rounds * columns > 36:
        yield f"table: {columns} columns for {count} players are none, or more than the patricians last"
    if not 0 <= rows.prizes[count] <= SHOWN:
        yield f"table: {rows.prizes[count]} senate prizes for {count} players, of {SHOWN} cards"

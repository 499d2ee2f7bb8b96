"""What can be wrong with a component table, one line each."""

from collections.abc import Iterator

import msgspec

from pbem.games.alea.table.table import COLOURS, SHOWN, SINGLES, PerPlayers, Table, read
from pbem.games.game import Data

PLAYERS = ("2", "3", "4", "5")


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

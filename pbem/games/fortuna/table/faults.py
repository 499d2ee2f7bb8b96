"""What can be wrong with a component table, one line each."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pbem.games.fortuna.table.options import SEATS
from pbem.games.fortuna.table.table import BUILDINGS, PRIVILEGES, Pieces, Table
from pbem.games.game import Data

FAVOURS = frozenset({"SUPPLY", "ORGY", "FOOD", "BATTLE", "MARRIAGE", "RELIGION"})


def table_faults(table: Data) -> Iterator[str]:
    """Yield what is wrong with a table, one line each."""
    try:
        printed = msgspec.convert(table, Table)
    except msgspec.ValidationError as error:
        yield f"the table cannot be read: {error}"
        return
    yield from _list_faults(printed)
    yield from _privilege_faults(printed)
    yield from _number_faults(table)
    yield from _stock_faults(printed)


def _list_faults(table: Table) -> Iterator[str]:
    if sorted(table.seats) != sorted(SEATS):
        yield f"seats must name each of {', '.join(SEATS)} once"
    if sorted(table.favours) != sorted(FAVOURS):
        yield f"favours must name each of {', '.join(sorted(FAVOURS))} once"
    if set(table.building_cost) != set(BUILDINGS):
        yield f"building_cost must name exactly {', '.join(BUILDINGS)}"
    if set(table.building_copies) != {"2", "3", "4"}:
        yield "building_copies must name exactly 2, 3 and 4"
    if len(table.centurion_prices) != table.caps.centurions:
        yield "centurion_prices must have a price for each slot"
    if len(table.vestal_prices) != table.caps.vestals:
        yield "vestal_prices must have a price for each slot"
    if not table.road.start < table.road.gate <= table.road.palace:
        yield "road must go from start over gate to palace"


def _privilege_faults(table: Table) -> Iterator[str]:
    cards = table.privileges
    if set(cards) != set(PRIVILEGES):
        yield f"privileges must name exactly {', '.join(PRIVILEGES)}"
    if sum(card.copies for card in cards.values()) != 26:
        yield "the copies of the privileges must sum to 26"
    if sum(card.four for card in cards.values()) != 4:
        yield "the four-pawn copies of the privileges must sum to 4"
    measures = {"buildings", "grain", "water", "wine", "money", "centurions", "vestals", "married"}
    for name, card in cards.items():
        if card.four > card.copies:
            yield f"privilege {name} leaves out more copies than there are"
        if name.startswith("C_") and (card.per not in measures or card.group < 1):
            yield f"privilege {name} must score per one of {', '.join(sorted(measures))}, in groups of at least 1"


def _number_faults(table: Data, place: str = "") -> Iterator[str]:
    entries: Any = table.items() if isinstance(table, dict) else enumerate(table)
    for name, value in entries:
        if isinstance(value, dict | list):
            yield from _number_faults(value, f"{place}{name}.")
        elif isinstance(value, int) and not 0 <= value <= 1000:
            yield f"{place}{name} must be from 0 to 1000, not {value}"


def _stock_faults(table: Table) -> Iterator[str]:
    for name in Pieces.__struct_fields__:
        if getattr(table.box, name) < 4 * getattr(table.start, name):
            yield f"box holds too few {name} for four players to start"
    if table.start.dice < 1:
        yield "start.dice must be at least 1"
    for name in ("dice", "vestals", "centurions"):
        if getattr(table.start, name) > getattr(table.caps, name):
            yield f"start.{name} is more than caps.{name}"
    if table.money.start > table.money.max:
        yield "money.start is more than money.max"

"""The component table and the options: what the pieces say, what the host chose, and what is wrong with it."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Data, Option

CARDS = (
    "WATER",
    "HARVEST",
    "VINTAGE",
    "GRAINTRADE",
    "WINETRADE",
    "CENTURIONS",
    "VESTALS",
    "CLERGY",
    "FAMILY",
    "BUILDING",
    "BRIBERY",
    "FORTUNA",
)
SEATS = ("blue", "grey", "orange", "purple")
BUILDINGS = ("MARKET", "AQUEDUCT", "BASILICA", "PALACE")
FAVOURS = frozenset({"SUPPLY", "ORGY", "FOOD", "BATTLE", "MARRIAGE", "RELIGION"})
PRIVILEGES = (
    "A_FOLLOWER",
    "A_WATER",
    "A_GRAIN",
    "A_WINE",
    "B_STEP",
    "C_BUILDING",
    "C_GRAIN",
    "C_WATER",
    "C_WINE",
    "C_MONEY3",
    "C_MONEY5",
    "C_CENTURION",
    "C_VESTAL",
    "C_MARRIAGE",
)
GIFTS = {"A_WATER": "water", "A_GRAIN": "grain", "A_WINE": "wine"}

OPTIONS = (
    Option("setup", ("beginner", "expert"), "action cards are dealt, or drafted"),
    Option("vestal_prices", ("1-3-5", "1-2-3"), "what the first, second and third Vestal cost (F-R3)"),
    Option("die_choice", ("any", "highest"), "which die counts when a favour is declined (F-R5)"),
    Option("identical_c", ("once", "each"), "equal C cards score once or each (F-R30)"),
    Option("money_cards", ("full", "split"), "both C cards for money count all of it, or share it (F-R31)"),
    Option("c_money_mode", ("per_group", "once"), "C cards for money score per full group or once (F-R32)"),
    Option("bribe_empty_side_cost", ("1", "0"), "fee for bribing a card of an empty side (F-R21)"),
    Option("fortuna_on_empty_side", ("wealth", "keep_first", "forbid"), "who is first when nobody holds it (F-R26)"),
    Option("initial_reserve", ("optional", "mandatory"), "turning one card face down at the start (F-R19)"),
    Option("stock_limits", ("strict", "unlimited"), "cubes and dice can run out or not (F-R47)"),
    Option("token_limit", ("unlimited", "strict"), "tokens are supplied or can run out (F-R48)"),
    Option("a_free_cube", ("any", "different"), "the free cube of an A card may be of the same kind (F-R34)"),
    Option("drawn_privilege_same_turn", ("yes", "no"), "a card may be used in the turn it was drawn (F-R37)"),
    Option("refuse", ("any", "1-4"), "which favours may be declined (F-R7)"),
    Option("facedown_display", ("open", "hidden"), "reports show the face-down cards of others or not (F-R18)"),
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chose, with the defaults of the rulings."""

    setup: Literal["beginner", "expert"] = "beginner"
    vestal_prices: Literal["1-3-5", "1-2-3", "table"] = "table"
    die_choice: Literal["any", "highest"] = "any"
    identical_c: Literal["once", "each"] = "once"
    money_cards: Literal["full", "split"] = "full"
    c_money_mode: Literal["per_group", "once"] = "per_group"
    bribe_empty_side_cost: Literal["1", "0", "table"] = "table"
    fortuna_on_empty_side: Literal["wealth", "keep_first", "forbid"] = "wealth"
    initial_reserve: Literal["optional", "mandatory"] = "optional"
    stock_limits: Literal["strict", "unlimited"] = "strict"
    token_limit: Literal["unlimited", "strict"] = "unlimited"  # noqa: S105 - tokens of the game
    a_free_cube: Literal["any", "different"] = "any"
    drawn_privilege_same_turn: Literal["yes", "no"] = "yes"
    refuse: Literal["any", "1-4"] = "any"
    facedown_display: Literal["open", "hidden"] = "open"


class Road(Struct, frozen=True, forbid_unknown_fields=True):
    start: int
    gate: int
    palace: int


class Money(Struct, frozen=True, forbid_unknown_fields=True):
    start: int
    max: int


class Pieces(Struct, frozen=True, forbid_unknown_fields=True):
    water: int
    grain: int
    wine: int
    vestals: int
    centurions: int
    dice: int


class Caps(Struct, frozen=True, forbid_unknown_fields=True):
    dice: int
    vestals: int
    centurions: int
    buildings: int


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    stock: int
    palace: int
    favour: int


class Trade(Struct, frozen=True, forbid_unknown_fields=True):
    grain: int
    wine: int
    market: int


class Family(Struct, frozen=True, forbid_unknown_fields=True):
    wedding: int
    money: int
    cubes: int


class Bribery(Struct, frozen=True, forbid_unknown_fields=True):
    money: int
    fee: int
    fee_empty: int


class Privilege(Struct, frozen=True, forbid_unknown_fields=True):
    copies: int
    four: int = 0
    per: str = ""
    each: int = 0
    group: int = 1


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything printed on the components."""

    version: int
    house: tuple[str, ...]
    seats: tuple[str, ...]
    harvest_base: int
    water_card: int
    tax: int
    centurion_prices: tuple[int, ...]
    vestal_prices: tuple[int, ...]
    favours: tuple[str, ...]
    road: Road
    money: Money
    start: Pieces
    caps: Caps
    box: Pieces
    tokens: Tokens
    trade: Trade
    family: Family
    bribery: Bribery
    building_cost: dict[str, int]
    building_copies: dict[str, int]
    privileges: dict[str, Privilege]


class Rules(Struct, frozen=True):
    """The rules of one game: its copy of the table and its options."""

    table: Table
    options: Options

    @property
    def is_strict(self) -> bool:
        """Whether cubes and dice can run out (F-R47)."""
        return self.options.stock_limits == "strict"

    @property
    def is_hidden(self) -> bool:
        """Whether reports hide the face-down cards of others (F-R18)."""
        return self.options.facedown_display == "hidden"


@cache
def shipped() -> Data:
    """Return the table that comes with the game; not to be changed."""
    return tomllib.loads((Path(__file__).parent / "table.toml").read_text("utf-8"))


def rules_of(options: Mapping[str, str], table: Data) -> Rules:
    """Return the rules of a game; an option overwrites its field of the table before the table is frozen."""
    chosen = msgspec.convert(dict(options), Options)
    printed = msgspec.convert(table, Table)
    if chosen.vestal_prices != "table":
        prices = tuple(int(price) for price in chosen.vestal_prices.split("-"))
        printed = replace(printed, vestal_prices=prices)
    if chosen.bribe_empty_side_cost != "table":
        fee = int(chosen.bribe_empty_side_cost)
        printed = replace(printed, bribery=replace(printed.bribery, fee_empty=fee))
    return Rules(printed, chosen)


def faults(seats: tuple[str, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
    """Return what is wrong with this way to open a game, one line each."""
    return (*_seat_faults(seats), *_option_faults(options), *_table_faults(table))


def _seat_faults(seats: tuple[str, ...]) -> Iterator[str]:
    if len(seats) not in (2, 3, 4):
        yield f"Fortuna is for 2, 3 or 4 players, not {len(seats)}"
    if len(set(seats)) != len(seats):
        yield "a side can have one player only"
    for seat in seats:
        if seat not in SEATS:
            yield f"there is no side {seat!r}; choose among {', '.join(SEATS)}"


def _option_faults(options: Mapping[str, str]) -> Iterator[str]:
    known = {option.name: option.values for option in OPTIONS}
    for name, value in options.items():
        if name not in known:
            yield f"there is no option {name!r}; choose among {', '.join(known)}"
        elif value not in known[name]:
            yield f"option {name} cannot be {value!r}; choose among {', '.join(known[name])}"


def _table_faults(table: Data) -> Iterator[str]:
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

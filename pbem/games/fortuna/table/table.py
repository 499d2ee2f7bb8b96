"""The component table: what the pieces say."""

from functools import cache

from msgspec import Struct

from pbem.games.game import Data
from pbem.games.kit.files import load

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
BUILDINGS = ("MARKET", "AQUEDUCT", "BASILICA", "PALACE")
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


@cache
def shipped() -> Data:
    """Return the table that comes with the game; not to be changed."""
    return load("pbem.games.fortuna", "table.toml")

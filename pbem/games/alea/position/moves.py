"""The moves of Alea Iacta Est: one frozen value for each order. Equal orders are equal values."""

from msgspec import Struct
from msgspec.structs import force_setattr

from pbem.games.alea.position.state import Dice, Stand


class Place(Struct, frozen=True, tag="place"):
    """Place dice in one building.

    An exact placement names its dice and, in the Castrum, `new` or `extend` with the size of the own set. Short forms
    stand for an exact one that depends on the roll: `every` names values of which all dice are meant, `extend` insists
    on adding, `best`, `low` and `pair` choose. They are read so only before the dice are known.
    """

    building: str
    dice: Dice = ()
    how: str = ""
    size: int = 0
    every: Dice = ()

    def __post_init__(self) -> None:
        _ascend(self)


class Reroll(Struct, frozen=True, tag="reroll"):
    """Spend a token: roll some of the dice again. `every`, `all` and `except` (these) are short forms."""

    dice: Dice = ()
    how: str = ""
    every: Dice = ()

    def __post_init__(self) -> None:
        _ascend(self)


class Keep(Struct, frozen=True, tag="keep"):
    """Keep Fortune tiles of these values, highest first; none named: the best ones, before they are known."""

    tiles: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "tiles", tuple(sorted(self.tiles, reverse=True)))


class TakeCard(Struct, frozen=True, tag="card"):
    """Take a senate card."""

    card: str


class TakeProvince(Struct, frozen=True, tag="province"):
    """Take a province tile."""

    tile: str


class TakePatrician(Struct, frozen=True, tag="patrician"):
    """Take a patrician."""

    patrician: str


class Assign(Struct, frozen=True, tag="assign"):
    """Send patricians to provinces at the end, all others stay at home; `auto`: as is best."""

    stands: tuple[Stand, ...] = ()
    auto: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "stands", tuple(sorted(self.stands, key=lambda stand: stand.patrician)))


def _ascend(move: "Place | Reroll") -> None:
    """Dice have no order: keep them ascending, so that equal orders are equal values."""
    if len(move.dice) > 1:
        force_setattr(move, "dice", tuple(sorted(move.dice)))
    if move.every:
        force_setattr(move, "every", tuple(sorted(set(move.every))))


Move = Place | Reroll | Keep | TakeCard | TakeProvince | TakePatrician | Assign

KINDS: dict[type, str] = {
    Place: "place",
    Reroll: "reroll",
    Keep: "keep",
    TakeCard: "card",
    TakeProvince: "province",
    TakePatrician: "patrician",
    Assign: "assign",
}

"""Money and goods: five amounts, each with its name, that are added, taken away and compared as one value."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

GOODS = ("gold", "wood", "stone", "marble", "weapons")
WARES = GOODS[1:]  # what a market buys and sells; gold is what it pays with


class Goods(Struct, frozen=True, array_like=True):
    """What somebody has, pays or gains. On paper it is five numbers in the order of `GOODS`."""

    gold: int = 0
    wood: int = 0
    stone: int = 0
    marble: int = 0
    weapons: int = 0

    def __add__(self, other: "Goods") -> "Goods":
        return Goods(
            self.gold + other.gold,
            self.wood + other.wood,
            self.stone + other.stone,
            self.marble + other.marble,
            self.weapons + other.weapons,
        )

    def __sub__(self, other: "Goods") -> "Goods":
        return Goods(
            self.gold - other.gold,
            self.wood - other.wood,
            self.stone - other.stone,
            self.marble - other.marble,
            self.weapons - other.weapons,
        )

    def covers(self, cost: "Goods") -> bool:
        """Tell whether this is enough to pay a cost."""
        return (
            self.gold >= cost.gold
            and self.wood >= cost.wood
            and self.stone >= cost.stone
            and self.marble >= cost.marble
            and self.weapons >= cost.weapons
        )

    def amount(self, good: str) -> int:
        """Return how much of one good there is."""
        return int(getattr(self, good))

    def amounts(self) -> dict[str, int]:
        """Return every amount by the name of its good, zeros too."""
        return dict(zip(GOODS, astuple(self), strict=True))

    def bundle(self) -> dict[str, int]:
        """Return the amounts by name without the zeros, as sayings and drawings tell them."""
        return {good: amount for good, amount in zip(GOODS, astuple(self), strict=True) if amount}

    def above_zero(self) -> "Goods":
        """Return what is left when every debt is forgotten: of a difference, what was gained."""
        return Goods(
            max(self.gold, 0),
            max(self.wood, 0),
            max(self.stone, 0),
            max(self.marble, 0),
            max(self.weapons, 0),
        )


NOTHING = Goods()


def only(amounts: Mapping[Any, int]) -> Goods:
    """Return goods by their names; what is not named is zero."""
    return Goods(**amounts)

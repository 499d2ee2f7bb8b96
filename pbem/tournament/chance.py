"""How an event asks for chance: a roll by its slot, and of a roll numbers and shuffles. `fair/1` gives both."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Stream(Protocol):
    """One public roll: a sequence of fair draws."""

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1."""

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order."""


class Chance(Protocol):
    """What an event may ask of fate."""

    def roll(self, slot: str) -> Stream:
        """Open the public roll of a slot, which is written turn/attempt."""


def draw_slot(round_: int, attempt: int) -> str:
    """Return the slot of a round's draw."""
    return f"draw {round_}/{attempt}"


def lots_slot(attempt: int) -> str:
    """Return the slot of the lots that are drawn when an event ends."""
    return f"lots/{attempt}"

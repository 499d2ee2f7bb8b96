"""How a game asks for dice and cards. Chance is always handed in; a game never makes its own."""

from collections.abc import Sequence
from typing import NoReturn, Protocol, TypeVar

T = TypeVar("T")


class Stream(Protocol):
    """One public roll: a sequence of fair draws."""

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1."""

    def die(self) -> int:
        """Draw a number from 1 to 6."""

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order."""


class Chance(Protocol):
    """What a game may ask of fate while it sets up or plays one move."""

    def roll(self, slot: str) -> Stream:
        """Open the public roll of a slot. The rules alone fix the slot (round, seat, attempt), nobody's choice does.

        A slot is asked for once in a game. It is `turn/attempt`, such as `2/blue/1`: what stands before the last `/` is
        the turn, whose rolls have their own place among the dice to come.
        """

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the hidden order of a deck, index 0 on top.

        `cards` are in table order; a label is `name/k`, where k is 0 for the first shuffle, and a reshuffle is k+1 over
        exactly the discards.
        """


class ChanceRefused(Exception):  # noqa: N818 - a refusal is a signal, not an error
    """The future is asked for where it may not be known: a preview stops here."""


class NoChance:
    """The chance of a preview: it refuses every roll and every look into a deck."""

    def roll(self, slot: str) -> NoReturn:
        raise ChanceRefused(slot)

    def deck(self, label: str, cards: Sequence[str]) -> NoReturn:
        raise ChanceRefused(f"{label} ({len(cards)} cards)")

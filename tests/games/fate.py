"""A quick seeded chance for tests of rules: the same seed, slots and labels give the same dice and decks."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class FateStream:
    """One roll; dice named beforehand come first."""

    def __init__(self, seed: str, dice: Sequence[int] = ()) -> None:
        self._random = Random(seed)
        self._dice = list(dice)

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def die(self) -> int:
        return self._dice.pop(0) if self._dice else self.below(6) + 1

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        mixed = list(items)
        self._random.shuffle(mixed)
        return tuple(mixed)


class Fate:
    """A chance whose dice and decks a test may fix: `dice` by slot, `decks` by label."""

    def __init__(
        self,
        seed: int | str = 0,
        *,
        dice: Mapping[str, Sequence[int]] | None = None,
        decks: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.seed = seed
        self.dice = dice or {}
        self.decks = decks or {}
        self.slots: list[str] = []

    def roll(self, slot: str) -> FateStream:
        self.slots.append(slot)
        return FateStream(f"{self.seed}/{slot}", self.dice.get(slot, ()))

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        if label in self.decks:
            return tuple(self.decks[label])
        return FateStream(f"{self.seed}/deck/{label}").shuffle(cards)


class Restacked(Fate):
    """The same rolls, but every deck in another order."""

    def __init__(self, seed: int | str, stack: int) -> None:
        super().__init__(seed)
        self._stacked = Fate(f"{seed}/stack {stack}")

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        return self._stacked.deck(label, cards)

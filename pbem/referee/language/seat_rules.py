"""A game as one seat sees it at one moment: what its words mean there, and which orders are legal.

A sheet may ask for the same a thousand times. What is asked for twice is therefore worked out once,
and what a list could hold without end is looked at up to a limit.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from msgspec import Struct

from pbem.games.game import Refusal, Unread
from pbem.games.kit.order_words import fold
from pbem.referee.language.sheet import WORDS

T = TypeVar("T")

_LOOKED_AT = 2_000  # legal orders compared with what was written, at the most


class SeatRules(Struct, frozen=True, dict=True):  # dict: for what is worked out once
    """A seat's view, and the rules to read it by."""

    game: Any
    view: Any

    def parse(self, text: str) -> Any:
        """Read an order: a move, or `Unread`."""
        if text not in self._moves:
            self._moves[text] = self.game.parse(self.view, text)
        return self._moves[text]

    def why_not(self, text: str) -> Refusal | Unread | None:
        """Say why an order cannot be played now, or None if it can."""
        if text not in self._refusals:
            self._refusals[text] = self._check(text)
        return self._refusals[text]

    def _check(self, text: str) -> Refusal | Unread | None:
        move = self.parse(text)
        if isinstance(move, Unread):
            return move
        refusal: Refusal | None = self.game.check(self.view, move)
        return refusal

    def kinds_of(self, moves: tuple[str, ...]) -> frozenset[str]:
        """Return the kinds of decision a chain answers: that of its first move, where it begins, and of its last."""
        ends = (moves[0], moves[-1])
        return frozenset(self.game.kind(self.parse(text)) for text in ends if not is_any(text))

    def numbered(self, number: int) -> Any:
        """Return the legal move of a number, counted from 1, or None."""
        missing = number - len(self._listed)
        if missing > 0:
            self._listed.extend(islice(self._legal, missing))
        if not 0 < number <= len(self._listed):
            return None
        return self._listed[number - 1]

    def orders(self, language: str) -> tuple[tuple[str, str], ...]:
        """Return the first legal orders, written in a language, each with the kind of decision it answers."""
        if language not in self._orders:
            write, kind = self.game.write, self.game.kind
            self._orders[language] = tuple((kind(move), write(move, language)) for move in self._first)
        return self._orders[language]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of decision that are asked now, as far as a legal order answers them."""
        return frozenset(map(self.game.kind, self._first))

    @cached_property
    def _first(self) -> tuple[Any, ...]:
        return tuple(islice(self.game.moves(self.view), _LOOKED_AT))

    @cached_property
    def facts(self) -> Mapping[str, int]:
        """The numbers that conditions may test."""
        facts: Mapping[str, int] = self.game.facts(self.view)
        return facts

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice just rolled."""
        return tuple(value for value in range(1, 7) for _ in range(self.facts.get(f"die{value}", 0)))

    @property
    def has_dice(self) -> bool:
        """Whether the game has any dice to speak of."""
        return "die1" in self.facts

    def number(self, words: str) -> int | None:
        """Return the number that the words of a condition mean.

        None if there is no such fact.
        """
        if words not in self._numbers:
            name = self.game.fact(fold(words))
            self._numbers[words] = None if name is None else int(self.facts.get(name, 0))
        return self._numbers[words]

    def remember(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what a piece of work gives, which is done once."""
        if key not in self._remembered:
            self._remembered[key] = work()
        found: T = self._remembered[key]
        return found

    @cached_property
    def _remembered(self) -> dict[Hashable, Any]:
        return {}

    @cached_property
    def _numbers(self) -> dict[str, int | None]:
        return {}

    @cached_property
    def _moves(self) -> dict[str, Any]:
        return {}

    @cached_property
    def _refusals(self) -> dict[str, Refusal | Unread | None]:
        return {}

    @cached_property
    def _orders(self) -> dict[str, tuple[tuple[str, str], ...]]:
        return {}

    @cached_property
    def _listed(self) -> list[Any]:
        return []

    @cached_property
    def _legal(self) -> Any:
        return self.game.moves(self.view)


def is_any(text: str) -> bool:
    """Return whether an order is the word that accepts any legal move."""
    return fold(text) in WORDS["any"]

"""Values that only grow, kept in parts: each step shares almost everything with the value before it.

A record may have any number of entries, and the clocks of a game are a new value after each. Parts of like size are
joined, as in a binary counter, so that whatever is added is copied a few times and not once for every entry.
"""

from bisect import bisect_right

from msgspec import Struct

Pair = tuple[int, int]
Sets = tuple[frozenset[str], ...]


class Pairs(Struct, frozen=True):
    """Pairs of numbers, the first ones in order."""

    parts: tuple[tuple[Pair, ...], ...] = ()

    def plus(self, pair: Pair) -> "Pairs":
        """Return these and one more, whose first number is not less than all before."""
        parts = self.parts
        new: tuple[Pair, ...] = (pair,)
        while parts and len(parts[-1]) <= len(new):
            parts, new = parts[:-1], parts[-1] + new
        return Pairs((*parts, new))

    def upto(self, first: int) -> tuple[Pair | None, Pair | None]:
        """Return the last pair whose first number is not more, and the one that follows it."""
        before: Pair | None = None
        for part in self.parts:
            place = bisect_right(part, first, key=_first)
            before = part[place - 1] if place else before
            if place < len(part):
                return before, part[place]
        return before, None

    def below(self, second: int) -> Pair | None:
        """Return the last pair whose second number is less; the second ones must be in order too."""
        before: Pair | None = None
        for part in self.parts:
            place = bisect_right(part, second - 1, key=_second)
            before = part[place - 1] if place else before
            if place < len(part):
                break
        return before

    @property
    def last(self) -> Pair | None:
        """The last pair."""
        return self.parts[-1][-1] if self.parts else None

    def get(self, first: int, otherwise: int) -> int:
        """Return the second number of a pair."""
        found, _next = self.upto(first)
        return found[1] if found and found[0] == first else otherwise


def has(sets: Sets, word: str) -> bool:
    """Tell whether a word is in one of the sets."""
    return any(word in one for one in sets)


def plus(sets: Sets, word: str) -> Sets:
    """Return the sets with one word more."""
    new = frozenset({word})
    while sets and len(sets[-1]) <= len(new):
        sets, new = sets[:-1], sets[-1] | new
    return (*sets, new)


def _first(pair: Pair) -> int:
    return pair[0]


def _second(pair: Pair) -> int:
    return pair[1]

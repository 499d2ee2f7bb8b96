"""Tongues: the same drawing in another language, told by which pieces stand for which.

A board in two languages has mostly the same pieces. Of the others each nearly always stands for the same pieces of the
other language, however many: a name may need two lines there. So a language is a table, and splices where that fails.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pbem.report.replay.splices import Part, Splice, Splicer

Pieces = tuple[int, ...]
Both = tuple[Sequence[Part], Sequence[Part]]  # a drawing in the first language, and in this one: in as many parts


class Tongue:
    """Which pieces of another language stand for those of the first: of all that ever do, those that do most often."""

    def __init__(self, drawings: Iterable[Both], kinds: Sequence[str]) -> None:
        self._kinds = kinds  # what sort each piece is of: like stands for like
        self._splicer = Splicer()
        self._told: dict[int, Part] = {}
        self.table = self._learned(drawings)

    def splices(self, drawn: Sequence[Part], other: Sequence[Part]) -> list[Splice]:
        """Return what makes a drawing in this language of what the table gives."""
        return self._splicer.splices([self._in_this(*both) for both in zip(drawn, other, strict=True)], other)

    def _in_this(self, one: Part, other: Part) -> Part:
        """Return what the table gives for a part; the other part itself where it is that."""
        found = self._told.get(id(one))
        if found is None:
            found = self._told[id(one)] = self.told(one)
        return other if found == other else found

    def told(self, drawn: Part) -> Pieces:
        """Return pieces of the first language in this one."""
        known = self.table
        return tuple(piece for one in drawn for piece in known[one])

    def _learned(self, drawings: Iterable[Both]) -> dict[int, Pieces]:
        """Look at drawings in both languages, at every two parts once."""
        often: Counter[tuple[int, int]] = Counter()
        parts: dict[tuple[int, int], tuple[Part, Part]] = {}
        for drawn, other in drawings:
            marks = list(zip(map(id, drawn), map(id, other), strict=True))
            often.update(marks)
            parts.update(zip(marks, zip(drawn, other, strict=True), strict=True))
        votes: dict[int, Counter[Pieces]] = defaultdict(Counter)
        for mark, (one, part) in parts.items():
            for piece, pieces in self._pairs(one, part):
                votes[piece][pieces] += often[mark]
        return {piece: max(found, key=found.__getitem__) for piece, found in votes.items()}

    def _pairs(self, drawn: Sequence[int], other: Sequence[int]) -> Iterator[tuple[int, Pieces]]:
        """Yield pieces of one drawing with those that stand in their place in the other."""
        if len(drawn) == len(other):
            yield from ((one, (piece,)) for one, piece in zip(drawn, other, strict=True))
            return
        begun = at = 0
        for place, there in _common(drawn, other):
            yield from self._stretch(drawn[begun:place], other[at:there])
            yield drawn[place], (drawn[place],)
            begun, at = place + 1, there + 1
        yield from self._stretch(drawn[begun:], other[at:])

    def _stretch(self, drawn: Sequence[int], other: Sequence[int]) -> Iterator[tuple[int, Pieces]]:
        """Pair what differs: like with like, and what is left over with the piece before it."""
        found: list[tuple[int, list[int]]] = []
        at, kinds = 0, self._kinds
        for place, one in enumerate(drawn):
            left = len(drawn) - place - 1
            put: list[int] = []
            while at < len(other) - left and found and kinds[other[at]] != kinds[one]:
                found[-1][1].append(other[at])
                at += 1
            if at < len(other) and kinds[other[at]] == kinds[one]:
                put.append(other[at])
                at += 1
            found.append((one, put))
        if found:
            found[-1][1].extend(other[at:])
        yield from ((one, tuple(put)) for one, put in found)


def _common(drawn: Sequence[int], other: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield where both have the same piece, in order: anchors are pieces that stand just once in either."""
    where: dict[int, int] = {}
    for place, piece in enumerate(other):
        where[piece] = -1 if piece in where else place
    seen: dict[int, int] = {}
    for piece in drawn:
        seen[piece] = seen.get(piece, 0) + 1
    at = 0
    for place, piece in enumerate(drawn):
        there = where.get(piece, -1)
        if there >= at and seen[piece] == 1:
            yield place, there
            at = there + 1

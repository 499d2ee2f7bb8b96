"""Tongues: the same drawing in another language, told by which pieces stand for which.

A board in two languages has mostly the same pieces. Of the others each nearly always stands for the same pieces of the
other language, however many: a name may need two lines there. So a language is a table, and splices where that fails.
"""

from collections.abc import Iterator, Sequence

Pieces = tuple[int, ...]


class Tongue:
    """Which pieces of another language stand for those of the first; learned from drawings as they come.

    What was learned once stays: all drawings are told by one table in the end.
    """

    def __init__(self, kinds: Sequence[str]) -> None:
        self.table: dict[int, Pieces] = {}
        self._kinds = kinds  # what sort each piece is of: like stands for like

    def told(self, drawn: Sequence[int]) -> list[int]:
        """Return a drawing of the first language in this one, as far as it is known."""
        known = self.table
        return [piece for one in drawn for piece in known[one]]

    def learn(self, drawn: Sequence[int], other: Sequence[int]) -> None:
        """Look at the same drawing in both languages, and learn the pieces that are not known yet."""
        for one, pieces in self._pairs(*self._unknown(drawn, other)):
            self.table.setdefault(one, pieces)

    def _unknown(self, drawn: Sequence[int], other: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
        """Return both drawings without the beginnings and ends that are known already."""
        unknown = [place for place, piece in enumerate(drawn) if piece not in self.table]
        first, last = unknown[0], unknown[-1] + 1
        head, tail = self.told(drawn[:first]), self.told(drawn[last:])
        end = len(other) - len(tail)
        if len(head) > end or other[: len(head)] != head or other[end:] != tail:
            return drawn, other
        return drawn[first:last], other[len(head) : end]

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

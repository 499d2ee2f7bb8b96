"""Splices: how one sequence of numbers becomes the next, in one look at both.

Sequences that consist of parts are held against each other part by part: most are the same, and what was found for two
parts holds wherever they meet again.

Sequences here are drawings cut into pieces, of which a move changes a few. What is found is right, and short where the
two are alike; it need not be the shortest, which would take long to find.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

Splice = tuple[int, int, tuple[int, ...]]  # how many stay since the last one, how many go, what comes instead
Part = tuple[int, ...]


class Splicer:
    """Finds splices between sequences of parts. A part is one value wherever it stands, and known by that."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], list[Splice]] = {}

    def splices(self, old: Sequence[Part], new: Sequence[Part]) -> list[Splice]:
        """Return what makes the new sequence of the old one."""
        if len(old) != len(new):
            return splices(joined(old), joined(new))
        found: list[Splice] = []
        stay = 0
        for one, other in zip(old, new, strict=True):
            stay += len(one)
            if one is other:
                continue
            at = stay - len(one)
            for kept, gone, put in self._between(one, other):
                _append(found, (at + kept, gone, put))
                stay -= at + kept + gone
                at = 0
        return found

    def _between(self, old: Part, new: Part) -> list[Splice]:
        both = id(old), id(new)
        if both not in self._known:
            self._known[both] = splices(old, new)
        return self._known[both]


def joined(parts: Iterable[Part]) -> Part:
    """Return a sequence of its parts."""
    return tuple(chain.from_iterable(parts))


def _append(found: list[Splice], splice: Splice) -> None:
    """Add a splice; one that begins where the last one ended goes on with it."""
    kept, gone, put = splice
    if found and not kept:
        stays, before, came = found.pop()
        splice = stays, before + gone, (*came, *put)
    found.append(splice)


def splices(old: Sequence[int], new: Sequence[int]) -> list[Splice]:
    """Return what makes the new sequence of the old one."""
    if len(old) == len(new):
        return list(_replaced(old, new))
    start, end = _alike(old, new)
    return list(_apart(_moved(old, new, start, end)))


def _apart(stretches: Iterable[tuple[int, int, tuple[int, ...]]]) -> Iterator[Splice]:
    """Yield stretches that are told by where they begin and end in the old sequence as splices."""
    last = 0
    for begin, end, put in stretches:
        yield begin - last, end - begin, put
        last = end


def _replaced(old: Sequence[int], new: Sequence[int]) -> Iterator[Splice]:
    """Yield stretches that differ, of two sequences of one length."""
    last = begun = 0
    previous = -2
    for at in (place for place, (one, other) in enumerate(zip(old, new, strict=True)) if one != other):
        if at != previous + 1:
            if previous >= 0:
                yield begun - last, previous + 1 - begun, tuple(new[begun : previous + 1])
                last = previous + 1
            begun = at
        previous = at
    if previous >= 0:
        yield begun - last, previous + 1 - begun, tuple(new[begun : previous + 1])


def _alike(old: Sequence[int], new: Sequence[int]) -> tuple[int, int]:
    """Return how much both have in common at their beginnings, and at their ends."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end


def _moved(old: Sequence[int], new: Sequence[int], start: int, end: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield stretches that differ between two equal ends, around anchors that both have in the same order."""
    kept = at = start
    for here, there in (*_anchors(old, new, start, end), (len(old) - end, len(new) - end)):
        low, high = _met(old, new, (at, here), (kept, there))
        if low[0] < high[0] or low[1] < high[1]:
            yield low[0], high[0], tuple(new[low[1] : high[1]])
        at, kept = here + 1, there + 1


def _met(
    old: Sequence[int], new: Sequence[int], olds: tuple[int, int], news: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return what is left of a stretch of both without their equal beginnings and ends: where it begins, and ends."""
    (at, here), (kept, there) = olds, news
    while at < here and kept < there and old[at] == new[kept]:
        at, kept = at + 1, kept + 1
    while at < here and kept < there and old[here - 1] == new[there - 1]:
        here, there = here - 1, there - 1
    return (at, kept), (here, there)


def _anchors(old: Sequence[int], new: Sequence[int], start: int, end: int) -> list[tuple[int, int]]:
    """Return where pieces stand that are in both just once: as many as stand in the same order."""
    olds, news = _once(old, start, len(old) - end), _once(new, start, len(new) - end)
    pairs = [(olds[piece], there) for piece, there in news.items() if piece in olds]
    ends: list[int] = []  # of the shortest run of each length, where it ends in the old sequence
    tails: list[int] = []
    before: list[int] = []
    for number, (here, _) in enumerate(pairs):
        length = bisect_left(ends, here)
        before.append(tails[length - 1] if length else -1)
        ends[length : length + 1] = [here]
        tails[length : length + 1] = [number]
    run = []
    number = tails[-1] if tails else -1
    while number >= 0:
        run.append(pairs[number])
        number = before[number]
    return run[::-1]


def _once(pieces: Sequence[int], start: int, stop: int) -> dict[int, int]:
    """Return where pieces stand that are there just once, in their order."""
    where: dict[int, int] = {}
    again = set()
    for at in range(start, stop):
        if pieces[at] in where:
            again.add(pieces[at])
        where[pieces[at]] = at
    return {piece: at for piece, at in where.items() if piece not in again}

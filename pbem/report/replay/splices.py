"""Splices: how one sequence of numbers becomes the next, in one look at both.

Sequences here are drawings cut into pieces, of which a move changes a few. What is found is right, and short where the
two are alike; it need not be the shortest, which would take long to find.
"""

from collections.abc import Iterator, Sequence

Splice = tuple[int, int, tuple[int, ...]]  # how many stay since the last one, how many go, what comes instead


def splices(old: Sequence[int], new: Sequence[int]) -> list[Splice]:
    """Return what makes the new sequence of the old one."""
    if len(old) == len(new):
        return list(_replaced(old, new))
    start, end = _alike(old, new)
    return list(_moved(old, new, start, end))


def spliced(old: Sequence[int], changes: Sequence[Splice]) -> list[int]:
    """Return the sequence that splices make of an old one."""
    new: list[int] = []
    at = 0
    for kept, gone, put in changes:
        new += old[at : at + kept]
        new += put
        at += kept + gone
    new += old[at:]
    return new


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


def _moved(old: Sequence[int], new: Sequence[int], start: int, end: int) -> Iterator[Splice]:
    """Yield splices between two equal ends: whatever stands just once in the old middle is an anchor for the new."""
    stop = len(old) - end
    where: dict[int, int] = {}
    for at in range(start, stop):
        where[old[at]] = -1 if old[at] in where else at
    at, last = start, 0
    put: list[int] = []
    for piece in new[start : len(new) - end]:
        found = at if at < stop and old[at] == piece else where.get(piece, -1)
        if found < at:
            put.append(piece)
            continue
        if put or found > at:
            yield at - last, found - at, tuple(put)
            last, put = found, []
        at = found + 1
    if put or at < stop:
        yield at - last, stop - at, tuple(put)

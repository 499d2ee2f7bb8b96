"""The designs of docs/events.md written a second time, straight from its sentences. Nothing of pbem is imported."""

from collections import Counter
from collections.abc import Iterator
from itertools import count

STEPS = 20_000
PRODUCTS = {(2, 2): 3, (2, 3): 1, (3, 2): 1, (3, 3): 2}


class Attempt:
    """One attempt to find blocks, with the three verbs of the page."""

    def __init__(self, v: int, k: int, laps: int, top: int, most: int) -> None:
        self.v, self.k, self.laps, self.top, self.most = v, k, laps, top, most
        self.counts = dict.fromkeys(range(1, v), 0)
        self.steps = 0
        self.blocks: list[list[int]] = []

    def next_block(self) -> bool:
        if len(self.blocks) == self.laps:
            return True
        rarest = min(self.counts[d] for d in range(1, self.v // 2 + 1))
        first = next(d for d in range(1, self.v // 2 + 1) if self.counts[d] == rarest)
        return self.try_number(first, [0], 0)

    def try_number(self, x: int, block: list[int], last: int) -> bool:
        if self.steps >= STEPS:
            return False
        before = dict(self.counts)
        if self.fits(x, block) and self.grow([*block, x], last):
            return True
        self.counts = before
        return False

    def fits(self, x: int, block: list[int]) -> bool:
        for y in block:
            for difference in ((x - y) % self.v, (y - x) % self.v):
                self.counts[difference] += 1
                if self.counts[difference] > self.top:
                    return False
                if sum(times == self.top for times in self.counts.values()) > self.most:
                    return False
        return True

    def grow(self, block: list[int], last: int) -> bool:
        self.steps += 1
        if len(block) == self.k:
            self.blocks.append(sorted(block))
            if self.next_block():
                return True
            self.blocks.pop()
            return False
        return any(self.try_number(x, block, x) for x in range(last + 1, self.v) if x not in block)


def attempts(v: int, k: int, laps: int) -> Iterator[list[list[int]]]:
    q, r = divmod(laps * k * (k - 1), v - 1)
    for top in count(q + 1):
        for most in range(r, v):
            attempt = Attempt(v, k, laps, top, most)
            yield attempt.blocks if attempt.next_block() else []


def searched(v: int, k: int, laps: int) -> list[list[int]]:
    return next(found for found in attempts(v, k, laps) if found)


def do_all_meet(v: int, found: list[list[int]]) -> bool:
    return {(x - y) % v for block in found for x in block for y in block} == set(range(v))


def blocks(v: int, k: int, laps: int) -> list[list[int]]:
    fewest = -(-(v - 1) // (k * (k - 1)))
    while not do_all_meet(v, searched(v, k, fewest)):
        fewest += 1
    if laps <= fewest:
        return searched(v, k, laps)
    if even := next(attempts(v, k, laps)):
        return even
    best: tuple[int, list[list[int]]] | None = None
    for m in range(1, v):
        if all(v % divisor or m % divisor for divisor in range(2, v + 1)):
            later = [sorted(m * x % v for x in block) for block in blocks(v, k, laps - fewest)]
            joined = blocks(v, k, fewest) + later
            met = Counter((x - y) % v for block in joined for x in block for y in block if x != y)
            gap = max(met[d] for d in range(1, v)) - min(met[d] for d in range(1, v))
            if best is None or gap < best[0]:
                best = gap, joined
    assert best is not None
    return best[1]


def plus(k: int, one: int, other: int) -> int:
    return one ^ other if k == 4 else (one + other) % k


def times(k: int, one: int, other: int) -> int:
    return PRODUCTS.get((one, other), one * other) if k == 4 else one * other % k


def plane(k: int) -> Iterator[list[int]]:
    for slope in range(k):
        for start in range(k):
            seat_of = {plus(k, x, slope): (x, plus(k, times(k, slope, x), start)) for x in range(k)}
            yield [x * k + y for x, y in (seat_of[seat] for seat in range(k))]
    for x in range(k):
        yield [x * k + y for y in range(k)]

"""The best assignment of a player's patricians, exactly (sections 6.2 to 6.4).

A programme over the six colours. Inside one colour only numbers count: how many men and women stand in its tiles, how
many couples they make (`shapes`), what the special provinces take (`specials`). Colours meet only in the special
provinces and in the halves of card II, so that is the whole state between them (`node`).
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from operator import add

from pbem.games.alea.scoring.hand import HALF, NO_WAY, Hand
from pbem.games.alea.scoring.node import (
    ANYONE,
    FREES,
    LOW,
    ODD,
    TOLD,
    WILDS,
    Node,
    begin_of,
    border_at,
    first_node,
    free_left,
    mask_of,
    told_in,
    wild_left,
)
from pbem.games.alea.scoring.scoring import Holdings, ScoringTerms
from pbem.games.alea.scoring.shapes import Shapes
from pbem.games.alea.scoring.specials import NOTHING, Special, Specials
from pbem.games.alea.table.table import COLOURS

Numbers = tuple[int, int, int, tuple[int, ...], int, int]  # men, women, couples, borders opened, free and wild used
NO_NUMBERS: Numbers = (0, 0, 0, (), 0, 0)
Change = tuple[tuple[int, ...], int, int, int, int]  # borders opened, free and wild used, half, told
Ways = tuple[tuple[int, int, int], ...]  # what each is worth, what is added to the node, the half that is turned over


class Borders:
    """Which borders each colour opens, finds open and closes; a border is open between its two colours."""

    def __init__(self, pairs: list[list[str]]) -> None:
        self.opening: list[tuple[int, ...]] = []
        self.open: list[tuple[int, ...]] = []  # before each colour, in the order in which they were opened
        self.shut: list[tuple[int, ...]] = []  # places among the open ones that the colour closes
        self.stay: list[tuple[int, ...]] = []
        now: tuple[int, ...] = ()
        for shade in COLOURS:
            opening = tuple(j for j, pair in enumerate(pairs) if pair[0] == shade)
            shut = tuple(at for at, j in enumerate(now) if pairs[j][1] == shade)
            stay = tuple(at for at in range(len(now)) if at not in shut)
            self.opening.append(opening)
            self.open.append(now)
            self.shut.append(shut)
            self.stay.append(stay)
            now = tuple(now[at] for at in stay) + opening


class Case:
    """One player's assignment as a problem to solve."""

    def __init__(self, holdings: Holdings, terms: ScoringTerms) -> None:
        self.hand = Hand(holdings, terms)
        self.shapes = Shapes(self.hand)
        self.special = Specials(self.hand)
        self.borders = Borders(self.hand.pairs)
        self.start = first_node(len(self.hand.free), self.hand.wild)
        self.shifts = [_shifts(stay) for stay in self.borders.stay]
        self.matters = [mask_of(shut) for shut in self.borders.shut]
        self._bases: dict[object, dict[Numbers, int]] = {}
        self._steps: tuple[dict[Node, tuple[Ways, Ways]], ...] = tuple({} for _ in COLOURS)
        self._best: tuple[dict[Node, int], ...] = tuple({} for _ in range(len(COLOURS) + 1))

    def best(self, depth: int, node: Node) -> int:
        """Return the most that the colours from `depth` on can still add."""
        known = self._best[depth]
        if node not in known:
            known[node] = self._most(depth, node)
        return known[node]

    def _most(self, depth: int, node: Node) -> int:
        if depth == len(COLOURS):
            return self._end(node)
        kept, known, most = self._kept(depth, node), self._best[depth + 1], NO_WAY
        for worth, more, odd in self._summary(depth, node):
            after = (kept + more) ^ odd
            rest = known.get(after)
            if rest is None:
                rest = self.best(depth + 1, after)
            most = max(most, worth + rest)
        return most

    def _end(self, node: Node) -> int:
        """An empty free or wild province is grey, one more colour for card VII; half a point alone is none."""
        worth = 0
        if free_left(node) or wild_left(node):
            worth = self.hand.bonus("VII")
        return worth - (node >> ODD & 1) * HALF

    def _kept(self, depth: int, node: Node) -> Node:
        """Return a node without the borders that a colour closes."""
        if not self.borders.shut[depth]:
            return node
        kept = node & LOW
        for place, at in self.shifts[depth]:
            kept |= (node >> at & ANYONE) << place
        return kept

    def _more(self, depth: int, change: Change) -> Node:
        """Return what a change adds to a node, the half left out."""
        opened, free, wild, _, told = change
        first = len(self.borders.stay[depth])
        borders = sum(who << begin_of(place) for place, who in enumerate(opened, first))
        return borders - (free << FREES) - (wild << WILDS) + (told << TOLD)

    def after(self, depth: int, node: Node, change: Change) -> Node:
        """Return the node behind a colour."""
        return (self._kept(depth, node) + self._more(depth, change)) ^ change[3] << ODD

    def _summary(self, depth: int, node: Node) -> Ways:
        """Return the ways a colour can change the node, without those that another way beats in everything."""
        steps, key = self._steps[depth], node & self.matters[depth]
        if key not in steps:
            left = tuple(_unbeaten(self._changes(depth, node)))
            quiet = tuple(way for way in left if not way[0][4])  # the tie-break is told once at the most
            steps[key] = self._prepared(depth, left), self._prepared(depth, quiet)
        return steps[key][told_in(node)]

    def _prepared(self, depth: int, changes: tuple[tuple[Change, int], ...]) -> Ways:
        return tuple((worth, self._more(depth, change), change[3] << ODD) for change, worth in changes)

    def _changes(self, depth: int, node: Node) -> dict[Change, int]:
        """Return the changes a colour can make, each with the most it is worth."""
        found: dict[Change, int] = {}
        for (men, women, couples, opened, free, wild), special in self._best_specials(depth, node).items():
            for worth, odd, told in self.shapes.best(COLOURS[depth], men, women, couples):
                change = (opened, free, wild, odd, told)
                if special + worth > found.get(change, NO_WAY):
                    found[change] = special + worth
        return found

    def specials(self, depth: int, node: Node) -> list[Special]:
        """Return everything a colour may do in the special provinces."""
        ways = [NOTHING]
        for part in chain(self._new_parts(depth, node), self._met_parts(depth, node)):
            ways = list(self._joined(COLOURS[depth], ways, part))
        return ways

    def _joined(self, shade: str, ways: Iterable[Special], part: tuple[Special, ...]) -> Iterator[Special]:
        for way in ways:
            for more in part:
                if self.hand.has_room(shade, way.men + more.men, way.women + more.women):
                    yield Special(*map(add, way, more))

    def _best_specials(self, depth: int, node: Node) -> dict[Numbers, int]:
        """Return the best worth of what a colour may do in special provinces, by the numbers that matter later."""
        key = (depth, free_left(node), wild_left(node))
        if key not in self._bases:
            self._bases[key] = self._best_joined(depth, {NO_NUMBERS: 0}, self._new_parts(depth, node))
        return self._best_joined(depth, self._bases[key], self._met_parts(depth, node))

    def _best_joined(
        self, depth: int, ways: dict[Numbers, int], parts: Iterable[tuple[Special, ...]]
    ) -> dict[Numbers, int]:
        men, women = len(self.hand.men[COLOURS[depth]]), len(self.hand.women[COLOURS[depth]])
        extras = int(self.hand.has_extras)  # without card XI couples matter no more
        for part in parts:
            best: dict[Numbers, int] = {}
            adding = [(s.worth, s.men, s.women, len(s.couples) * extras, s.opened, s.free, s.wild) for s in part]
            for (m, w, couples, opened, free, wild), worth in ways.items():
                for more, dm, dw, dcouples, dopened, dfree, dwild in adding:
                    if m + dm <= men and w + dw <= women:
                        key = (m + dm, w + dw, couples + dcouples, opened + dopened, free + dfree, wild + dwild)
                        if worth + more > best.get(key, NO_WAY):
                            best[key] = worth + more
            ways = best
        return ways

    def _new_parts(self, depth: int, node: Node) -> Iterator[tuple[Special, ...]]:
        for j in self.borders.opening[depth]:
            yield tuple(self.special.open(self.hand.borders[j]))
        yield self.special.fill(COLOURS[depth], free_left(node), wild_left(node))

    def _met_parts(self, depth: int, node: Node) -> Iterator[tuple[Special, ...]]:
        for at in self.borders.shut[depth]:
            border = self.hand.borders[self.borders.open[depth][at]]
            yield tuple(self.special.close(border, border_at(node, at)))


def _shifts(stay: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return where each border that stays open begins after a colour, and where it began before."""
    return tuple((begin_of(place), begin_of(at)) for place, at in enumerate(stay))


def _unbeaten(found: dict[Change, int]) -> Iterator[tuple[Change, int]]:
    """Drop a change if another one opens the same borders, uses no more and is worth as much."""
    kept: dict[object, list[Change]] = {}
    for change, worth in sorted(found.items(), key=lambda item: -item[1]):
        opened, free, wild, odd, told = change
        rivals = kept.setdefault((opened, odd), [])
        if not any(rival[1] <= free and rival[2] <= wild and rival[4] <= told for rival in rivals):
            rivals.append(change)
            yield change, worth

"""The best assignment of a player's patricians, exactly (sections 6.2 to 6.4).

A programme over the six colours. Inside one colour only numbers count: how many men and women stand in its tiles, how
many couples they make, what the special provinces (border, free, wild) take, how many extras card XI lets in; the most
valuable ones always go first. Colours meet only in the special provinces and in the halves of card II, so that is the
whole state between them. One integer holds all that is maximised, most important first: points (in halves), the
tie-break, occupied provinces, and few extras.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, combinations_with_replacement, product
from operator import add
from typing import NamedTuple

from pbem.games.alea.scoring import Holdings, Terms, colour, gender, is_border, is_free, value
from pbem.games.alea.table import COLOURS, WILD

HALF = 1 << 24  # half a point, so that card II is linear
POINT = 2 * HALF
SPARE = 1 << 16
OCCUPIED = 1 << 8
EXTRA = -1

NOONE, MAN, WOMAN, COUPLE = 0, 1, 2, 3  # who of a colour stands in a special province
NO_WAY = -1 << 60  # a couple alone on a border whose other colour has nobody to send
GIVEN = 4  # added where the first colour of a border claims the couple's extra place


# What later colours must know, in one number: who stands on each open border (three bits each, in the order in which
# they were opened), the free and the wild provinces left, whether an unassigned patrician's value counts already (for
# `highest_single`), and half a point of card II.
Node = int
ODD, TOLD, WILDS, FREES, BORDERS = 0, 1, 2, 4, 6  # where each part begins
DIGIT = 3  # bits of a border
ANYONE, LOW = (1 << DIGIT) - 1, (1 << BORDERS) - 1  # all bits of a border, and of all but the borders


class Special(NamedTuple):
    """What one colour does in special provinces."""

    worth: int
    men: int
    women: int
    posts: tuple[tuple[str, int], ...]  # place and who stands there; free ones are all called XIII
    couples: tuple[str, ...]  # places where card XI may add one of this colour
    opened: tuple[int, ...]  # who stands on the borders whose first colour this is
    free: int
    wild: int


NOTHING = Special(0, 0, 0, (), (), (), 0, 0)


class Shape(NamedTuple):
    """What one colour does in its tiles: men, women, couples among them, and extras of each gender anywhere."""

    worth: int
    men: int
    women: int
    couples: int
    extra_men: int
    extra_women: int
    odd: int
    told: int  # 1: the highest unassigned one of this colour counts for `highest_single`


Numbers = tuple[int, int, int, tuple[int, ...], int, int]  # men, women, couples, borders opened, free and wild used
NO_NUMBERS: Numbers = (0, 0, 0, (), 0, 0)
Change = tuple[tuple[int, ...], int, int, int, int]  # borders opened, free and wild used, half, told
Ways = tuple[tuple[int, int, int], ...]  # what each is worth, what is added to the node, the half that is turned over


class Case:
    """One player's assignment as a problem to solve."""

    def __init__(self, holdings: Holdings, terms: Terms) -> None:
        self.terms = terms
        self.cards = frozenset(holdings.cards)
        self.men = {c: _values(holdings, c, "M") for c in COLOURS}
        self.women = {c: _values(holdings, c, "W") for c in COLOURS}
        self.tiles = {c: tuple(sorted(t for t in holdings.provinces if colour(t) == c)) for c in COLOURS}
        self.borders = tuple(sorted(card for card in holdings.cards if is_border(card)))
        self.free = tuple(sorted(card for card in holdings.cards if is_free(card)))
        self.wild = holdings.provinces.count(WILD)
        pairs = [sorted(terms.borders[border]) for border in self.borders]
        self.opening = {c: tuple(j for j, pair in enumerate(pairs) if pair[0] == c) for c in COLOURS}
        self.closing = {c: tuple(j for j, pair in enumerate(pairs) if pair[1] == c) for c in COLOURS}
        self.open = self._open_borders()
        places = [
            [(at, j in self.closing[c]) for at, j in enumerate(now)] for c, now in zip(COLOURS, self.open, strict=False)
        ]
        self.shut = [tuple(at for at, is_shut in now if is_shut) for now in places]
        self.stay = [tuple(at for at, is_shut in now if not is_shut) for now in places]
        self.shifts = [tuple((begin_of(place), begin_of(at)) for place, at in enumerate(now)) for now in self.stay]
        self.matters = [_mask(now) for now in self.shut]
        self.base = {c for pair in pairs for c in pair} | {c for c in COLOURS if self.tiles[c]}
        self._fills: dict[object, tuple[Special, ...]] = {}
        self._bases: dict[object, dict[Numbers, int]] = {}
        self._shapes: dict[object, tuple[Shape, ...]] = {}
        self._tops: dict[object, tuple[tuple[int, int, int], ...]] = {}
        self._steps: tuple[dict[Node, tuple[Ways, Ways]], ...] = tuple({} for _ in COLOURS)
        self._best: tuple[dict[Node, int], ...] = tuple({} for _ in range(len(COLOURS) + 1))

    def _open_borders(self) -> tuple[tuple[int, ...], ...]:
        """Return which borders are open before each colour, in the order in which they were opened."""
        before: list[tuple[int, ...]] = [()]
        for shade in COLOURS:
            stay = tuple(j for j in before[-1] if j not in self.closing[shade])
            before.append(stay + self.opening[shade])
        return tuple(before)

    @cached_property
    def start(self) -> Node:
        """Nothing assigned yet."""
        return (len(self.free) << FREES) + (self.wild << WILDS)

    def bonus(self, card: str) -> int:
        """A point if the player has the card."""
        return POINT if card in self.cards else 0

    def best(self, depth: int, node: Node) -> int:
        """Return the most that the colours from `depth` on can still add."""
        known = self._best[depth]
        if node not in known:
            known[node] = self._most(depth, node) if depth < len(COLOURS) else self._end(node)
        return known[node]

    def _most(self, depth: int, node: Node) -> int:
        kept, known, most = self._kept(depth, node), self._best[depth + 1], NO_WAY
        for worth, more, odd in self._summary(depth, node):
            after = (kept + more) ^ odd
            rest = known[after] if after in known else self.best(depth + 1, after)
            most = max(most, worth + rest)
        return most

    def _end(self, node: Node) -> int:
        grey = 0
        if free_left(node) or wild_left(node):
            grey = self.bonus("VII")
        return grey - (node >> ODD & 1) * HALF

    def _kept(self, depth: int, node: Node) -> Node:
        """Return a node without the borders that a colour closes."""
        if not self.shut[depth]:
            return node
        kept = node & LOW
        for place, at in self.shifts[depth]:
            kept |= (node >> at & ANYONE) << place
        return kept

    def _more(self, depth: int, change: Change) -> Node:
        """Return what a change adds to a node, the half left out."""
        opened, free, wild, _, told = change
        first = len(self.stay[depth])
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
            quiet = tuple(way for way in left if not way[0][4])
            steps[key] = self._prepared(depth, left), self._prepared(depth, quiet)
        return steps[key][told_in(node)]

    def _prepared(self, depth: int, changes: tuple[tuple[Change, int], ...]) -> Ways:
        return tuple((worth, self._more(depth, change), change[3] << ODD) for change, worth in changes)

    def _changes(self, depth: int, node: Node) -> dict[Change, int]:
        """Return the changes a colour can make, each with the most it is worth."""
        found: dict[Change, int] = {}
        for (men, women, couples, opened, free, wild), special in self._best_specials(depth, node).items():
            for worth, odd, told in self._best_shapes(COLOURS[depth], men, women, couples):
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

    def _best_specials(self, depth: int, node: Node) -> dict[Numbers, int]:
        """Return the best worth of what a colour may do in special provinces, by the numbers that matter later."""
        key = (depth, free_left(node), wild_left(node))
        if key not in self._bases:
            self._bases[key] = self._best_joined(depth, {NO_NUMBERS: 0}, self._new_parts(depth, node))
        return self._best_joined(depth, self._bases[key], self._met_parts(depth, node))

    def _best_joined(
        self, depth: int, ways: dict[Numbers, int], parts: Iterable[tuple[Special, ...]]
    ) -> dict[Numbers, int]:
        men, women = len(self.men[COLOURS[depth]]), len(self.women[COLOURS[depth]])
        extras = 1 if "XI" in self.cards else 0  # without it couples matter no more
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

    def _joined(self, shade: str, ways: Iterable[Special], part: tuple[Special, ...]) -> Iterator[Special]:
        men, women = len(self.men[shade]), len(self.women[shade])
        for way in ways:
            for more in part:
                if way.men + more.men <= men and way.women + more.women <= women:
                    yield Special(*map(add, way, more))

    def _new_parts(self, depth: int, node: Node) -> Iterator[tuple[Special, ...]]:
        shade = COLOURS[depth]
        for j in self.opening[shade]:
            yield tuple(self._open(self.borders[j]))
        yield self._fill(shade, free_left(node), wild_left(node))

    def _met_parts(self, depth: int, node: Node) -> Iterator[tuple[Special, ...]]:
        for at in self.shut[depth]:
            yield tuple(self._close(self.borders[self.open[depth][at]], border_at(node, at)))

    def _open(self, border: str) -> Iterator[Special]:
        """The first colour of a border: what it may contribute."""
        for who in self._contributions():
            couple = who == COUPLE
            worth = (OCCUPIED if who else 0) + (self.bonus("V") if couple else 0)
            yield _special(border, who, worth=worth, couple=couple, opened=(who,))
            if who and "XI" in self.cards and self.terms.border_mode != "couple_per_colour":
                yield _special(border, who, worth=worth, couple=True, opened=(who + GIVEN,))

    def _contributions(self) -> tuple[int, ...]:
        mode = self.terms.border_mode
        if mode == "couple_per_colour":
            return (NOONE, MAN, WOMAN, COUPLE)
        return (NOONE, MAN, WOMAN)

    def _close(self, border: str, first: int) -> Iterator[Special]:
        """The second colour of a border: what fits to the first one's contribution."""
        for who in self._contributions():
            fits, worth, couple = self._meet(first, who)
            if fits:
                yield _special(border, who, worth=worth, couple=couple)

    def _meet(self, first: int, second: int) -> tuple[bool, int, bool]:
        """Whether two contributions fit, what that is worth, and whether the second colour gets an extra place."""
        first, given = first & COUPLE, bool(first & GIVEN)
        if not first or not second:
            alone = COUPLE not in (first, second) and not given  # one colour alone: one patrician, no points
            return alone, OCCUPIED if second else 0, False
        worth = self.terms.border_points * POINT
        if self.terms.border_mode == "couple_per_colour":
            return True, worth + (self.bonus("V") if second == COUPLE else 0), second == COUPLE
        if first == second:  # no couple
            return self.terms.border_mode == "one_per_colour" and not given, worth, False
        return True, worth + self.bonus("V"), not given

    def _fill(self, shade: str, free: int, wild: int) -> tuple[Special, ...]:
        """Give free provinces and the wild tile to a colour."""
        key = (shade, free, wild)
        if key not in self._fills:
            wilds = (NOONE, MAN, WOMAN, COUPLE) if wild else (NOONE,)
            given = [whos for k in range(free + 1) for whos in combinations_with_replacement((MAN, WOMAN, COUPLE), k)]
            self._fills[key] = tuple(self._filled(shade, whos, who) for whos in given for who in wilds)
        return self._fills[key]

    def _filled(self, shade: str, whos: tuple[int, ...], wild: int) -> Special:
        posts = tuple(("XIII", who) for who in whos) + (((WILD, wild),) if wild else ())
        worth = len(whos) * self.terms.free_points * POINT + len(posts) * OCCUPIED
        if wild:
            worth -= self.terms.wild_vacant * POINT
            worth += self.bonus("VIII") if self.terms.viii_counts_wild else 0
        if posts and shade not in self.base:
            worth += self.bonus("VII")
        couples = tuple(place for place, who in posts if who == COUPLE)
        worth += self.bonus("V") * len(couples)
        men, women = sum(who & MAN for _, who in posts), sum(who >> 1 for _, who in posts)
        return Special(worth, men, women, posts, couples, (), len(whos), 1 if wild else 0)

    def _best_shapes(self, shade: str, men: int, women: int, couples: int) -> tuple[tuple[int, int, int], ...]:
        """Return the most a shape is worth for each half, telling and not; with both."""
        key = (shade, men, women, couples)
        if key not in self._tops:
            best: dict[tuple[int, int], int] = {}
            for shape in self.shapes(shade, men, women, couples):
                way = (shape.odd, shape.told)
                best[way] = max(shape.worth, best.get(way, NO_WAY))
            self._tops[key] = tuple((worth, odd, told) for (odd, told), worth in best.items())
        return self._tops[key]

    def shapes(self, shade: str, men: int, women: int, couples: int) -> tuple[Shape, ...]:
        """Return every way to fill a colour's tiles and extra places beside what its special provinces take."""
        key = (shade, men, women, couples)
        if key not in self._shapes:
            self._shapes[key] = tuple(self._make_shapes(shade, men, women, couples))
        return self._shapes[key]

    def _make_shapes(self, shade: str, men: int, women: int, places: int) -> Iterator[Shape]:
        tiles, m, w = len(self.tiles[shade]), len(self.men[shade]) - men, len(self.women[shade]) - women
        for a, b in product(range(min(tiles, m) + 1), range(min(tiles, w) + 1)):
            for couples in range(max(0, a + b - tiles), min(a, b) + 1):
                room = couples + places if "XI" in self.cards else 0
                for em in range(min(room, m - a) + 1):
                    for ew in range(min(room - em, w - b) + 1):
                        yield from self._shape(shade, (men + a + em, women + b + ew), (a, b, couples, em, ew))

    def _shape(self, shade: str, used: tuple[int, int], numbers: tuple[int, int, int, int, int]) -> Iterator[Shape]:
        (m, w), (a, b, couples, em, ew) = used, numbers
        men, women = self.men[shade], self.women[shade]
        total, occupied = sum(men[:m]) + sum(women[:w]), a + b - couples
        worth = (total + occupied) * POINT + occupied * (OCCUPIED + self.bonus("VIII")) + (em + ew) * EXTRA
        worth += couples * self.bonus("V") + w * self.bonus("IX") + m * self.bonus("X")
        worth += self.bonus("VI") if m + w else 0
        odd = 0
        if "II" in self.cards:
            worth += (m + w) * HALF
            odd = (m + w) % 2
        if self.terms.tiebreak == "sum":
            worth -= total * SPARE
        yield Shape(worth, a, b, couples, em, ew, odd, 0)
        if self.terms.tiebreak != "sum" and (m < len(men) or w < len(women)):
            top = max(*men[m : m + 1], *women[w : w + 1], 0)
            yield Shape(worth + top * SPARE, a, b, couples, em, ew, odd, 1)


def _values(holdings: Holdings, shade: str, of: str) -> tuple[int, ...]:
    """Return the values of a colour's men or women, highest first."""
    people = [value(p) for p in holdings.patricians if colour(p) == shade and gender(p) == of]
    return tuple(sorted(people, reverse=True))


def _special(place: str, who: int, *, worth: int, couple: bool, opened: tuple[int, ...] = ()) -> Special:
    posts = ((place, who),) if who else ()
    couples = (place,) if couple else ()
    return Special(worth, who & MAN, who >> 1, posts, couples, opened, 0, 0)


def _unbeaten(found: dict[Change, int]) -> Iterator[tuple[Change, int]]:
    """Drop a change if another one opens the same borders, uses no more and is worth as much."""
    kept: dict[object, list[Change]] = {}
    for change, worth in sorted(found.items(), key=lambda item: -item[1]):
        opened, free, wild, odd, told = change
        rivals = kept.setdefault((opened, odd), [])
        if not any(rival[1] <= free and rival[2] <= wild and rival[4] <= told for rival in rivals):
            rivals.append(change)
            yield change, worth


def _mask(places: Iterable[int]) -> Node:
    """Return the part of a node that matters to a colour: the borders it closes, and what is left."""
    low = (1 << BORDERS) - (1 << WILDS)
    return low + sum(ANYONE << begin_of(at) for at in places)


def begin_of(place: int) -> int:
    """Return where an open border begins in a node."""
    return BORDERS + DIGIT * place


def border_at(node: Node, place: int) -> int:
    """Return who stands on an open border."""
    return node >> begin_of(place) & ANYONE


def free_left(node: Node) -> int:
    """Return how many free provinces are left."""
    return node >> FREES & 3


def wild_left(node: Node) -> int:
    """Return how many wild tiles are left."""
    return node >> WILDS & 3


def told_in(node: Node) -> int:
    """Return 1 if an unassigned patrician's value counts already."""
    return node >> TOLD & 1

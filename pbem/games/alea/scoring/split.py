"""Of all best assignments the one whose text comes first (section 6.2, last key).

The text has a line `<patrician> <place>` per patrician, `+` behind the place of an extra, in order of the patricians.
As patricians are ordered by colour, the text grows colour by colour. A text that goes on beats one that ends: two best
assignments never differ by additional patricians alone, so the shorter one goes on with a later colour.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from pbem.games.alea.position.state import Stand
from pbem.games.alea.scoring.allocation import Case, Change
from pbem.games.alea.scoring.hand import COUPLE, MAN, NOONE, WOMAN
from pbem.games.alea.scoring.node import Node, free_left, told_in
from pbem.games.alea.scoring.scoring import Holdings, ScoringTerms
from pbem.games.alea.scoring.shapes import Shape
from pbem.games.alea.scoring.specials import Special
from pbem.games.alea.table.table import COLOURS

Lines = tuple[str, ...]
AFTER_ALL = "~"


def assign_best(holdings: Holdings, terms: ScoringTerms) -> tuple[Stand, ...]:
    """Return the best assignment; of equally good ones the first by its text, so that it is the same everywhere."""
    case = Case(holdings, terms)
    text: list[str] = []
    open_ends = {(case.start, case.best(0, case.start))}
    for depth in range(len(COLOURS)):
        lines, open_ends = _first_lines(case, depth, open_ends)
        text += lines
    return tuple(_stand(line) for line in text)


def _stand(line: str) -> Stand:
    patrician, place = line.split(" ")
    return Stand(patrician, place.rstrip("+"), place.endswith("+"))


def _first_lines(case: Case, depth: int, open_ends: set[tuple[Node, int]]) -> tuple[Lines, set[tuple[Node, int]]]:
    """Return the first text of one colour on any best way, and the nodes it leads to with what they must still add."""
    first: Lines = (AFTER_ALL,)
    reached: set[tuple[Node, int]] = set()
    for lines, end in _best_ways(case, depth, open_ends):
        if (*lines, AFTER_ALL) < first or not reached:
            first, reached = (*lines, AFTER_ALL), {end}
        elif (*lines, AFTER_ALL) == first:
            reached.add(end)
    return first[:-1], reached


def _best_ways(case: Case, depth: int, open_ends: set[tuple[Node, int]]) -> Iterator[tuple[Lines, tuple[Node, int]]]:
    shade = COLOURS[depth]
    for node, rest in open_ends:
        due: dict[Change, tuple[int, Node]] = {}  # what each change must be worth, and where it leads
        for special in case.specials(depth, node):
            for shape in case.shapes.all(shade, special.men, special.women, len(special.couples)):
                if shape.told & told_in(node):
                    continue
                change = (special.opened, special.free, special.wild, shape.odd, shape.told)
                if change not in due:
                    after = case.after(depth, node, change)
                    due[change] = rest - case.best(depth + 1, after), after
                worth, after = due[change]
                if special.worth + shape.worth == worth:
                    yield _text(case, shade, node, (special, shape)), (after, rest - worth)


def _text(case: Case, shade: str, node: Node, way: tuple[Special, Shape]) -> Lines:
    """Return the first text of a colour whose numbers are known."""
    special, shape = way
    tiles = set(_tile_posts(case.hand.tiles[shade], shape))
    labelled = set(_labelled(case, node, special))
    return min(_lines(case, shade, shape, (*here, *there)) for here in tiles for there in labelled)


class Post(NamedTuple):
    """Who of the colour stands in a place, and whether card XI may add one there."""

    place: str
    who: int
    couple: bool


def _tile_posts(tiles: tuple[str, ...], shape: Shape) -> Iterator[tuple[Post, ...]]:
    singles = (MAN,) * (shape.men - shape.couples) + (WOMAN,) * (shape.women - shape.couples)
    whos = (COUPLE,) * shape.couples + singles
    whos += (NOONE,) * (len(tiles) - len(whos))
    for order in set(permutations(whos)):
        yield tuple(Post(tile, who, who == COUPLE) for tile, who in zip(tiles, order, strict=True))


def _labelled(case: Case, node: Node, special: Special) -> Iterator[tuple[Post, ...]]:
    """Free provinces are alike: the first ones not used yet are taken, in every order."""
    fixed = tuple(Post(place, who, place in special.couples) for place, who in special.posts if place != "XIII")
    whos = [who for place, who in special.posts if place == "XIII"]
    labels = case.hand.free[len(case.hand.free) - free_left(node) :]
    for order in set(permutations(whos)):
        yield fixed + tuple(Post(label, who, who == COUPLE) for label, who in zip(labels, order, strict=False))


def _lines(case: Case, shade: str, shape: Shape, posts: tuple[Post, ...]) -> Lines:
    """The lowest patrician takes the first place by its text; men come first, so they choose the extras first."""
    extras = sorted(f"{post.place}+" for post in posts if post.couple)
    men = [post.place for post in posts if post.who & MAN] + extras[: shape.extra_men]
    women = [post.place for post in posts if post.who & WOMAN]
    women += extras[shape.extra_men : shape.extra_men + shape.extra_women]
    return (*_column(f"{shade}-M", case.hand.men[shade], men), *_column(f"{shade}-W", case.hand.women[shade], women))


def _column(prefix: str, values: tuple[int, ...], taken: list[str]) -> Iterator[str]:
    sent = sorted(values[: len(taken)])
    return (f"{prefix}{value} {place}" for value, place in zip(sent, sorted(taken), strict=True))

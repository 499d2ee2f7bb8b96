"""What one colour may do in its own tiles: how many men, women, couples and extras, and what that is worth.

Inside a colour only numbers count, for the most valuable ones always go first.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from pbem.games.alea.scoring.hand import EXTRA, HALF, NO_WAY, OCCUPIED, POINT, SPARE, Hand

Taken = tuple[str, int, int, int]  # a colour; the men, women and couples that its special provinces take


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


class Shapes:
    """The tiles of a hand, colour by colour."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._all: dict[Taken, tuple[Shape, ...]] = {}
        self._best: dict[Taken, tuple[tuple[int, int, int], ...]] = {}

    def all(self, shade: str, men: int, women: int, couples: int) -> tuple[Shape, ...]:
        """Return every way to fill a colour's tiles and extra places beside what its special provinces take."""
        key = (shade, men, women, couples)
        if key not in self._all:
            self._all[key] = tuple(self._make(shade, men, women, couples))
        return self._all[key]

    def best(self, shade: str, men: int, women: int, couples: int) -> tuple[tuple[int, int, int], ...]:
        """Return the most a shape is worth for each half, telling and not; with both."""
        key = (shade, men, women, couples)
        if key not in self._best:
            best: dict[tuple[int, int], int] = {}
            for shape in self.all(shade, men, women, couples):
                way = (shape.odd, shape.told)
                best[way] = max(shape.worth, best.get(way, NO_WAY))
            self._best[key] = tuple((worth, odd, told) for (odd, told), worth in best.items())
        return self._best[key]

    def _make(self, shade: str, men: int, women: int, places: int) -> Iterator[Shape]:
        hand, tiles = self.hand, len(self.hand.tiles[shade])
        m, w = len(hand.men[shade]) - men, len(hand.women[shade]) - women
        for a, b in product(range(min(tiles, m) + 1), range(min(tiles, w) + 1)):
            for couples in range(max(0, a + b - tiles), min(a, b) + 1):
                room = 0
                if hand.has_extras:  # A-R27: one extra beside each couple
                    room = couples + places
                for em in range(min(room, m - a) + 1):
                    for ew in range(min(room - em, w - b) + 1):
                        yield from self._shape(shade, (men + a + em, women + b + ew), (a, b, couples, em, ew))

    def _shape(self, shade: str, used: tuple[int, int], numbers: tuple[int, int, int, int, int]) -> Iterator[Shape]:
        """Yield a shape, and with `highest_single` also the one that claims the tie-break for this colour (A-R32)."""
        hand, (m, w), (a, b, couples, em, ew) = self.hand, used, numbers
        men, women = hand.men[shade], hand.women[shade]
        total, occupied = sum(men[:m]) + sum(women[:w]), a + b - couples
        worth = (total + occupied) * POINT + occupied * (OCCUPIED + hand.bonus("VIII")) + (em + ew) * EXTRA
        worth += couples * hand.bonus("V") + w * hand.bonus("IX") + m * hand.bonus("X")
        if m + w:
            worth += hand.bonus("VI")
        odd = 0
        if "II" in hand.cards:
            worth += (m + w) * HALF
            odd = (m + w) % 2
        is_sum = hand.terms.tiebreak == "sum"
        if is_sum:
            worth -= total * SPARE
        yield Shape(worth, a, b, couples, em, ew, odd, 0)
        if not is_sum and (m < len(men) or w < len(women)):
            top = max(*men[m : m + 1], *women[w : w + 1], 0)
            yield Shape(worth + top * SPARE, a, b, couples, em, ew, odd, 1)

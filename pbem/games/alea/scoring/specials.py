"""What one colour may do in the special provinces: border cards, free cards and the wild tile (A-R24 to A-R27).

The two colours of a border come one after the other: the first says what it contributes, the second sees that and
adds what fits. Free provinces and wild tiles go to whichever colour takes them.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from pbem.games.alea.scoring.hand import COUPLE, MAN, NOONE, OCCUPIED, POINT, WOMAN, Hand
from pbem.games.alea.table.table import WILD

GIVEN = 4  # added where the first colour of a border claims the couple's extra place


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


class Specials:
    """The special provinces of a hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.is_couple_each = hand.terms.border_mode == "couple_per_colour"
        self.contributions: tuple[int, ...] = (NOONE, MAN, WOMAN)
        if self.is_couple_each:
            self.contributions = (NOONE, MAN, WOMAN, COUPLE)
        self._fills: dict[tuple[str, int, int], tuple[Special, ...]] = {}

    def open(self, border: str) -> Iterator[Special]:
        """Yield what the first colour of a border may contribute, with and without the claim to the extra place."""
        may_claim = self.hand.has_extras and not self.is_couple_each
        for who in self.contributions:
            worth = 0
            if who:
                worth += OCCUPIED
            if who == COUPLE:
                worth += self.hand.bonus("V")
            yield _special(border, who, worth=worth, couple=who == COUPLE, opened=(who,))
            if who and may_claim:
                yield _special(border, who, worth=worth, couple=True, opened=(who + GIVEN,))

    def close(self, border: str, first: int) -> Iterator[Special]:
        """Yield what the second colour of a border may add to the first one's contribution."""
        for who in self.contributions:
            fits, worth, couple = self._meet(first, who)
            if fits:
                yield _special(border, who, worth=worth, couple=couple)

    def _meet(self, first: int, second: int) -> tuple[bool, int, bool]:
        """Whether two contributions fit, what that is worth, and whether the second colour gets an extra place."""
        first, given = first & COUPLE, bool(first & GIVEN)
        if not first or not second:
            return self._alone(first, second, given=given)
        worth = self.hand.terms.border_points * POINT
        if self.is_couple_each:
            if second != COUPLE:
                return True, worth, False
            return True, worth + self.hand.bonus("V"), True
        if first == second:  # two of a gender: no couple, so nobody may have claimed its extra place
            return self.hand.terms.border_mode == "one_per_colour" and not given, worth, False
        return True, worth + self.hand.bonus("V"), not given

    def _alone(self, first: int, second: int, *, given: bool) -> tuple[bool, int, bool]:
        """One colour alone on a border: one patrician at most, no points, no couple (A-R26)."""
        fits = COUPLE not in (first, second) and not given
        if second:
            return fits, OCCUPIED, False
        return fits, 0, False

    def fill(self, shade: str, free: int, wild: int) -> tuple[Special, ...]:
        """Return every way to give free provinces and the wild tile to a colour."""
        key = (shade, free, wild)
        if key not in self._fills:
            self._fills[key] = tuple(self._fillings(shade, free, wild))
        return self._fills[key]

    def _fillings(self, shade: str, free: int, wild: int) -> Iterator[Special]:
        in_wild: tuple[int, ...] = (NOONE,)
        if wild:
            in_wild = (NOONE, MAN, WOMAN, COUPLE)
        for taken in range(free + 1):
            # free provinces are alike, so only how many of each kind stand there matters
            in_free = combinations_with_replacement((MAN, WOMAN, COUPLE), taken)
            for whos, who in product(in_free, in_wild):
                yield self._filled(shade, whos, who)

    def _filled(self, shade: str, whos: tuple[int, ...], wild: int) -> Special:
        terms = self.hand.terms
        posts = tuple(("XIII", who) for who in whos)
        worth = len(whos) * terms.free_points * POINT
        if wild:
            posts += ((WILD, wild),)
            worth -= terms.wild_vacant * POINT
            if terms.viii_counts_wild:  # A-R25
                worth += self.hand.bonus("VIII")
        worth += len(posts) * OCCUPIED
        if posts and shade not in self.hand.shades:
            worth += self.hand.bonus("VII")
        couples = tuple(place for place, who in posts if who == COUPLE)
        worth += self.hand.bonus("V") * len(couples)
        men = sum(who & MAN for _, who in posts)
        women = sum(who >> 1 for _, who in posts)
        return Special(worth, men, women, posts, couples, (), len(whos), int(wild > 0))


def _special(place: str, who: int, *, worth: int, couple: bool, opened: tuple[int, ...] = ()) -> Special:
    posts: tuple[tuple[str, int], ...] = ()
    if who:
        posts = ((place, who),)
    couples: tuple[str, ...] = ()
    if couple:
        couples = (place,)
    return Special(worth, who & MAN, who >> 1, posts, couples, opened, 0, 0)

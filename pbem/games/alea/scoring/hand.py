"""A player's end as the search for the best assignment looks at it: people and tiles by colour, cards, and what counts.

One integer holds all that is maximised, most important first: points (in halves), the tie-break, occupied provinces,
and few extras.
"""

from pbem.games.alea.scoring.scoring import Holdings, ScoringTerms, colour, gender, is_border, is_free, value
from pbem.games.alea.table.table import COLOURS, WILD

HALF = 1 << 24  # half a point, so that card II is linear
POINT = 2 * HALF
SPARE = 1 << 16
OCCUPIED = 1 << 8
EXTRA = -1
NO_WAY = -1 << 60  # a couple alone on a border whose other colour has nobody to send

NOONE, MAN, WOMAN, COUPLE = 0, 1, 2, 3  # who of a colour stands in a special province


class Hand:
    """What one player has to assign and to assign it to."""

    def __init__(self, holdings: Holdings, terms: ScoringTerms) -> None:
        self.terms = terms
        self.cards = frozenset(holdings.cards)
        self.has_extras = "XI" in self.cards
        self.men = {shade: _values(holdings, shade, "M") for shade in COLOURS}
        self.women = {shade: _values(holdings, shade, "W") for shade in COLOURS}
        self.tiles = {shade: _tiles(holdings, shade) for shade in COLOURS}
        self.borders = tuple(sorted(filter(is_border, holdings.cards)))
        self.free = tuple(sorted(filter(is_free, holdings.cards)))
        self.wild = holdings.provinces.count(WILD)
        self.pairs = [sorted(terms.borders[border]) for border in self.borders]
        self.shades = self._shades()

    def _shades(self) -> set[str]:
        """Return the colours that card VII counts whoever stands where: those of tiles and of border provinces."""
        shades = {shade for shade in COLOURS if self.tiles[shade]}
        return shades.union(*self.pairs)

    def bonus(self, card: str) -> int:
        """A point if the player has the card."""
        if card in self.cards:
            return POINT
        return 0

    def has_room(self, shade: str, men: int, women: int) -> bool:
        """Tell whether a colour has so many men and women."""
        return men <= len(self.men[shade]) and women <= len(self.women[shade])


def _values(holdings: Holdings, shade: str, of: str) -> tuple[int, ...]:
    """Return the values of a colour's men or women, highest first."""
    people = [value(p) for p in holdings.patricians if colour(p) == shade and gender(p) == of]
    return tuple(sorted(people, reverse=True))


def _tiles(holdings: Holdings, shade: str) -> tuple[str, ...]:
    found = [tile for tile in holdings.provinces if colour(tile) == shade]
    return tuple(sorted(found))

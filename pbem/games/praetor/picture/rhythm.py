"""How high and how far apart things are in each arrangement. All other sizes follow from these."""

from msgspec import Struct

from pbem.games.game import MAIL, NARROW, WIDE


class Rhythm(Struct, frozen=True):
    """The measures of one arrangement."""

    margin: float
    top: float
    head: float
    above_city: float
    tallest: float  # what a city takes at most, if its tiles are then large enough
    least: float  # side of a tile; a city that is too wide for it is drawn in strips
    edge: float  # room for the numbers of rows
    stub: float  # how wide places beside the city are
    stub_down: float  # and how high above and below it
    numbers: float  # room for the numbers of columns
    below_city: float
    card: float
    cards: int  # side by side
    panel_head: float
    goods: float
    people: float
    track: float
    gap: float
    term: float


RHYTHMS = {
    WIDE: Rhythm(16, 8, 38, 8, 960, 40, 14, 22, 16, 17, 9, 98, 4, 39, 23, 29, 27, 9, 24),
    NARROW: Rhythm(10, 5, 36, 6, 560, 24, 12, 9, 9, 15, 8, 96, 2, 38, 23, 28, 26, 8, 23),
    MAIL: Rhythm(13, 4, 34, 5, 560, 26, 13, 12, 11, 15, 7, 92, 2, 35, 21, 26, 25, 7, 21),
}

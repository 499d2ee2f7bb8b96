"""How high and how far apart things are in each arrangement. All other sizes follow from these."""

from msgspec import Struct

from pbem.games.game import MAIL, NARROW, WIDE


class Rhythm(Struct, frozen=True):
    """The measures of one arrangement."""

    margin: float
    top: float
    head: float
    above_road: float  # room for the battlements
    stone: float
    turn: float  # between two rows of the road
    below_road: float
    favour: float
    below_favours: float
    side_head: float
    card: float
    value_row: float
    stock_row: float


RHYTHMS = {
    WIDE: Rhythm(16, 8, 36, 24, 57, 22, 21, 92, 13, 40, 47, 22, 27),
    NARROW: Rhythm(10, 5, 34, 20, 53, 22, 20, 85, 12, 34, 45, 22, 27),
    MAIL: Rhythm(13, 4, 34, 17, 50, 21, 18, 80, 11, 32, 45, 20, 24),
}

"""How high and how far apart things are in each arrangement. All other sizes follow from these."""

from pbem.games.drawing.frame.rhythm import Rhythm
from pbem.games.game import MAIL, NARROW, WIDE


class RoadRhythm(Rhythm, frozen=True):
    """The measures of the road, the favours and the sides."""

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
    WIDE: RoadRhythm(24, 57, 22, 21, 92, 13, 40, 47, 22, 27, margin=16, top=8, head=36),
    NARROW: RoadRhythm(20, 53, 22, 20, 85, 12, 34, 45, 22, 27, margin=10, top=5, head=34),
    MAIL: RoadRhythm(17, 50, 21, 18, 80, 11, 32, 45, 20, 24, margin=13, top=4, head=34),
}

"""How large and how far apart things are in each arrangement. All other sizes follow from these."""

from pbem.games.drawing.frame.rhythm import Rhythm
from pbem.games.game import MAIL, NARROW, WIDE


class ForumRhythm(Rhythm, frozen=True):
    """The measures of buildings and players; the head is the line above a tray that is not wide."""

    gap: float  # between panels
    tray: float
    title: float  # of a building
    die: float
    row: float  # from one row of dice to the next
    column: float  # how high a column of the Forum is
    offer: float  # how high a piece on offer is
    seat: float  # the head of a player
    disc: float
    piece: tuple[float, float]  # of a player: width and height
    card: float
    stock_row: float


RHYTHMS = {
    WIDE: ForumRhythm(10, 64, 40, 24, 30, 61, 60, 36, 20, (43.5, 54), 46, 27, margin=16, top=16, head=0),
    NARROW: ForumRhythm(8, 62, 38, 24, 30, 62, 60, 34, 19, (41, 52), 46, 26, margin=10, top=8, head=29),
    MAIL: ForumRhythm(8, 60, 37, 23.5, 29, 60, 58, 33, 19, (43, 50), 44, 25, margin=10, top=6, head=28),
}

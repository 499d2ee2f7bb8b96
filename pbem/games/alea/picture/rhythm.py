"""How large and how far apart things are in each arrangement. All other sizes follow from these."""

from msgspec import Struct

from pbem.games.game import MAIL, NARROW, WIDE


class Rhythm(Struct, frozen=True):
    """The measures of one arrangement."""

    margin: float
    top: float
    gap: float  # between panels
    head: float  # the line above the tray; a wide tray says it all
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
    WIDE: Rhythm(16, 16, 10, 0, 64, 40, 24, 30, 61, 60, 36, 20, (43.5, 54), 46, 27),
    NARROW: Rhythm(10, 8, 8, 29, 62, 38, 24, 30, 62, 60, 34, 19, (41, 52), 46, 26),
    MAIL: Rhythm(10, 6, 8, 28, 60, 37, 23.5, 29, 60, 58, 33, 19, (43, 50), 44, 25),
}

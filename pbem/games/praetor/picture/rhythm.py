"""How high and how far apart things are in each arrangement. All other sizes follow from these."""

from pbem.games.drawing.frame.rhythm import Rhythm
from pbem.games.game import MAIL, NARROW, WIDE


class CityRhythm(Rhythm, frozen=True, kw_only=True):
    """The measures of the city, the offer and the players."""

    above_city: float
    tallest: float  # what a city takes at most, if its tiles are then large enough
    least: float  # side of a tile; a city that is too wide for it is drawn in strips
    edge: float  # room for the numbers of rows
    stub: float  # how wide places beside the city are
    stub_down: float  # and how high above and below it
    numbers: float  # room for the numbers of columns
    below_city: float
    card: float
    foot: float  # a row below price and picture of a card; 0: what a tile gives stands below its price
    cards: int  # side by side
    panel_head: float
    goods: float
    people: float
    track: float
    gap: float
    term: float


RHYTHMS = {
    WIDE: CityRhythm(
        margin=16,
        top=8,
        head=38,
        above_city=8,
        tallest=960,
        least=40,
        edge=14,
        stub=22,
        stub_down=16,
        numbers=17,
        below_city=9,
        card=98,
        foot=0,
        cards=4,
        panel_head=39,
        goods=23,
        people=29,
        track=27,
        gap=9,
        term=24,
    ),
    NARROW: CityRhythm(
        margin=10,
        top=5,
        head=36,
        above_city=6,
        tallest=560,
        least=24,
        edge=12,
        stub=9,
        stub_down=9,
        numbers=15,
        below_city=8,
        card=108,
        foot=17,
        cards=2,
        panel_head=38,
        goods=23,
        people=28,
        track=26,
        gap=8,
        term=23,
    ),
    MAIL: CityRhythm(
        margin=13,
        top=4,
        head=34,
        above_city=5,
        tallest=560,
        least=26,
        edge=13,
        stub=12,
        stub_down=11,
        numbers=15,
        below_city=7,
        card=92,
        foot=0,
        cards=2,
        panel_head=35,
        goods=21,
        people=26,
        track=25,
        gap=7,
        term=21,
    ),
}

"""Emblems of cards: the sack of a bribe, Fortuna's wheel, the builder's hammer, the altar, goods that are sold."""

from pbem.games.drawing.icons.goods import COIN, GRAIN, WINE
from pbem.games.drawing.icons.shapes import disc, heavy, moved, path

BRIBE = (
    path(
        "M8.6 8C4.9 10.8 3 13.9 3 17.1c0 2.8 1.9 4.3 4.6 4.3h8.8c2.7 0 4.6-1.5 4.6-4.3c0-3.2-1.9-6.3-5.6-9.1z",
        "wood",
    )
    + path("M8.6 8L6.4 3.2l3.1 1.1L12 2.4l2.5 1.9 3.1-1.1L15.4 8z", "wood")
    + path("M10.2 12.2v5.4M13.8 12.2v5.4M8.4 14.9h7.2", "glint")
)
WHEEL = (
    disc(12, 12, 9.6, "gold")
    + disc(12, 12, 6.3, "paper")
    + path("M12 2.6v18.8M2.6 12h18.8M5.4 5.4l13.2 13.2M18.6 5.4L5.4 18.6", "thin")
    + disc(12, 12, 2.3, "gold")
)
HAMMER = moved("rotate(-45 12 12)", path("M10.4 9.4h3.2v12.4h-3.2z", "wood") + path("M5 3.4h11.4l3 3-3 3H5z", "steel"))
ALTAR = (
    path("M12 1c1.7 1.7 2.4 2.8 2.4 4a2.4 2.4 0 0 1-4.8 0c0-1.2.7-2.3 2.4-4z", "clay")
    + path("M5.6 11.2h12.8v7.2H5.6z", "plaster")
    + path("M3.2 8h17.6v3.2H3.2zM3.2 18.4h17.6v3.2H3.2z", "plaster")
)


def _sold(good: str) -> str:
    """Return a good, and a coin at its lower right."""
    return moved("translate(-2 .2)scale(.66)", heavy(2, good)) + moved(
        "translate(10.6 10.6)scale(.58)", heavy(2.2, COIN)
    )


GRAIN_TRADE = _sold(GRAIN)
WINE_TRADE = _sold(WINE)
FORTUNE = disc(12, 12, 9.4, "gold") + path("M12 2.6v18.8M2.6 12h18.8M5.4 5.4l13.2 13.2M18.6 5.4L5.4 18.6", "thin")

ICONS = {
    "bribe": BRIBE,
    "wheel": WHEEL,
    "hammer": HAMMER,
    "altar": ALTAR,
    "graintrade": GRAIN_TRADE,
    "winetrade": WINE_TRADE,
    "fortune": FORTUNE,
}

"""Tiles of a city: what gives goods, where people are raised, temples by their emblem, monuments, the wall."""

from pbem.games.drawing.icons.buildings import CASTRUM, FORUM, MARKET, SENATE
from pbem.games.drawing.icons.shapes import disc, holed, kind, oval, path
from pbem.games.drawing.icons.signs import LID

GOLD_MINE = (
    disc(18.8, 5.2, 3.2, "gold")
    + path("M1.6 21L9 6.6l4.2 6.6 2.4-3.4L22.4 21z", "stone")
    + path("M6.8 21v-2.8a3.2 3.2 0 0 1 6.4 0V21z", "ink")
)
SAWMILL = path(
    "M12 2"
    "l1.6 2.5 2.7-1.2.4 2.9 3-.1-.9 2.8 2.7 1.1-2 2.1 2 2.1-2.7 1.1.9 2.8-3-.1-.4 2.9-2.7-1.2"
    "L12 22"
    "l-1.6-2.5-2.7 1.2-.4-2.9-3 .1.9-2.8-2.7-1.1 2-2.1-2-2.1 2.7-1.1-.9-2.8 3 .1.4-2.9 2.7 1.2"
    "z",
    "steel",
) + disc(12, 12, 3, "wood")
STONE_QUARRY = path("M1.8 13h9.8v8.2H1.8zM12.4 13h9.8v8.2h-9.8zM7 4.6h9.8V13H7z", "stone")
MARBLE_QUARRY = (
    path("M1.8 13.6h10v7.6h-10zM12.2 13.6h10v7.6h-10z", "marble")
    + path("M8.8 5h6.4v6H8.8z", "marble")
    + path("M7.6 2.4h8.8V5H7.6zM7.6 11h8.8v2.6H7.6z", "marble")
)
SMITH = path(
    "M8 4.4h13.8c0 3.8-2.4 5.6-6.2 6v3.8h2.2l1.6 5.6H6.4L8 14.2h2.4v-3.6C6.4 10.4 3.2 8.6 2 5.6h6z",
    "steel",
) + path("M8 5.6v2.6", "thin")
COLOSSEUM = (
    path("M2.2 8.2v8.4c0 2.8 4.4 5 9.8 5s9.8-2.2 9.8-5V8.2z", "plaster")
    + oval(12, 8.2, 9.8, 4.8, "plaster")
    + oval(12, 8.6, 6, 2.4, "gold thin")
    + path("M5.6 15.4v2.8M9.8 16.8v2.8M14.2 16.8v2.8M18.4 15.4v2.8", width=2)
)
ORACLE = (
    path(LID, "paper")
    + disc(12, 12, 4.2, "wine")
    + disc(12, 12, 1.4, "ink")
    + path("M12 1.6v1M5.2 3.4l.6.9M18.8 3.4l-.6.9", "thin")
)
OUTPOST = (
    path("M6 8.2h12v13H6z", "stone")
    + path("M4.2 2.8h3.4v2.4h2.6V2.8h3.6v2.4h2.6V2.8h3.4v5.6H4.2z", "stone")
    + path("M9.6 21.2v-4a2.4 2.4 0 0 1 4.8 0v4z", "ink")
    + path("M12 10.8v1.6")
)
ACADEMY = (
    path(
        "M6.6 5.6v13.8c0 1.2 1 2.2 2.2 2.2h9.6c1.4 0 2.4-1 2.4-2.4V4.4c0-1.2-.8-2-2-2H5.8z",
        "paper",
    )
    + disc(5.4, 4.6, 2.2, "gold")
    + path("M4.2 18.6h11.6c0 1.8.8 3 2.4 3H6.6c-1.4 0-2.4-1.2-2.4-3z", "gold")
    + path("M10.4 7.4h7M10.4 11h7M10.4 14.6h4.6", "thin")
)
LABOUR_CAMP = (
    path("M14 8.6L4.4 20.4", width=4)
    + path("M14 8.6L4.4 20.4", "stroke-wood")
    + path("M4.6 5.6C9.6 1.6 15 2 18.4 5.2s4 8.4.4 14c.2-5.2-.8-8.2-2.8-10S10.4 6.4 4.6 5.6z", "steel")
)
STATUE = (
    disc(12, 5.4, 3.5, "marble")
    + path("M6.2 15.6c0-3.6 2.2-5.8 5.8-5.8s5.8 2.2 5.8 5.8z", "marble")
    + path("M4.4 15.6h15.2v2.8H4.4zM6.4 18.4h11.2v3H6.4z", "stone")
)
ARCH = (
    holed("M3.4 7h17.2v14.4H3.4zM8 21.4v-6a4 4 0 0 1 8 0v6z", "marble")
    + path("M2 2.8h20V7H2z", "marble")
    + path("M5.7 10.4v7.4M18.3 10.4v7.4", "thin")
)
WALL = path("M2.2 3.4h4v3.2h3.4V3.4h4.8v3.2h3.4V3.4h4v17.2H2.2z", "stone") + path(
    "M2.2 11.2h19.6M2.2 15.9h19.6M8.4 11.4v4.4M15.6 11.4v4.4M12 7v4M12 16v4.4M5.4 16v4.4M18.6 16v4.4",
    "thin",
)
_SHRINE = (
    path("M4 8.6h16v10.2H4z", "plaster")
    + path("M5.8 9v9.6M18.2 9v9.6")
    + path("M2 8.6L12 2l10 6.6zM2.4 18.8h19.2v2.8H2.4z", "plaster")
)
_PETALS = ((12, 11), (9.2, 13.8), (14.8, 13.8), (12, 16.6))
_FLOWER = kind("paper thin", "".join(disc(x, y, 2.1) for x, y in _PETALS)) + disc(12, 13.8, 1.7, "clay thin")
_SUN = path("M12 9.2v9.2M7.4 13.8h9.2M8.7 10.5l6.6 6.6M15.3 10.5l-6.6 6.6") + disc(12, 13.8, 2.6, "gold")
_KEY = path("M12 13.4v4.8M12 15.6h2.8M12 18h2", width=1.8) + disc(12, 11.4, 2.3, "gold")
_STAFF = path("M12 9.8v8.8", width=2) + path(
    "M8.4 10c0 2.8 7.2 2.6 7.2 5.4M15.6 10c0 2.8-7.2 2.6-7.2 5.4", "stroke-green-thin"
)
_HEART = path("M12 18c-3.4-2.6-5-4.2-5-6.2a2.6 2.6 0 0 1 5-1a2.6 2.6 0 0 1 5 1c0 2-1.6 3.6-5 6.2z", "crest thin")

ICONS = {
    "goldmine": GOLD_MINE,
    "sawmill": SAWMILL,
    "stonequarry": STONE_QUARRY,
    "marblequarry": MARBLE_QUARRY,
    "smith": SMITH,
    "curia": SENATE,
    "forum": FORUM,
    "market": MARKET,
    "workcamp": CASTRUM,
    "colosseum": COLOSSEUM,
    "oracle": ORACLE,
    "outpost": OUTPOST,
    "academy": ACADEMY,
    "labourcamp": LABOUR_CAMP,
    "statue": STATUE,
    "arch": ARCH,
    "wall": WALL,
    "maia": _SHRINE + _FLOWER,
    "apollo": _SHRINE + _SUN,
    "pluto": _SHRINE + _KEY,
    "mercury": _SHRINE + _STAFF,
    "venus": _SHRINE + _HEART,
}

"""What is counted: money, water, grain, wine, followers, dice, points, and the wares of a city."""

from pbem.games.drawing.icons.shapes import box, disc, holed, kind, moved, oval, path

COIN = disc(12, 12, 9.4, "gold") + disc(12, 12, 6.3, "thin") + path("M10.2 9v6M13.8 9v6M8.6 12h6.8", "thin")
WATER = path(
    "M12 2.3C8.2 7.6 5.4 11.3 5.4 14.9a6.6 6.6 0 0 0 13.2 0C18.6 11.3 15.8 7.6 12 2.3z",
    "water",
) + path("M8.7 15.2c.2 1.6 1.1 2.6 2.5 3", "glint")
_KERNELS = (
    "M12 {y}c-.2-2.9 1.7-4.8 5.2-5.1c.2 3.2-1.7 5.1-5.2 5.1zM12 {y}c.2-2.9-1.7-4.8-5.2-5.1c-.2 3.2 1.7 5.1 5.2 5.1z"
)
GRAIN = (
    path("M12 22.6V9")
    + path("M12 1.6c2 1.8 2 4.6 0 6.4c-2-1.8-2-4.6 0-6.4z", "grain thin")
    + path("".join(_KERNELS.format(y=y) for y in (11.9, 15.9, 19.9)), "grain thin")
)
WINE = (
    path("M9.9 5C6.6 4.6 5.2 6.2 6.4 9.2M14.1 5c3.3-.4 4.7 1.2 3.5 4.2")
    + path(
        "M9.9 3v3.6C7.3 7.6 5.9 9.6 5.9 12c0 3.6 3.1 6 4.6 8.4h3c1.5-2.4 4.6-4.8 4.6-8.4c0-2.4-1.4-4.4-4-5.4V3z",
        "wine",
    )
    + path("M8.7 2.6h6.6M9.6 21.4h4.8")
)
VESTAL = path("M3.6 11.2h16.8c0 3.6-2.5 5.4-6 5.8v2h2.4v2.4H7.2V19h2.4v-2c-3.5-.4-6-2.2-6-5.8z", "marble") + path(
    "M12 1.7c2.3 2.2 3.2 3.5 3.2 5.1a3.2 3.2 0 0 1-6.4 0c0-1.6.9-2.9 3.2-5.1z", "clay"
)
CENTURION = path(
    "M5.5 12.4c0-3.9 2.7-6 6.5-6s6.5 2.1 6.5 6v7.4l-3.9 1.8v-5.2h1v-3H13.2v3.6h-2.4v-3.6H8.4v3h1v5.2l-3.9-1.8z",
    "steel",
) + path("M3 9.4C3.7 4.7 7.4 2 12 2s8.3 2.7 9 7.4c-2.6-2-5.6-2.9-9-2.9s-6.4.9-9 2.9z", "crest")
DIE = box(3.4, 3.4, 17.2, 17.2, "paper", radius=2.6) + kind(
    "ink", disc(8, 8, 1.7) + disc(12, 12, 1.7) + disc(16, 16, 1.7)
)
_LEAF = path("M0 0c-2.6-.6-3.9-2.2-3.9-4.8c2.6.4 3.9 2 3.9 4.8z", "leaf")
_SPRAY = (
    path("M12 21C7.2 20.4 4.2 17 4.4 11.4C4.5 8.4 5.4 5.6 7 3.4")
    + moved("translate(10 20.3)rotate(-58)", _LEAF)
    + moved("translate(6.6 17.9)rotate(-28)", _LEAF)
    + moved("translate(4.7 14.1)", _LEAF)
    + moved("translate(4.6 9.8)rotate(16)", _LEAF)
    + moved("translate(4.9 9)rotate(84)scale(.86)", _LEAF)
    + moved("translate(5 13.4)rotate(72)scale(.8)", _LEAF)
)
LAUREL = kind("thin", _SPRAY + moved("matrix(-1 0 0 1 24 0)", _SPRAY))
RING = holed(
    "M12 8.4a6.7 6.7 0 1 0 0 13.4a6.7 6.7 0 0 0 0-13.4zM12 11.6a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7z",
    "gold",
) + path("M9 1.9h6l2.2 2.8L12 9.2 6.8 4.7z", "water")
_TOKEN = disc(12, 12, 9.4, "leaf") + path(
    "M12 6l1.8 3.8 4.2.5-3.1 2.9.8 4.1L12 15.3l-3.7 2 .8-4.1L6 10.3l4.2-.5z", "paper thin"
)
STAR = path("M12 2.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.4l-6.1 3.4 1.4-6.8L2.2 9.3l6.9-.8z", "gold")
WOOD = (
    path("M5.6 12.1L15.9 6a4 4 0 0 1 4 6.9L9.6 19.1z", "wood")
    + oval(7.2, 15.7, 3.3, 4.3, "skin", turn=-30)
    + oval(7.2, 15.7, 1.1, 1.7, "thin", turn=-30)
)
STONE = path("M4 13.4l3.4-7.2L13.4 3l6 3.6 1.6 8-4.2 6H7.6z", "stone") + path(
    "M4 13.4l5.6-1 3.8-4.6 6-1.2M9.6 12.4l1.6 8.2M13.4 7.8L13.4 3", "thin"
)
MARBLE = (
    path("M6.4 6.6h11.2v11.6H6.4z", "marble")
    + path("M10.1 7v11M13.9 7v11")
    + path("M4 3h16v3.6H4zM4 18.2h16v3.2H4z", "marble")
)
SWORD = (
    path("M8.3 12.9L18.2 3h2.9v2.9l-9.9 9.9z", "steel")
    + path("M10 14.2l8.6-8.6", "thin")
    + path("M5.4 11.2l7.4 7.4", width=2.4)
    + path("M8.6 15.4L4 20", width=2.8)
)
FLAG = path("M5.6 3.6h14l-3.2 4.3 3.2 4.3h-14z", "clay") + path("M5.6 2v20.2", width=2)


def _person(fill: str, *, shift: float = 0) -> str:
    x = 12 - shift
    return disc(x, 6.8, 4.2, fill) + path(f"M{x - 7.2:g} 21.2c0-5 2.9-8 7.2-8s7.2 3 7.2 8z", fill)


PERSON = _person("skin")
TRAINEE = (
    _person("paper", shift=1.6)
    + box(13, 12.2, 8.8, 9, "paper", radius=0.8)
    + path("M15.2 15.2h4.4M15.2 18.2h3", "thin")
)
RETIRED = _person("stone", shift=2) + path("M19.6 21.8V9.4c0-2.2-2.8-2.6-3.2-.6", width=2)

ICONS = {
    "coin": COIN,
    "water": WATER,
    "grain": GRAIN,
    "wine": WINE,
    "vestal": VESTAL,
    "centurion": CENTURION,
    "die": DIE,
    "laurel": LAUREL,
    "ring": RING,
    "token": _TOKEN,
    "star": STAR,
    "wood": WOOD,
    "stone": STONE,
    "marble": MARBLE,
    "sword": SWORD,
    "flag": FLAG,
    "person": PERSON,
    "trainee": TRAINEE,
    "retired": RETIRED,
}

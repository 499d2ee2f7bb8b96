"""Provinces by what they are known for, and the people who come from them. Drawn on light ground in both themes."""

from pbem.games.drawing.icons.shapes import disc, path

PYRAMID = path("M11 4.4L2.4 19.4h10.8z", "white") + path("M11 4.4l10.6 12.8-8.4 2.2z", "veil")
BOAT = (
    path("M12.4 2.6v11.6H5.6c3.4-2.6 5.6-6.4 6.8-11.6z", "white")
    + path("M2 14.2h20c-.8 4-3.4 6.4-7.4 6.4H9.4c-4 0-6.6-2.4-7.4-6.4z", "white")
    + path("M15.2 14V8.8")
)
OAK = path("M12 12v9.6M8.8 21.6h6.4") + path(
    "M7.6 15.8a4 4 0 0 1-2.4-7.2a4 4 0 0 1 4-5a4.4 4.4 0 0 1 6.4.4a4 4 0 0 1 3.6 4.8a3.8 3.8 0 0 1-2.6 7z",
    "white",
)
FIR = path("M12 18v4", width=2.2) + path("M12 1.8L16.6 8h-2.2l4 5.2h-2.6l4 5.2H4.2l4-5.2H5.6l4-5.2H7.4z", "white")
BULL = path("M2 4c.2 4 2 6 5.4 6h9.2C20 10 21.8 8 22 4", width=2) + path(
    "M7 9.8h10v3.6l-2.2 7.4c-.4 1-1.4 1.4-2.8 1.4s-2.4-.4-2.8-1.4L7 13.4z", "white"
)
BURST = path(
    "M12 1.8l1.8 5.6 5-3.2-3.2 5 5.6 1.8v2l-5.6 1.8 3.2 5-5-3.2L12 22.2"
    "l-1.8-5.6-5 3.2 3.2-5-5.6-1.8v-2l5.6-1.8-3.2-5 5 3.2z",
    "white",
)
MAN = (
    path("M2.6 21.4c.4-5.2 3.8-8 9.4-8s9 2.8 9.4 8z", "white")
    + path("M6.8 15l8.6 6.2")
    + disc(12, 7.4, 5.2, "white")
    + path("M6.9 6.2c3.4 1.2 6.8 1.2 10.2 0")
)
WOMAN = (
    path("M2.6 21.4c.4-4.6 3.8-7 9.4-7s9 2.4 9.4 7z", "white")
    + path(
        "M5 17.2C4.2 6 6.2 2 12 2s7.8 4 7 15.2c-1.2-1.4-2.6-2.2-4.4-2.6H9.4c-1.8.4-3.2 1.2-4.4 2.6z",
        "dark",
    )
    + path("M7.8 8.8c2-.4 3.6-1.4 4.6-2.9c.8 1.5 2 2.5 3.8 2.9v1.4a4.2 4.6 0 0 1-8.4 0z", "white")
)

ICONS = {
    "AEG": PYRAMID,
    "BRI": BOAT,
    "GAL": OAK,
    "GER": FIR,
    "HIS": BULL,
    "MAC": BURST,
    "man": MAN,
    "woman": WOMAN,
}

"""Buildings that stand on a board: of Fortuna's province and road, and the houses of Alea."""

from pbem.games.drawing.icons.shapes import holed, kind, oval, path

MARKET = (
    path("M4.2 9h15.6v12H4.2z", "plaster")
    + path("M8.8 21v-4a3.2 3.2 0 0 1 6.4 0v4z", "skin")
    + path("M4 3h16l2 6.2H2z", "clay")
    + path("M9 3.2L8.2 9M15 3.2l.8 5.8", "thin")
)
AQUEDUCT = (
    path(
        "M2.2 3.4h19.6v17.8h-3V16a2.3 2.3 0 0 0-4.6 0v5.2h-4.4V16a2.3 2.3 0 0 0-4.6 0v5.2h-3z",
        "stone",
    )
    + path("M2.2 3.4h19.6v3.4H2.2z", "water")
    + path("M2.2 10.4h19.6", "thin")
)
BASILICA = (
    path("M5 9.4h14v8.8H5z", "marble")
    + path("M8.4 9.6v8.4M12 9.6v8.4M15.6 9.6v8.4")
    + path("M2.4 9.4L12 2.8l9.6 6.6zM2.8 18.2h18.4v3H2.8z", "marble")
)
PALACE = (
    path("M12 1.2v2.4")
    + path("M5.6 11a6.4 7 0 0 1 12.8 0z", "clay")
    + path("M3.6 11h16.8v10.2H3.6z", "plaster")
    + path("M9.9 21.2v-3.6a2.1 2.1 0 0 1 4.2 0v3.6z", "ink")
    + path("M6.8 14.4v3M17.2 14.4v3")
)
GATE = holed(
    "M2.6 21.2V2.8h3.6v2.6h3V2.8h5.6v2.6h3V2.8h3.6v18.4zM7.6 21.2v-5.6a4.4 4.4 0 0 1 8.8 0v5.6z",
    "plaster",
) + path("M2.6 8.6h3M18.4 8.6h3", "thin")
VILLAGE = (
    path("M4.8 11h14.4v10H4.8z", "plaster")
    + path("M9.6 21v-5.6h4.8V21z", "ink")
    + path("M1.8 11.4L12 3l10.2 8.4z", "gold")
)
TEMPLE = (
    path("M5 9.4h14v8.8H5z", "plaster")
    + path("M9.4 9.6v8.4M14.6 9.6v8.4")
    + path("M2.4 9.4L12 2.8l9.6 6.6zM2.8 18.2h18.4v3H2.8z", "plaster")
)
SENATE = (
    path("M5.6 11.6h12.8v6.6H5.6z", "plaster")
    + path("M9 11.8v6.2M12 11.8v6.2M15 11.8v6.2")
    + path("M4.8 9a7.2 6.6 0 0 1 14.4 0z", "clay")
    + path("M3.2 9h17.6v2.6H3.2zM3.2 18.2h17.6v3H3.2z", "plaster")
)
FORUM = (
    path("M4.8 6.4h14.4v11.4H4.8z", "marble")
    + path("M8.6 6.6v11M12 6.6v11M15.4 6.6v11", width=1.9)
    + path("M2.8 2.8h18.4v3.6H2.8zM2.8 17.8h18.4v3.4H2.8z", "marble")
)
CASTRUM = (
    path("M12 4L21.6 21H2.4z", "gold")
    + path("M12 10.6L16.2 21H7.8z", "ink")
    + path("M12 4V1.6M12 4l1.3-2.2M12 4l-1.3-2.2", "thin")
)
LATRINE = (
    path("M4.4 6.4h15.2l2.4 6H2z", "plaster")
    + path("M2 12.4h20v8.2H2z", "stone")
    + kind("ink", oval(8.2, 9.4, 2.5, 1.5) + oval(15.8, 9.4, 2.5, 1.5))
    + path("M7.8 13v3.6M16.2 13v3.6", width=2.6)
)

ICONS = {
    "market": MARKET,
    "aqueduct": AQUEDUCT,
    "basilica": BASILICA,
    "palace": PALACE,
    "gate": GATE,
    "village": VILLAGE,
    "temple": TEMPLE,
    "senate": SENATE,
    "forum": FORUM,
    "castrum": CASTRUM,
    "latrine": LATRINE,
}

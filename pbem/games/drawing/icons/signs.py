"""Signs of a board: steps, cards, decks, locks, eyes, arrows, what an activation area says."""

from pbem.games.drawing.icons.shapes import box, disc, path

STEP = path("M5 5.2l6 6.8-6 6.8M12.8 5.2l6 6.8-6 6.8", "stroke-accent")
CARD = box(5.4, 2.4, 13.2, 19.2, "paper", radius=1.4) + path("M8.6 7h6.8M8.6 11h6.8M8.6 15h4", "thin")
BACK = box(5.4, 2.4, 13.2, 19.2, "paper", radius=1.4) + path(
    "M7.2 8.6l4.4-4.4M7.2 14l9.6-9.6M7.2 19.4l9.6-9.6M12.6 19.4l4.2-4.2M16.8 8.6l-4.4-4.4"
    "M16.8 14L7.2 4.4M16.8 19.4L7.2 9.8M11.4 19.4l-4.2-4.2",
    "stroke-hatch",
)
DECK = path("M8.4 6.4V2.6h11.2v14.8h-4", "plaster") + box(4.4, 6.4, 11.2, 15, "paper")
LOCK = (
    path("M7.8 10.6V7.4a4.2 4.2 0 0 1 8.4 0v3.2", width=2)
    + box(4.6, 10.4, 14.8, 11, "gold", radius=1.6)
    + path("M12 14.6v2.8", width=2.2)
)
LID = "M2 12C4.6 7.5 8 5.3 12 5.3s7.4 2.2 10 6.7c-2.6 4.5-6 6.7-10 6.7S4.6 16.5 2 12z"
EYE = path(LID, "paper") + disc(12, 12, 3.5, "ink")
REROLL = path("M19.8 12.6a7.8 7.8 0 1 1-2.6-6.4L19.6 8.4", width=2.3) + path("M19.8 3.2v5.4h-5.4", width=2.3)
UP = path("M5 12.4l7-7 7 7M5 19l7-7 7 7", "stroke-red")
EVEN = path("M5.4 12h13.2", "stroke-green")
SPECIAL = disc(12, 12, 4.4, "fill-grey")
ARROW = path("M3.6 12h16M14 6.4l5.8 5.6-5.8 5.6", "stroke-soft", width=1.9)
NEXT = path("M8.4 4.8L15.8 12l-7.4 7.2", "stroke-soft", width=2.3)
DOWN = path("M4.8 8.4L12 15.8l7.2-7.4", "stroke-soft", width=2.3)

ICONS = {
    "step": STEP,
    "card": CARD,
    "back": BACK,
    "deck": DECK,
    "lock": LOCK,
    "eye": EYE,
    "reroll": REROLL,
    "up": UP,
    "even": EVEN,
    "special": SPECIAL,
    "arrow": ARROW,
    "next": NEXT,
    "turn": DOWN,
}

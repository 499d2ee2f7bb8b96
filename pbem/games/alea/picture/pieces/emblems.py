"""Parts of this game alone: Fortune tiles, provinces and patricians as signs, and the wheel of all six colours."""

from pbem.games.alea.table.table import COLOURS, DICE, WILD
from pbem.games.drawing.art import read_parts
from pbem.games.drawing.numbers import written
from pbem.games.drawing.parts import placed, symbol

SQUARE, PITCH = 9, 11.4  # a die in a hand
HAND_WIDTH, HAND_HEIGHT = DICE * PITCH, SQUARE + 2
HAND = f"0 0 {HAND_WIDTH:g} {HAND_HEIGHT:g}"


def _squares(places: range) -> str:
    corners = [f"{1 + place * PITCH:g}" for place in places]
    return "".join(f'<rect x="{x}" y="1" width="{SQUARE}" height="{SQUARE}" rx="2.2"/>' for x in corners)


def _hands() -> dict[str, str]:
    """Return rows of dice: so many that are left to a player, and the places of the others."""
    parts = {}
    for count in range(DICE + 1):
        left, away = (f"d-alea-{name}-{count}" for name in ("left", "away"))
        parts[left] = symbol(left, _squares(range(count)), kind="d-hand", box=HAND)
        parts[away] = symbol(away, _squares(range(count, DICE)), kind="d-used", box=HAND)
    return parts


PARTS = read_parts("pbem.games.alea.picture.pieces", "emblems.svg") | _hands()
SIGNS = {**{shade: shade for shade in COLOURS}, WILD: "alea-wheel"}  # what a province is known by


def hand(count: int, seat: str, x: float, middle: float) -> str:
    """Return the dice that are left to a player, and the places of those he has placed."""
    place = f'x="{written(x)}" y="{written(middle - HAND_HEIGHT / 2)}" width="{HAND_WIDTH:g}" height="{HAND_HEIGHT:g}"'
    away = f'<use href="#d-alea-away-{count}" {place}/>' if count < DICE else ""
    return away + (f'<use href="#d-alea-left-{count}" {place} class="d-seat-{seat}"/>' if count else "")


def fortune(value: int, x: float, y: float, size: float) -> str:
    """Return a Fortune tile that is kept around a point: its value, or a question mark."""
    return placed(f"d-alea-fortune-{value}", x, y, size)


def fortune_down(x: float, y: float, size: float) -> str:
    """Return the back of a Fortune tile around a point."""
    return placed("d-alea-hidden", x, y, size)

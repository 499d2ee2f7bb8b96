"""Parts of this game alone: Fortune tiles, provinces and patricians as signs, and the wheel of all six colours."""

from math import cos, pi, sin

from pbem.games.alea.table.table import COLOURS, DICE, WILD
from pbem.games.drawing.icons import provinces
from pbem.games.drawing.icons.shapes import box, disc, moved, path
from pbem.games.drawing.numbers import written
from pbem.games.drawing.parts import placed, symbol

VALUES = (1, 2, 3)  # of Fortune tiles
SQUARE, PITCH = 9, 11.4  # a die in a hand
HAND_WIDTH, HAND_HEIGHT = DICE * PITCH, SQUARE + 2
HAND = f"0 0 {HAND_WIDTH:g} {HAND_HEIGHT:g}"
_RADIUS = 9.6
_TURN = pi / 3


def _wedge(number: int, shade: str) -> str:
    ends = [(12 + _RADIUS * sin(turn), 12 - _RADIUS * cos(turn)) for turn in (number * _TURN, (number + 1) * _TURN)]
    (left, high), (right, low) = ends
    return path(
        f"M12 12L{written(left)} {written(high)}A{_RADIUS} {_RADIUS} 0 0 1 {written(right)} {written(low)}z",
        f"province-{shade} thin",
    )


def _on_any_ground(person: str) -> str:
    """Return a person whose lines follow the theme."""
    return person.replace("d-white", "d-skin").replace("d-dark", "d-ink")


def _disc(face: str) -> str:
    words = f'<text x="12" y="16.6" class="d-letter d-dark" font-size="13">{face}</text>'
    return f'<circle cx="12" cy="12" r="10.2" class="d-mark d-gold"/>{words}'


_WHEEL = "".join(_wedge(number, shade) for number, shade in enumerate(COLOURS)) + disc(12, 12, _RADIUS)
_HATCHED = '<circle cx="12" cy="12" r="10.2" class="d-mark d-veiled"/>' + path(
    "M4.6 14.2L14.2 4.6M6.2 17.8L17.8 6.2M9.8 19.4L19.4 9.8", "stripe"
)
_PLAIN = box(3.4, 2.6, 17.2, 18.8, "plaster", radius=1.6) + box(6.2, 5.4, 11.6, 13.2, "thin")
_HELD = box(2.4, 2.4, 19.2, 19.2, "plaster", radius=1.6) + moved(
    "translate(4.4 4.4)scale(.64)", _on_any_ground(provinces.MAN)
)
_COUPLE = moved("translate(-1.6 3)scale(.74)", _on_any_ground(provinces.MAN)) + moved(
    "translate(7.6 3)scale(.74)", _on_any_ground(provinces.WOMAN)
)


def _squares(places: range) -> str:
    return "".join(box(1 + place * PITCH, 1, SQUARE, SQUARE, radius=2.2) for place in places)


def _hands() -> dict[str, str]:
    """Return rows of dice: so many that are left to a player, and the places of the others."""
    parts = {}
    for count in range(DICE + 1):
        left, away = (f"d-alea-{name}-{count}" for name in ("left", "away"))
        parts[left] = symbol(left, _squares(range(count)), kind="d-hand", box=HAND)
        parts[away] = symbol(away, _squares(range(count, DICE)), kind="d-used", box=HAND)
    return parts


def _chip(shade: str) -> str:
    """Return a province as a small square of its colour with its sign."""
    return box(1.4, 1.4, 21.2, 21.2, f"province-{shade}", radius=3.4) + moved(
        "translate(4.3 4.3)scale(.64)", provinces.ICONS[shade]
    )


def _parts() -> dict[str, str]:
    by_theme = {
        "province": _PLAIN,
        "held": _HELD,
        "man": _on_any_ground(provinces.MAN),
        "woman": _on_any_ground(provinces.WOMAN),
        "couple": _COUPLE,
    }
    on_light = {"wheel": _WHEEL, **{f"chip-{shade}": _chip(shade) for shade in COLOURS}}
    discs = {"hidden": _HATCHED, "fortune-0": _disc("?")}
    discs |= {f"fortune-{number}": _disc(str(number)) for number in VALUES}
    return (
        {f"d-alea-{name}": symbol(f"d-alea-{name}", content) for name, content in by_theme.items()}
        | {f"d-alea-{name}": symbol(f"d-alea-{name}", content, kind="d-on-light") for name, content in on_light.items()}
        | {f"d-alea-{name}": symbol(f"d-alea-{name}", content, kind="d") for name, content in discs.items()}
        | _hands()
    )


PARTS = _parts()
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

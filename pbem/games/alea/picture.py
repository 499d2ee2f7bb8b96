"""The board as an SVG document: bands for each building and each player, narrow enough to be read on a phone.

Colours tell owners apart, and letters do for those who cannot tell the colours.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

import pbem.games.svg as pen
from pbem.games.alea.state import Player, View, kept_faces
from pbem.games.alea.vocabulary import LETTERS, MESSAGES, WORDS
from pbem.games.game import Data, Saying

DARK, LIGHT = "#222222", "#FFFFFF"
INKS = {"grey": "#666666", "brown": "#7A4A1E", "blue": "#0072B2", "green": "#009E73", "yellow": "#FFD400"}
DARK_INKS = {"grey", "brown", "blue"}  # with light words on them
TINTS = {
    "yellow": "#F0E442",
    "blue": "#8EC5EE",
    "purple": "#D8BFD8",
    "green": "#A6DBC0",
    "red": "#F4A9A0",
    "orange": "#F5C77E",
}
WIDTH, LEFT, EDGE, TOP = 500, 78, 8, 34
BAND, LINE = 36, 26  # how high boxes and mere words are
COLUMN, TILE, PERSON, BADGE = 53, 56, 70, 30


class Box(Struct, frozen=True):
    """A box with words in it."""

    text: str
    width: int
    fill: str
    ink: str = DARK


def draw_picture(view: View, language: str) -> str:
    """Return a self-contained SVG document."""
    body, height = _stacked((*_buildings(view, language), *_players(view, language), *_own(view, language)))
    title = _said("head", language, **_numbers(view))
    if view.position.phase == "over":
        title = _said("over", language)
    seats = tuple(f"seats/{seat}" for seat in view.fixed.seats)
    desc = _said("desc", language, seats=seats)
    parts = (
        pen.title(f"Alea Iacta Est, {title}"),
        pen.desc(desc),
        pen.element("rect", width=WIDTH, height=height, fill="#FBF8F0"),
        _text(EDGE, 24, title, size=16),
        body,
    )
    look: dict[str, pen.Attribute] = {"role": "img", "font_family": "sans-serif", "font_size": 14}
    return pen.document("".join(parts), viewBox=f"0 0 {WIDTH} {height}", **look)


def _stacked(bands: Iterable[str]) -> tuple[str, int]:
    """Put bands below each other; return them and the height they take."""
    body, y = "", TOP
    for band in bands:
        body += pen.group(band, transform=f"translate(0 {y})")
        y += BAND if "<rect" in band else LINE
    return body, y + EDGE


def _said(key: str, language: str, **args: Data) -> str:
    return MESSAGES.say(Saying(f"board_{key}", args), language)


def _numbers(view: View) -> dict[str, int]:
    return {"round": view.position.round, "rounds": view.fixed.rounds, "lap": view.position.lap}


def _text(x: int, y: int, text: str, *, size: int = 14, ink: str = DARK, middle: bool = False) -> str:
    if middle:
        return pen.text(x, y, text, font_size=size, fill=ink, text_anchor="middle")
    return pen.text(x, y, text, font_size=size, fill=ink)


def _line(x: int, text: str) -> str:
    """A band of words only."""
    return _text(x, 18, text)


def _bands(boxes: list[Box], *, start: int = LEFT, label: str = "") -> list[str]:
    """Lay boxes out from left to right, in as many bands as they need; a label stands before the first."""
    bands, x = [""], start
    if label:
        bands = [_text(EDGE, 25 if boxes else 18, label)]
    for box in boxes:
        if x + box.width > WIDTH - EDGE:
            bands.append("")
            x = start
        bands[-1] += _drawn(box, x)
        x += box.width + 3
    return bands if label or x > start else []


def _drawn(box: Box, x: int) -> str:
    edge = DARK if box.ink == LIGHT else "#555555"
    rect = pen.element("rect", x=x, y=5, width=box.width, height=30, rx=4, fill=box.fill, stroke=edge)
    return rect + _text(x + box.width // 2, 25, box.text, ink=box.ink, middle=True)


def _owned(view: View, text: str, owner: int, width: int = 0) -> Box:
    """A box in its owner's colour."""
    seat = view.fixed.seats[owner]
    return Box(text, width or 16 + 8 * len(text), INKS[seat], LIGHT if seat in DARK_INKS else "#000000")


def _groups(view: View, label: str, groups: Iterable[tuple[str, int]]) -> list[str]:
    """What stands in a building, with the letters of the owners."""
    return _bands([_owned(view, f"{text} {LETTERS[owner]}", owner) for text, owner in groups], label=label)


def _buildings(view: View, language: str) -> Iterator[str]:
    position = view.position
    if position.phase == "over":
        return
    runs = ((seat, range(low, high + 1)) for seat, (low, high) in enumerate(position.senate) if low)
    camps = sorted(position.castrum, key=lambda camp: (-camp.size, -camp.value))
    named = {name: WORDS.say("buildings", name, language) for name in ("temple", "senate", "castrum", "latrine")}
    yield from _groups(view, _said("roll", language), _joined(position.rolls))
    if view.fixed.has_temple:
        yield from _groups(view, named["temple"], _joined(position.temple))
    yield from _groups(view, named["senate"], [("-".join(map(str, run)), seat) for seat, run in runs])
    yield from _groups(view, named["castrum"], [(f"{camp.size}x{camp.value}", camp.owner) for camp in camps])
    yield from _pieces(view, "tiles", position.provinces, language)
    yield _forum(view, language)
    yield from _pieces(view, "patricians", position.patricians, language)
    latrine = [(str(count), seat) for seat, count in enumerate(position.latrine) if count]
    yield from _groups(view, named["latrine"], latrine)


def _joined(sets: tuple[tuple[int, ...], ...]) -> list[tuple[str, int]]:
    return [(" ".join(map(str, dice)), seat) for seat, dice in enumerate(sets) if dice]


def _forum(view: View, language: str) -> str:
    """The columns, from left to right, with the dice that stand there."""
    row = [_owned(view, f"{die.value} {LETTERS[die.owner]}", die.owner, COLUMN - 3) for die in view.position.forum]
    row += [Box("", COLUMN - 3, LIGHT)] * (view.fixed.columns - len(row))
    return "".join(_bands(row, label=WORDS.say("buildings", "forum", language)))


def _pieces(view: View, section: str, codes: tuple[str, ...], language: str, start: int = LEFT) -> list[str]:
    """Tiles or patricians in the colour of their province."""
    width = TILE if section == "tiles" else PERSON
    boxes = [Box(WORDS.say(section, code, language), width, _tint(view, code)) for code in codes]
    return _bands(boxes, start=start)


def _tint(view: View, code: str) -> str:
    colour = view.fixed.table.colours.get(code[:3])
    if colour is None:
        return "#DDDDDD"
    return TINTS.get(colour.colour, "#DDDDDD")


def _players(view: View, language: str) -> Iterator[str]:
    begin = EDGE + BADGE + 8
    for index, player in enumerate(view.position.players):
        badge = _drawn(_owned(view, LETTERS[index], index, BADGE), EDGE)
        yield badge + _text(
            begin, 25, f"{WORDS.say('seats', view.fixed.seats[index], language)}: {_counts(player, language)}"
        )
        if kept := kept_faces(view, index):
            yield _line(begin, f"{_said('fortune', language)}: {kept}")
        yield from _pieces(view, "tiles", player.provinces, language, begin)
        yield from _pieces(view, "patricians", player.patricians, language, begin)
        if view.position.scores:
            yield _line(begin, f"{_said('total', language)}: {view.position.scores[index].total}")


def _counts(player: Player, language: str) -> str:
    counts = (("hand", player.hand), ("tokens", player.tokens), ("cards", player.cards))
    return ", ".join(f"{_said(key, language)} {count}" for key, count in counts)


def _own(view: View, language: str) -> Iterator[str]:
    """What only this seat sees."""
    if view.own is None or view.position.phase == "over":
        return
    own = view.own
    for key, things in (("cards", own.cards), ("drawn", own.drawn), ("shown", view.offer)):
        if things:
            yield _line(EDGE, f"{_said(key, language)}: {' '.join(map(str, things))}")

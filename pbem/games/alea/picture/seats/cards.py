"""Senate cards: the reader's own, those he may choose from, and at the end everybody's with their points."""

from collections.abc import Iterator

from msgspec import Struct

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.news import is_card_new
from pbem.games.alea.picture.seats.effects import card_run, kind_of
from pbem.games.alea.scoring.scoring import card_order
from pbem.games.alea.show.abouts import about
from pbem.games.drawing.pieces.pieces import card, changed, private
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.remembered import once
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD
from pbem.games.drawing.text.writing import END, MIDDLE, centred, lines, text
from pbem.games.kit.svg import group, title

_LEAST = 150  # how wide a card is at least
_GAP = 6
_SQUARE = 33


class HandCards(Struct, frozen=True):
    """A Senate card that is shown: to the reader alone, to be chosen, or to all with its points."""

    card: str
    is_private: bool = False
    is_offered: bool = False
    points: int | None = None


def held(sight: DrawingInput, index: int) -> tuple[HandCards, ...]:
    """Return the cards of a player that the reader may see."""
    if sight.is_over:
        return tuple(HandCards(card, points=points) for card, points in sight.position.scores[index].cards.items())
    own = sight.view.own
    if own is None or index != sight.view.index:
        return ()
    return tuple(HandCards(card, is_private=True) for card in sorted(own.cards, key=card_order))


def on_offer(sight: DrawingInput) -> tuple[HandCards, ...]:
    """Return the cards that the reader may choose from."""
    return tuple(HandCards(card, is_private=True, is_offered=True) for card in sight.view.offer)


def height(sight: DrawingInput, shown: tuple[HandCards, ...], width: float) -> float:
    """Return how high cards are in a width."""
    rows = -(-len(shown) // _abreast(width))
    return rows * (sight.rhythm.card + _GAP)


def draw(sight: DrawingInput, shown: tuple[HandCards, ...], box: Box) -> str:
    """Draw cards from left to right, in as many rows as they need."""
    return "".join(_card(sight, card, place) for card, place in zip(shown, _places(sight, box), strict=False))


def _abreast(width: float) -> int:
    return max(1, int((width + _GAP) // (_LEAST + _GAP)))


def _places(sight: DrawingInput, box: Box) -> Iterator[Box]:
    high, abreast = sight.rhythm.card, _abreast(box.width)
    top = box.y
    while True:
        yield from Box(box.x, top, box.width, high).columns(abreast, _GAP)
        top += high + _GAP


def _card(sight: DrawingInput, shown: HandCards, box: Box) -> str:
    key = ("card", shown, box, sight.view.seat)
    return once(sight.look, key, lambda: _face(sight, shown, box)) + _frame(sight, shown, box)


def _face(sight: DrawingInput, shown: HandCards, box: Box) -> str:
    """Draw a card; what it does is told to pointers in words."""
    told = title(f"{shown.card}: {about(sight.fixed, shown.card, sight.look.language)}")
    return group(told + _body(sight, shown, box))


def _frame(sight: DrawingInput, shown: HandCards, box: Box) -> str:
    """Draw the sign that a card may be chosen, or that it is new."""
    if shown.is_offered:
        return rect(box, "d-ring", 7)
    return changed(box) if shown.is_private and is_card_new(sight, shown.card) else ""


def _body(sight: DrawingInput, shown: HandCards, box: Box) -> str:
    seat = sight.view.seat or ""
    square = Box(box.x + (12 if shown.is_private else 7), box.middle - _SQUARE / 2, _SQUARE, _SQUARE)
    drawn = card(box) + (private(box, seat) if shown.is_private else "")
    number = fit(shown.card, square.width - 3, size=12.5)
    drawn += rect(square, "d-inset", 5) + centred(number, square.centre, square.middle, MIDDLE)
    return drawn + _words(sight, shown, Box(square.right + 6, box.y, box.right - square.right - 30, box.height))


def _words(sight: DrawingInput, shown: HandCards, box: Box) -> str:
    """Write the name of a card, and below what it counts; its points at the right."""
    name = fit(sight.say(f"drawn_card_{kind_of(shown.card)}"), box.width, size=12.3, split=10.6)
    run = card_run(shown.card, sight.fixed.table)
    size = runs.fitted(run, box.width, 11.4 if len(name.lines) == 1 else 10.2)
    block = name.height + size * 1.4
    top = box.middle - block / 2
    drawn = lines(name, box.x, top + name.size * 0.73)
    drawn += runs.draw(runs.cut(run, box.width, size), box.x, top + block, size=size)
    if shown.points is None:
        return drawn
    return drawn + text(box.right + 17, box.middle + 5.5, str(shown.points), size=15, face=BOLD, kind=END)

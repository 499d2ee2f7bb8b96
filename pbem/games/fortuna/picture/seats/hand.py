"""What only the reader sees: the privileges in his hand, those he may choose from, and those he laid aside."""

from msgspec import Struct

from pbem.games.drawing.pieces.pieces import card, changed, emblem, private
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.writing import lines
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.effects import privilege_icon, privilege_run
from pbem.games.game import NARROW

_HIGH, _GAP, _HEAD = 43, 7, 22


class Pile(Struct, frozen=True):
    """Some privileges, what they are called together, and whether one is to be chosen."""

    called: str
    cards: tuple[str, ...]
    is_offered: bool = False


def height(sight: DrawingInput) -> float:
    """Return how high all piles are."""
    return sum(_tall(sight, pile) for pile in _piles(sight))


def draw(sight: DrawingInput, box: Box) -> str:
    """Draw the reader's own cards below each other."""
    drawn, top = "", box.y
    for pile in _piles(sight):
        drawn += _pile(sight, pile, Box(box.x, top, box.width, 0))
        top += _tall(sight, pile)
    return drawn


def _piles(sight: DrawingInput) -> tuple[Pile, ...]:
    view = sight.view
    piles = (
        Pile("drawn_offered", view.offered, is_offered=True),
        Pile("drawn_hand", view.hand if not sight.public.shown.get(view.owner) else ()),
        Pile("drawn_aside", view.aside),
    )
    return tuple(pile for pile in piles if pile.cards)


def _abreast(sight: DrawingInput) -> int:
    if sight.is_wide:
        return 4
    return 2 if sight.look.width == NARROW else 3


def _tall(sight: DrawingInput, pile: Pile) -> float:
    rows = -(-len(pile.cards) // _abreast(sight))
    return _HEAD + rows * (_HIGH + _GAP) + 4


def _pile(sight: DrawingInput, pile: Pile, box: Box) -> str:
    abreast = _abreast(sight)
    heading = fit(sight.say(pile.called), box.width, size=12.5)
    drawn = lines(heading, box.x + 1, box.y + 13, "d-a" if pile.is_offered else "d-q")
    for number, name in enumerate(pile.cards):
        row, column = divmod(number, abreast)
        line = Box(box.x, box.y + _HEAD + row * (_HIGH + _GAP), box.width, _HIGH)
        place = line.column(column, abreast, _GAP)
        drawn += _card(sight, name, place, is_offered=pile.is_offered)
        if _is_new(sight, pile, number):
            drawn += changed(place)
    return drawn


def _is_new(sight: DrawingInput, pile: Pile, number: int) -> bool:
    """Tell whether a card came into the hand since: of equal ones the last."""
    if sight.before is None or pile.called != "drawn_hand":
        return False
    name = pile.cards[number]
    return pile.cards[: number + 1].count(name) > sight.before.hand.count(name)


def _card(sight: DrawingInput, name: str, box: Box, *, is_offered: bool) -> str:
    side = 29
    square = Box(box.x + 13, box.middle - side / 2, side, side)
    left = square.right + 6
    room = box.right - left - 24
    title = fit(f"{sight.say(f'privilege_{name}')}\N{NO-BREAK SPACE}({name[0]})", room, size=12.5, split=10.5)
    run = privilege_run(name, sight.table)
    size = runs.fitted(run, box.right - left - 6 if len(title.lines) == 1 else room, 11)
    block = title.height + size * 1.4
    top = box.middle - block / 2
    drawn = card(box) + private(box, sight.view.owner) + emblem(privilege_icon(name, sight.table), square)
    drawn += lines(title, left, top + title.size * 0.73) + runs.draw(run, left, top + block, size=size)
    return drawn + (rect(box, "d-ring", 7) if is_offered else "")

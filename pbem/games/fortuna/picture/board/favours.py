"""The six favours of Rome: the die that reaches each, what it asks and gives, its tokens, and who has used it."""

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.pieces.pieces import card, card_down, changed
from pbem.games.drawing.places import Box
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.fitting import fit, fit_first
from pbem.games.drawing.text.measure import BOLD, SANS
from pbem.games.drawing.text.values import FAINT, Value, value
from pbem.games.drawing.text.writing import centred
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.effects import favour_run
from pbem.games.fortuna.picture.news import is_favour_new
from pbem.games.fortuna.position.state import Favour

_GAP = 8
_DIE = 25
_MOST_DISCS = 4


def height(sight: DrawingInput) -> float:
    """Return how high the favours are."""
    return sight.rhythm.favour if sight.is_wide else 2 * sight.rhythm.favour + _GAP


def favours(sight: DrawingInput, box: Box) -> str:
    """Draw the favours within a box of their height: in a row, or three by two."""
    tall = sight.rhythm.favour
    abreast = 6 if sight.is_wide else 3
    drawn = ""
    for index, favour in enumerate(sight.public.favours):
        row, column = divmod(index, abreast)
        line = Box(box.x, box.y + row * (tall + _GAP), box.width, tall)
        drawn += _favour(sight, index + 1, favour, line.column(column, abreast, _GAP))
    return drawn


def _favour(sight: DrawingInput, number: int, favour: Favour, box: Box) -> str:
    body = _open(sight, number, favour, box) if favour.is_open else _closed(sight, number, favour, box)
    return body + (changed(box) if is_favour_new(sight, number) else "")


def _head(sight: DrawingInput, number: int, box: Box, face: str) -> tuple[str, str]:
    """Return the die of a favour, and its name beside it."""
    names = sight.names("favour", sight.table.favours[number - 1])
    name = fit_first(names, box.width - _DIE - 18, size=13.2, face=face, split=12.2)
    middle = box.y + 8 + _DIE / 2
    return die(number, box.x + 7 + _DIE / 2, middle, _DIE), centred(name, box.x + _DIE + 14, middle)


def _open(sight: DrawingInput, number: int, favour: Favour, box: Box) -> str:
    numeral, name = _head(sight, number, box, BOLD)
    run = favour_run(sight.table.favours[number - 1], sight.table)
    size = runs.fitted(run, box.width - 16, 12.5)
    run_y = box.y + box.height * 0.63
    return card(box) + numeral + name + runs.draw(run, box.x + 9, run_y, size=size) + _tokens(sight, favour, box)


def _tokens(sight: DrawingInput, favour: Favour, box: Box) -> str:
    """Draw the tokens on a favour, and the places that are free."""
    most = sight.table.tokens.favour
    y = box.bottom - 14
    if max(most, favour.tokens) > _MOST_DISCS:
        return value(Value("token", favour.tokens), box.x + 9, y)
    discs = [icon("token", box.x + 8 + 20 * place, y - 8, 16) for place in range(favour.tokens)]
    free = (
        f'<circle cx="{written(box.x + 16 + 20 * place)}" cy="{written(y)}" r="6.4" class="d-ghost"/>'
        for place in range(favour.tokens, most)
    )
    return "".join((*discs, *free))


def _closed(sight: DrawingInput, number: int, favour: Favour, box: Box) -> str:
    numeral, name = _head(sight, number, box, SANS)
    word = fit(sight.say(f"drawn_{favour.reason}"), box.width - 46, size=12.5, face=SANS)
    y = box.bottom - 19
    by = token(favour.by or "", box.x + 20, y, 22)
    return f'{card_down(box)}<g opacity="{FAINT}">{numeral}</g>{name}{by}{centred(word, box.x + 36, y)}'

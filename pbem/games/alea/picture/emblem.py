"""The small drawing of a position: the dice in Forum, Castrum and Temple, each with its owner's mark."""

from collections.abc import Iterator

from pbem.games.alea.position.state import View
from pbem.games.drawing.document import finish_small
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.pieces.marks import bare
from pbem.games.game import EMBLEM, Drawing

_ROWS = ("forum", "castrum", "temple")
_LEFT, _PITCH, _SIDE, _MARK = 38, 40, 22, 15
_MOST = 9

Group = tuple[int, tuple[int, ...]]  # the dice of one owner that lie together


def draw(view: View) -> Drawing:
    """Draw three buildings in rows."""
    body = ""
    for row, building in enumerate(_ROWS):
        middle = EMBLEM[1] / 2 + (row - 1) * _PITCH
        body += icon(building, 10, middle - 10, 20)
        body += _dice(view, list(_groups(view, building)), middle)
    return finish_small(body)


def _groups(view: View, building: str) -> Iterator[Group]:
    position = view.position
    if building == "forum":
        yield from ((placed.owner, (placed.value,)) for placed in position.forum)
    elif building == "castrum":
        yield from ((camp.owner, (camp.value,) * camp.size) for camp in position.castrum)
    else:
        yield from ((owner, dice) for owner, dice in enumerate(position.temple) if dice)


def _dice(view: View, groups: list[Group], middle: float) -> str:
    """Draw dice side by side, smaller where there are many."""
    count = sum(len(dice) for _owner, dice in groups)
    room = EMBLEM[0] - _LEFT - 12
    scale = min(1, room / max(1, count * (_SIDE + 2) + len(groups) * (_MARK + 8)))
    drawn, x = "", float(_LEFT)
    for owner, dice in groups:
        seat = view.fixed.seats[owner]
        drawn += bare(seat, x + _MARK * scale / 2, middle, _MARK * scale)
        x += (_MARK + 2) * scale
        for number in dice:
            drawn += die(number, x + _SIDE * scale / 2, middle, _SIDE * scale, seat=seat)
            x += (_SIDE + 2) * scale
        x += 6 * scale
    return drawn

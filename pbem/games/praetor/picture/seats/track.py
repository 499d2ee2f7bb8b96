"""The morale track of a player board, with its marker: as a part, for it seldom changes."""

from functools import lru_cache

from pbem.games.drawing.pieces.marks import ink_on
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text.measure import BOLD, SANS, width_of
from pbem.games.drawing.text.writing import MIDDLE, pinned, text
from pbem.games.game import Seat
from pbem.games.kit.svg import title
from pbem.games.praetor.picture.parts import Part, part

_MINUS = "\N{MINUS SIGN}"
_SIZE = 11
_OVER = 3  # how far the marker stands out of the track


@lru_cache(maxsize=512)
def track(values: tuple[int, ...], seat: Seat, place: int, *, zero: int, former: int | None, box: Box) -> Part:
    """Draw a track that fills a box; `former` is where the marker stood before, if it has moved."""
    bar = Box(0.5, _OVER, box.width - 1, box.height - 2 * _OVER)
    cells = list(bar.columns(len(values), 0))
    size = _size(values, cells[0].width)
    drawn = title(_signed(values[place])) + rect(bar, "d-scale", 4)
    if zero != place:
        drawn += rect(Box(cells[zero].x, bar.y + 0.5, cells[zero].width, bar.height - 1), "d-inset")
    for number, cell in enumerate(cells):
        if number != place:
            words = _signed(values[number])
            drawn += pinned(cell.centre, cell.middle + size * 0.36, words, size=size, kind=f"d-q {MIDDLE}")
    if former is not None:
        drawn += rect(cells[former].grown_across(-0.5), "d-ghost", 4)
    drawn += _marker(cells[place], bar, seat, _signed(values[place]), size=size + 1)
    return part("track", drawn, box.width, box.height)


def _marker(cell: Box, bar: Box, seat: Seat, words: str, *, size: float) -> str:
    """Draw the marker over its cell; at the ends of the track it stays on it."""
    wide = max(cell.width, width_of(words, size, BOLD) + 7)
    left = min(max(cell.centre - wide / 2, bar.x), bar.right - wide)
    marker = Box(left, cell.y - _OVER + 0.8, wide, cell.height + 2 * _OVER - 1.6)
    number = text(
        marker.centre, marker.middle + size * 0.36, words, size=size, face=BOLD, kind=f"{ink_on(seat)} {MIDDLE}"
    )
    return rect(marker, f"d-die d-seat-{seat}", 5) + number


def _size(values: tuple[int, ...], room: float) -> float:
    """Return the size in which all values fit beside each other."""
    widest = max(width_of(_signed(value), _SIZE, SANS) for value in values)
    return min(_SIZE, _SIZE * (room - 2) / widest)


def _signed(value: int) -> str:
    return str(value).replace("-", _MINUS)

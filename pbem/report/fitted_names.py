"""Names in tables, above a column or in a row, as they fit whatever font a reader has.

A letter is written before anybody knows in which font and in how wide a window it is read. So a name is fitted by the
widest of common fonts, and twice: for the narrowest phone, and for a window of 600 pixels. A name that has no room is
written whole. The mail program cuts it with an ellipsis, by the font that it has, and only where that is too wide.
"""

from msgspec import Struct

from pbem.games.drawing.text.fitting import Fitted, fit_down_to
from pbem.games.drawing.text.measure import ANY_SANS

LEAST = 12  # pixels: no name in a letter is smaller
_SHARE = 75  # per cent of the players' table are columns; before them are labels
_NARROW, _WIDE = 318, 538  # pixels of that table in windows of 360 and 600
_NARROW_SIZE, _WIDE_SIZE = 13, 15
_MARGINS = 2  # left and right of a name
_ROW_SIZE, _ROW_ROOM = 15, 230  # beside a place and a sum


class ColumnName(Struct, frozen=True):
    """A name above a column in a narrow window, and in a wide one; the share of the column is in per cent."""

    share: int
    narrow: Fitted
    wide: Fitted


def fit_anywhere(name: str, room: float, size: float) -> Fitted:
    """Return a name as it fits into a room in any common font: whole, in two lines at a space, smaller, or cut."""
    return fit_down_to(LEAST, name, room, size=size, face=ANY_SANS)


def above_column(name: str, columns: int) -> ColumnName:
    """Return a name fitted above one of several columns of the players' table."""
    share = _SHARE // columns
    narrow, wide = (width * share / 100 - _MARGINS for width in (_NARROW, _WIDE))
    return ColumnName(share, fit_anywhere(name, narrow, _NARROW_SIZE), fit_anywhere(name, wide, _WIDE_SIZE))


def in_row(name: str) -> Fitted:
    """Return a name fitted into a row of the table of results."""
    return fit_anywhere(name, _ROW_ROOM, _ROW_SIZE)

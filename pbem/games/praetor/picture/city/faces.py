"""The faces of tiles, as parts: ground and frame, corners, code, fee, icon and name. What changes comes on top.

A tile that stays as it is gives the same part in every position, wherever the city puts it.
"""

from functools import lru_cache

from msgspec import Struct

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.parts import placed
from pbem.games.drawing.pieces.marks import bare, token
from pbem.games.drawing.pieces.pieces import TILE
from pbem.games.drawing.pieces.plazas import CORNERS, plaza
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.fitting import fit, fit_first
from pbem.games.drawing.text.measure import BOLD, SANS, SOFT_HYPHEN, width_of
from pbem.games.drawing.text.runs import Run
from pbem.games.drawing.text.writing import MIDDLE, lines, squeezed
from pbem.games.game import Seat
from pbem.games.kit.svg import title
from pbem.games.praetor.picture.city.cuts import Cut
from pbem.games.praetor.picture.effects import EMBLEMS, costs
from pbem.games.praetor.picture.parts import Part, part
from pbem.games.praetor.table.table import Corners, Tile

PLAZA = 0.18  # radius, of the side
_BETWEEN = 0.66  # of the side: what two corners leave to words between them
_SQUEEZED = 0.9  # of their width: what words bear
_LEAST = 0.85  # of the size of a code: rather than that the fee is left out
_FEE_GAPS = (0.34, 0.8)  # between code and fee, of the size: at least, and where there is room
_AIR = 2.4  # between a code and the frame
_SMALL = 0.6  # of an activation area that somebody left


class Face(Struct, frozen=True):
    """A tile as it lies: turned, owned by somebody or nobody; a builder on it hides the icon where there is no room."""

    tile: Tile
    corners: Corners
    names: tuple[str, ...]
    owner: Seat | None = None
    has_fee: bool = True
    has_builder: bool = False


@lru_cache(maxsize=1024)
def face(shown: Face, cut: Cut) -> Part:
    """Draw what stays on a tile."""
    drawn = title(f"{shown.tile.id} {shown.names[0].replace(SOFT_HYPHEN, '')}") + _ground(shown, cut)
    if cut.has_plazas:
        drawn += "".join(_corners(shown.corners, cut))
    drawn += _code(shown, cut)
    if cut.has_icon and not (shown.has_builder and cut.code_left):
        drawn += _icon(shown, cut)
    if cut.name[0]:
        drawn += _name(shown, cut)
    return part(shown.tile.id, drawn, cut.grid, cut.grid)


def _ground(shown: Face, cut: Cut) -> str:
    whole, colour = Box(0.5, 0.5, cut.grid - 1, cut.grid - 1), f"d-tile-{shown.tile.colour}"
    if shown.owner is None:
        return rect(whole, f"d-common {colour}", TILE)
    frame = rect(whole, f"d-lot d-seat-{shown.owner}", TILE)
    return frame + rect(whole.grown(-cut.frame), f"d-lot {colour}", 1)


def _corners(corners: Corners, cut: Cut) -> list[str]:
    ends = ((0, 0), (cut.grid, 0), (cut.grid, cut.grid), (0, cut.grid))
    return [
        plaza(kind, x, y, PLAZA * cut.grid, corner=corner)
        for kind, corner, (x, y) in zip(corners, CORNERS, ends, strict=True)
    ]


def _code(shown: Face, cut: Cut) -> str:
    """Draw the code, and beside it the fee where there is room for both."""
    code, (y, size) = shown.tile.id, cut.code
    if cut.code_left and shown.owner:
        small, taken = _fitted(code, cut.grid - cut.code_left - cut.frame - _AIR, size)
        return squeezed(cut.code_left, y, code, size=small, width=taken)
    fee, room = _fee(shown), cut.grid * _BETWEEN
    wide, gap = runs.width(fee, cut.fee), _FEE_GAPS[0] * size
    small, taken = _fitted(code, max(1, room - gap - wide), size)
    if not fee or not cut.fee or small < _LEAST * size:
        small, taken = _fitted(code, room if cut.has_plazas else cut.grid - 2 * cut.frame - 1, size)
        return squeezed(cut.centre, y, code, size=small, width=taken, kind=MIDDLE)
    gap = max(gap, min(_FEE_GAPS[1] * size, room - taken - wide))
    left = cut.centre - (taken + gap + wide) / 2
    pin = squeezed(left, y, code, size=small, width=taken)
    return pin + runs.draw(fee, left + taken + gap, y, size=cut.fee)


def _fitted(code: str, room: float, size: float) -> tuple[float, float]:
    """Return the size in which a code fits a room, and how wide it is then.

    A code is never cut, for it is what orders name; it is squeezed a little before it becomes smaller.
    """
    wide = width_of(code, size, BOLD)
    return min(size, size * room / (wide * _SQUEEZED)), min(wide, room)


def _fee(shown: Face) -> Run:
    if not shown.has_fee:
        return ()
    return tuple(term for run in costs(shown.tile.fee) for term in run)


def _icon(shown: Face, cut: Cut) -> str:
    x, y, size = cut.icon
    has_token = shown.owner is not None and not cut.code_left
    if shown.tile.colour == "none":
        x = cut.centre if cut.code_left or not has_token else cut.centre + 0.02 * cut.grid
    elif not has_token and not cut.code_left:
        x -= 0.07 * cut.grid
    return icon(EMBLEMS[shown.tile.type], x - size / 2, y - size / 2, size)


def _name(shown: Face, cut: Cut) -> str:
    size, alone, second = cut.name
    room = cut.grid - 2 * cut.frame - 3
    between = cut.grid * _BETWEEN
    if second + 0.2 * size < cut.grid * (1 - PLAZA):
        between = room
    whole = fit(shown.names[0], room, size=size, face=SANS)
    if whole.size == size and not whole.is_cut:
        return lines(whole, cut.centre, alone, MIDDLE)
    name = fit_first(shown.names, room, size=0.96 * size, face=SANS, split=0.96 * size, below=between)
    if len(name.lines) == 1:
        return lines(name, cut.centre, alone, MIDDLE)
    return lines(name, cut.centre, second - name.leading, MIDDLE)


@lru_cache(maxsize=512)
def marks(owner: Seat | None, area: str, cut: Cut, *, is_left: bool = False, users: tuple[Seat, ...] = ()) -> Part:
    """Draw the owner's token and the activation area: smaller where somebody left it, with who used it this turn."""
    drawn = token(owner, *cut.token) if owner else ""
    if area:
        x, y, size = cut.area
        drawn += placed(f"d-area-{'used' if users else area}", x, y, size * (_SMALL if is_left else 1))
        drawn += "".join(_users(users, x, y, size))
    return part("marks", drawn, cut.grid, cut.grid)


def _users(users: tuple[Seat, ...], x: float, y: float, size: float) -> list[str]:
    """Draw in a special area who has used it: one large, up to four two by two, else three by two."""
    across = 1 if len(users) == 1 else 2 if len(users) <= 4 else 3
    rows = -(-len(users) // across)
    step = size * 0.74 / across
    return [
        bare(
            seat,
            x + (number % across - (across - 1) / 2) * step,
            y + (number // across - (rows - 1) / 2) * step,
            step * 0.94,
        )
        for number, seat in enumerate(users)
    ]

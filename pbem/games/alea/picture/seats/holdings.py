"""Provinces and patricians of a player as they lie; each province with patricians in a frame, others as small chips."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from pbem.games.alea.picture import news
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.flow import Spot, flow_apart, rows
from pbem.games.alea.picture.pieces import chips
from pbem.games.alea.picture.pieces.tiles import Piece, draw_pieces
from pbem.games.alea.picture.seats.clusters import Cluster, clusters, spare, split_of
from pbem.games.drawing.pieces.pieces import card, private
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text.measure import SANS, width_of
from pbem.games.drawing.text.writing import text

_CLOSE, _APART = 3, 6.5  # between pieces of one province, and of two
_FRAME = 3
_BELOW = 5  # between rows
_BAR, _EYE = 12, 26  # room at both sides of what only the reader sees


class Lying(Struct, frozen=True):
    """A cluster, and where it lies."""

    cluster: Cluster
    spot: Spot


def height(sight: DrawingInput, index: int, width: float) -> float:
    """Return how high the pieces of a player are in a width."""
    high = rows([item.spot for item in _lying(sight, index, width)]) * _pitch(sight, index)
    return high + chips.height(spare(sight, index), width, _indent(sight))


def draw(sight: DrawingInput, index: int, box: Box) -> str:
    """Draw the pieces of a player."""
    lying, pitch = _lying(sight, index, box.width), _pitch(sight, index)
    whole = Box(box.x, box.y, box.width, rows([item.spot for item in lying]) * pitch)
    drawn, left = "", box.x
    if _is_mine(sight, index) and lying:
        drawn, left = _mine(sight, index, whole), box.x + _BAR
    pieces: list[Piece] = []
    for item in lying:
        place = Box(left + item.spot.x, box.y + item.spot.row * pitch, _width(sight, item.cluster), pitch - _BELOW)
        drawn += rect(place, "d-card", 5) if item.cluster.is_framed else ""
        pieces += _pieces(sight, index, item.cluster, place)
    drawn += draw_pieces(sight, pieces)
    return drawn + _left_over(sight, index, Box(box.x, whole.bottom, box.width, 0))


def _is_mine(sight: DrawingInput, index: int) -> bool:
    """Tell whether only the reader knows yet who stands where."""
    return not sight.is_over and split_of(sight, index) is not None


def _pitch(sight: DrawingInput, index: int) -> float:
    """Return how far it is from one row to the next."""
    frame = 0 if split_of(sight, index) is None else 2 * _FRAME
    return sight.rhythm.piece[1] + frame + _BELOW


def _width(sight: DrawingInput, cluster: Cluster) -> float:
    count = len(cluster.pieces)
    return count * sight.rhythm.piece[0] + (count - 1) * _CLOSE + (2 * _FRAME if cluster.is_framed else 0)


def _lying(sight: DrawingInput, index: int, width: float) -> list[Lying]:
    """Return where all clusters lie: pieces of one province closer together, and none wider than there is room."""
    room = width - (_BAR + _EYE if _is_mine(sight, index) else 0)
    most = int((room - 2 * _FRAME + _CLOSE) // (sight.rhythm.piece[0] + _CLOSE))
    parts = [part for cluster in clusters(sight, index) for part in cluster.parted(most)]
    sizes, before = [], ""
    for part in parts:
        province = "" if part.is_framed else part.pieces[0][:3]
        sizes.append((_CLOSE if province and province == before else _APART, _width(sight, part)))
        before = province
    return [Lying(part, spot) for part, spot in zip(parts, flow_apart(sizes, room), strict=True)]


def _pieces(sight: DrawingInput, index: int, cluster: Cluster, box: Box) -> Iterator[Piece]:
    """Yield the pieces of a cluster where they lie."""
    wide, high = sight.rhythm.piece
    left = box.x + (_FRAME if cluster.is_framed else 0)
    top = box.y + (box.height - high) / 2
    for at, code in enumerate(cluster.pieces):
        is_new = news.is_piece_new(sight, index, code)
        place = Box(left + at * (wide + _CLOSE), top, wide, high)
        yield Piece(code, place, is_new=is_new, is_extra=code in cluster.extras)


def _mine(sight: DrawingInput, index: int, box: Box) -> str:
    """Draw the sign that only the reader knows yet whom he sends where."""
    whole = Box(box.x - 2, box.y - 2, box.width + 4, box.height - _BELOW + 4)
    return card(whole) + private(whole, sight.seat(index))


def _indent(sight: DrawingInput) -> float:
    return width_of(sight.say("points_unassigned"), 11.5, SANS) * 1.1 + 10


def _left_over(sight: DrawingInput, index: int, box: Box) -> str:
    """Draw the patricians who stand nowhere."""
    codes = spare(sight, index)
    if not codes:
        return ""
    word = text(box.x + 1, box.y + 16, sight.say("points_unassigned"), size=11.5, kind="d-q")
    is_new = partial(news.is_piece_new, sight, index)
    return word + chips.draw(sight, codes, box, indent=_indent(sight), is_new=is_new)

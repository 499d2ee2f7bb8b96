"""Provinces and patricians of a player, sorted by province; at the end who stands where, each province in a frame."""

from collections.abc import Iterator

from msgspec import Struct

from pbem.games.alea.picture import chips, news, tiles
from pbem.games.alea.picture.sight import Sight
from pbem.games.alea.picture.tiles import draw_piece, draw_special, is_patrician
from pbem.games.alea.scoring import colour, gender, value
from pbem.games.alea.state import Stand
from pbem.games.alea.table import COLOURS, SINGLES, WILD
from pbem.games.drawing.measure import BOLD, SANS, width_of
from pbem.games.drawing.pieces import card, private
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.writing import text

_CLOSE, _APART = 3, 6.5  # between pieces of one province, and of two
_FRAME = 3
_BELOW = 5  # between rows
_EYE = 26  # room for the sign that only the reader sees something


class Cluster(Struct, frozen=True):
    """Pieces that lie together: one alone, or a province and who stands there; `extras` of them by card XI."""

    pieces: tuple[str, ...]
    extras: int = 0
    is_framed: bool = False

    def width(self, sight: Sight) -> float:
        """Return how wide it is."""
        count = len(self.pieces)
        return count * sight.rhythm.piece[0] + (count - 1) * _CLOSE + (2 * _FRAME if self.is_framed else 0)


class Lying(Struct, frozen=True):
    """A cluster, and where it begins: the row, and how far from the left."""

    cluster: Cluster
    row: int
    x: float


def height(sight: Sight, index: int, width: float) -> float:
    """Return how high the pieces of a player are in a width."""
    lying = _lying(sight, index, width)
    rows = lying[-1].row + 1 if lying else 0
    spare = chips.height(_spare(sight, index), width, _indent(sight))
    return rows * _row(sight, index) + spare


def draw(sight: Sight, index: int, box: Box) -> str:
    """Draw the pieces of a player."""
    lying = _lying(sight, index, box.width)
    pitch = _row(sight, index)
    below = box.y + (lying[-1].row + 1) * pitch if lying else box.y
    drawn = _mine(sight, index, Box(box.x, box.y, box.width, below - box.y - _BELOW))
    pieces: list[tuple[str, Box]] = []
    for item in lying:
        place = Box(box.x + item.x, box.y + item.row * pitch, item.cluster.width(sight), pitch - _BELOW)
        drawn += rect(place, "d-card", 5) if item.cluster.is_framed else ""
        pieces += _places(sight, item.cluster, place)
    drawn += tiles.below(place for _, place in pieces)
    drawn += "".join(_piece(sight, index, code, place) for code, place in pieces) + tiles.rims(pieces)
    return drawn + _extras(lying, pieces) + _left_over(sight, index, Box(box.x, below, box.width, 0))


def _split(sight: Sight, index: int) -> tuple[Stand, ...] | None:
    """Return who stands where: at the end of everybody, and before of the reader if he has ordered it."""
    if sight.is_over:
        return sight.position.scores[index].split
    return sight.view.own.split if sight.view.own and index == sight.view.index else None


def _is_mine(sight: Sight, index: int) -> bool:
    return not sight.is_over and _split(sight, index) is not None


def _row(sight: Sight, index: int) -> float:
    frame = 0 if _split(sight, index) is None else 2 * _FRAME
    return sight.rhythm.piece[1] + frame + _BELOW


def _lying(sight: Sight, index: int, width: float) -> list[Lying]:
    """Return where all clusters lie."""
    inset = 12 if _is_mine(sight, index) else 0
    room = width - (_EYE if inset else 0)
    lying: list[Lying] = []
    row, x, last = 0, float(inset), ""
    for cluster in _clusters(sight, index):
        shade = cluster.pieces[0][:3]
        gap = 0 if x == inset else _CLOSE if shade == last and not cluster.is_framed else _APART
        if x + gap + cluster.width(sight) > room and x > inset:
            row, x, gap = row + 1, inset, 0
        lying.append(Lying(cluster, row, x + gap))
        x, last = x + gap + cluster.width(sight), shade
    return lying


def _clusters(sight: Sight, index: int) -> Iterator[Cluster]:
    held, split = sight.position.players[index], _split(sight, index)
    if split is None:
        yield from (Cluster((code,)) for code in sorted((*held.provinces, *held.patricians), key=_by_province))
        return
    for place in (*sorted(held.provinces, key=_by_province), *_special(sight, index)):
        stands = sorted((stand for stand in split if stand.place == place), key=lambda stand: stand.extra)
        extras = sum(stand.extra for stand in stands)
        yield Cluster((place, *(stand.patrician for stand in stands)), extras, is_framed=bool(stands))


def _by_province(code: str) -> tuple[int, bool, str, int]:
    """Order pieces by province: the tiles first, then men, then women."""
    shade = colour(code)
    return (
        len(COLOURS) if shade == WILD else COLOURS.index(shade),
        is_patrician(code),
        gender(code) if is_patrician(code) else "",
        value(code),
    )


def _special(sight: Sight, index: int) -> list[str]:
    """Return the Senate cards that are provinces."""
    if sight.is_over:
        held = tuple(sight.position.scores[index].cards)
    else:
        held = sight.view.own.cards if sight.view.own else ()
    return [card for card in held if card not in SINGLES]


def _spare(sight: Sight, index: int) -> list[str]:
    """Return the patricians who stand nowhere, where others do."""
    split = _split(sight, index)
    if split is None:
        return []
    sent = {stand.patrician for stand in split}
    return sorted((code for code in sight.position.players[index].patricians if code not in sent), key=_by_province)


def _mine(sight: Sight, index: int, box: Box) -> str:
    """Draw the sign that only the reader knows yet whom he sends where."""
    if not _is_mine(sight, index) or box.height <= 0:
        return ""
    return card(box.grown(2)) + private(box.grown(2), sight.seat(index))


def _places(sight: Sight, cluster: Cluster, box: Box) -> list[tuple[str, Box]]:
    """Return where each piece of a cluster lies."""
    wide, high = sight.rhythm.piece
    left = box.x + (_FRAME if cluster.is_framed else 0)
    top = box.y + (box.height - high) / 2
    return [(code, Box(left + at * (wide + _CLOSE), top, wide, high)) for at, code in enumerate(cluster.pieces)]


def _extras(lying: list[Lying], pieces: list[tuple[str, Box]]) -> str:
    """Mark who stands beside a couple by card XI."""
    is_extra = [
        at >= len(item.cluster.pieces) - item.cluster.extras
        for item in lying
        for at in range(len(item.cluster.pieces))
    ]
    return "".join(
        text(box.x + 3, box.y + 12, "+", size=13, face=BOLD, kind="d-dark")
        for (_, box), extra in zip(pieces, is_extra, strict=True)
        if extra
    )


def _piece(sight: Sight, index: int, code: str, box: Box) -> str:
    if "-" in code and not is_patrician(code):
        return draw_special(sight, code, box)
    return draw_piece(sight, code, box, is_new=news.is_piece_new(sight, index, code))


def _indent(sight: Sight) -> float:
    return width_of(sight.say("points_unassigned"), 11.5, SANS) + 10


def _left_over(sight: Sight, index: int, box: Box) -> str:
    spare = _spare(sight, index)
    if not spare:
        return ""
    word = text(box.x + 1, box.y + 16, sight.say("points_unassigned"), size=11.5, kind="d-q")
    return word + chips.draw(
        sight, spare, box, indent=_indent(sight), is_new=lambda code: news.is_piece_new(sight, index, code)
    )

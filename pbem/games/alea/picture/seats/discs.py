"""Fortune tiles of a player: those kept, and those drawn in this round, which only he has seen."""

from itertools import islice

from msgspec import Struct

from pbem.games.alea.picture import news
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.flow import Spot, flow, rows
from pbem.games.alea.picture.pieces.emblems import fortune, fortune_down
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.pieces import card, private
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.values import FAINT
from pbem.games.kit.svg import group, title

_GAP, _APART = 2, 10
_BAR, _EYE = 12, 26  # room at both sides of what only the reader sees
_HIGH = 5  # by how much that is higher than a disc


class Tiles(Struct, frozen=True):
    """Fortune tiles that lie together: their values (0: not known to the reader), what they are, which are new."""

    called: str
    values: tuple[int, ...]
    new: tuple[bool, ...]
    is_private: bool = False
    is_down: bool = False
    faint: frozenset[int] = frozenset()  # the places of those that the reader does not keep


def tiles(sight: DrawingInput, index: int) -> tuple[Tiles, ...]:
    """Return the Fortune tiles of a player as the reader sees them."""
    if index not in sight.tiles:
        sight.tiles[index] = _tiles(sight, index)
    return sight.tiles[index]


def _tiles(sight: DrawingInput, index: int) -> tuple[Tiles, ...]:
    held, new = sight.position.players[index], news.new_discs(sight, index)
    piles = (_kept(sight, index, tuple(islice(new, len(held.kept)))), _drawn(sight, index, tuple(new)))
    return tuple(pile for pile in piles if pile.values)


def _own_seat(sight: DrawingInput, index: int) -> bool:
    return sight.view.own is not None and index == sight.view.index


def _kept(sight: DrawingInput, index: int, new: tuple[bool, ...]) -> Tiles:
    """Return what a player has kept; face down its values are known to him alone until the end (A-R5)."""
    called, values = sight.say("board_fortune"), sight.position.players[index].kept
    if sight.is_over:
        return Tiles(called, sight.position.scores[index].kept, new)
    own = sight.view.own
    if own and _own_seat(sight, index) and 0 in values:
        return Tiles(called, own.kept, new, is_private=True)
    return Tiles(called, values, new)


def _drawn(sight: DrawingInput, index: int, new: tuple[bool, ...]) -> Tiles:
    called, own = sight.say("board_drawn"), sight.view.own
    if own is None or not _own_seat(sight, index):
        return Tiles(called, (0,) * sight.position.players[index].drawn, new, is_down=True)
    return Tiles(called, own.drawn, new, is_private=True, faint=_not_kept(own.drawn, own.keeping))


def _not_kept(drawn: tuple[int, ...], keeping: tuple[int, ...]) -> frozenset[int]:
    """Return the places of the tiles that somebody who has chosen does not keep."""
    left = list(keeping)
    away = set()
    for place, value in enumerate(drawn if keeping else ()):
        if value in left:
            left.remove(value)
        else:
            away.add(place)
    return frozenset(away)


def _width(sight: DrawingInput, pile: Tiles) -> float:
    wide = len(pile.values) * (sight.rhythm.disc + _GAP) - _GAP
    return wide + (_BAR + _EYE if pile.is_private else 0)


def width(sight: DrawingInput, index: int) -> float:
    """Return how wide all tiles of a player are beside each other."""
    piles = tiles(sight, index)
    return sum(_width(sight, pile) + _APART for pile in piles) - _APART if piles else 0


def height(sight: DrawingInput, index: int, width: float) -> float:
    """Return how high the tiles are in a width."""
    return rows(_spots(sight, index, width)) * _pitch(sight)


def _pitch(sight: DrawingInput) -> float:
    return sight.rhythm.disc + _HIGH + 4


def _spots(sight: DrawingInput, index: int, width: float) -> list[Spot]:
    return flow((_width(sight, pile) for pile in tiles(sight, index)), width, gap=_APART)


def draw(sight: DrawingInput, index: int, box: Box) -> str:
    """Draw the tiles of a player."""
    drawn = ""
    for pile, spot in zip(tiles(sight, index), _spots(sight, index, box.width), strict=True):
        top = box.y + spot.row * _pitch(sight)
        drawn += _pile(sight, pile, Box(box.x + spot.x, top, _width(sight, pile), sight.rhythm.disc + _HIGH))
    return drawn


def _pile(sight: DrawingInput, pile: Tiles, box: Box) -> str:
    size = sight.rhythm.disc
    drawn = title(pile.called)
    left = box.x + size / 2
    if pile.is_private:
        drawn += card(box) + private(box, sight.view.seat or "")
        left += _BAR
    for place, (value, is_new) in enumerate(zip(pile.values, pile.new, strict=True)):
        x = left + place * (size + _GAP)
        disc = fortune_down(x, box.middle, size) if pile.is_down else fortune(value, x, box.middle, size)
        drawn += f'<g opacity="{FAINT}">{disc}</g>' if place in pile.faint else disc
        drawn += _ring(x, box.middle, size) if is_new else ""
    return group(drawn)


def _ring(x: float, y: float, size: float) -> str:
    return f'<circle cx="{written(x)}" cy="{written(y)}" r="{written(size / 2)}" class="d-changed"/>'

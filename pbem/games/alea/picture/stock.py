"""The stock: what is left in the piles, the Fortune tiles put away, and what went out of the game."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from pbem.games.alea.picture import news
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.flow import Spot, flow, rows
from pbem.games.alea.picture.pieces import chips
from pbem.games.alea.position.fortune import left_in_pile
from pbem.games.alea.position.state import Position
from pbem.games.alea.table.table import patricians, tiles
from pbem.games.drawing.places import Box
from pbem.games.drawing.text import values
from pbem.games.drawing.text.measure import SANS, width_of
from pbem.games.drawing.text.values import Value, value
from pbem.games.drawing.text.writing import text

_SIZE = 12.5


class Item(Struct, frozen=True):
    """A count of the stock, and what is said behind it."""

    count: Value
    word: str = ""

    @property
    def width(self) -> float:
        """How wide it is."""
        said = width_of(self.word, 11.5, SANS) * 1.17 + 6 if self.word else 0
        return values.width(self.count, size=_SIZE) + said


def height(sight: DrawingInput, width: float) -> float:
    """Return how high the stock is in a width."""
    out = chips.height(_removed(sight), width, _label(sight, "drawn_removed"))
    return rows(_spots(sight, width)) * sight.rhythm.stock_row + out


def stock(sight: DrawingInput, box: Box) -> str:
    """Draw the stock within a box."""
    high, spots, drawn = sight.rhythm.stock_row, _spots(sight, box.width), ""
    if spots:
        drawn = text(box.x, box.y + high / 2 + 4.5, sight.say("drawn_stock"), size=_SIZE, kind="d-q")
    for item, spot in zip(_items(sight), spots, strict=True):
        drawn += _item(item, box.x + spot.x, box.y + (spot.row + 0.5) * high)
    return drawn + _out(sight, Box(box.x, box.y + rows(spots) * high, box.width, 0))


def _spots(sight: DrawingInput, width: float) -> list[Spot]:
    gap = 18 if sight.is_wide else 11
    return flow((item.width for item in _items(sight)), width, gap=gap, indent=_label(sight, "drawn_stock"))


def _label(sight: DrawingInput, key: str) -> float:
    """Return how much room the name of a row takes."""
    return width_of(sight.say(key), _SIZE, SANS) * 1.1 + 14


def _item(item: Item, x: float, middle: float) -> str:
    drawn = value(item.count, x, middle, size=_SIZE)
    if not item.word:
        return drawn
    left = x + values.width(item.count, size=_SIZE) + 5
    return drawn + text(left, middle + 4.2, item.word, size=11.5, kind="d-q")


def _items(sight: DrawingInput) -> Iterator[Item]:
    """Yield what is left in each pile."""
    if sight.is_over:
        return
    position, then = sight.position, sight.then
    for name, sign in (("provinces", "alea-province"), ("patricians", "person")):
        left = _left(sight, position, name)
        is_new = then is not None and _left(sight, then, name) != left
        yield Item(Value(sign, left, sight.say(f"board_{name}"), is_new))
    if position.supply is not None:
        is_new = then is not None and then.supply != position.supply
        yield Item(Value("reroll", position.supply, sight.say("board_tokens"), is_new))
    if position.fortune is not None:
        yield from _fortune(sight, then)


def _left(sight: DrawingInput, position: Position, name: str) -> int:
    """Return how many provinces or patricians are still to come."""
    table = sight.fixed.table
    if name == "provinces":
        return len(tiles(table)) - position.round * len(sight.players)
    return len(patricians(table)) - position.round * sight.fixed.columns


def _fortune(sight: DrawingInput, then: Position | None) -> Iterator[Item]:
    """Yield the pile of Fortune tiles, and those that lie face up beside it."""
    position = sight.position
    left = left_in_pile(position)
    is_new = then is not None and left_in_pile(then) != left
    again = position.fortune is not None and position.fortune.k > 0
    pile = Value("alea-hidden", left, sight.say("drawn_pile"), is_new)
    yield Item(pile, sight.say("drawn_reshuffled") if again else "")
    old = Counter(then.discard if then else ())
    for face, count in sorted(Counter(position.discard).items()):
        is_new = then is not None and old[face] != count
        yield Item(Value(f"alea-fortune-{face}", count, sight.say("drawn_away"), is_new))


def _removed(sight: DrawingInput) -> tuple[str, ...]:
    return (*sight.position.provinces_removed, *sight.position.patricians_removed)


def _out(sight: DrawingInput, box: Box) -> str:
    """Draw what went out of the game."""
    gone = _removed(sight)
    if not gone:
        return ""
    word = text(box.x, box.y + chips.ROW / 2 + 4.5, sight.say("drawn_removed"), size=_SIZE, kind="d-q")
    indent = _label(sight, "drawn_removed")
    return word + chips.draw(sight, gone, box, indent=indent, is_new=partial(news.is_removed_new, sight))

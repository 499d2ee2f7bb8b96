"""The stock: pieces, buildings with their cost, tokens, the deck of privileges and its discards."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.drawing.pieces.pieces import rule
from pbem.games.drawing.places import Box
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text import values
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import SANS
from pbem.games.drawing.text.runs import Run
from pbem.games.drawing.text.runs import draw as draw_run
from pbem.games.drawing.text.runs import width as run_width
from pbem.games.drawing.text.values import Value, value
from pbem.games.drawing.text.writing import lines
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.effects import BUILT, COUNTED
from pbem.games.fortuna.table.table import BUILDINGS
from pbem.games.fortuna.words.labels import TOKENS, has_end

_SIZE = 12.5
_LEAST_GAP = 9
_LABEL = 60  # the same in all languages
_TWO_DIGITS = 20  # about as wide as any of them


class Item(Struct, frozen=True):
    """A count of the stock; `cost` of one piece where it has a price, `is_first` of a group."""

    count: Value
    cost: int | None = None
    is_first: bool = False

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.number if self.cost is None else self.number + 3 + run_width(_price(self.cost), 10.5)

    @property
    def number(self) -> float:
        """How wide icon and number are: with room for two digits, so that nothing moves aside when a number changes."""
        return values.width(replace(self.count, number=max(self.count.number, _TWO_DIGITS)), size=_SIZE)


Items = tuple[Item, ...]


def _price(cost: int) -> Run:
    return ("\N{MIDDLE DOT}", "#coin", str(cost))


def _items(sight: DrawingInput) -> Items:
    public = sight.public
    pieces = [
        Item(Value(COUNTED[name], getattr(public.stock, name), sight.word("goods", name)))
        for name in public.stock.__struct_fields__
        if has_end(sight.view, name)
    ]
    if has_end(sight.view, TOKENS):
        pieces.append(Item(Value("token", public.tokens, sight.say("label_tokens"))))
    costs = sight.table.building_cost
    built = [
        Item(
            Value(BUILT[name], public.buildings[name], sight.word("buildings", name)), costs[name], name == BUILDINGS[0]
        )
        for name in BUILDINGS
    ]
    deck = Item(Value("back", public.deck.left, sight.say("label_deck")), is_first=True)
    discard = Item(Value("card", len(public.discard), sight.say("label_discard")))
    aside = [Item(Value("palace", public.palace.aside, sight.say("label_aside")))] if public.palace.aside else []
    return (*pieces, *built, deck, discard, *aside)


def height(sight: DrawingInput, box: Box) -> float:
    """Return how high the stock is in a box of this width."""
    return len(_rows(_items(sight), _label(sight), box.width)) * sight.rhythm.stock_row


def stock(sight: DrawingInput, box: Box) -> str:
    """Draw the stock within a box."""
    return _drawn(_items(sight), _label(sight), box, sight.rhythm.stock_row)


def _label(sight: DrawingInput) -> str:
    return sight.say("drawn_stock") if sight.is_wide else ""


@remembered
def _rows(items: Items, label: str, width: float) -> tuple[Items, ...]:
    """Return the items by rows: groups side by side where they fit, and cut only where one alone is too wide."""
    rows: list[list[Item]] = [[]]
    room = width - _label_width(label)
    for group in _groups(items):
        if rows[-1] and _wide((*rows[-1], *group)) > room:
            rows.append([])
            room = width
        for item in group:
            if _wide((*rows[-1], item)) > room:
                rows.append([])
            rows[-1].append(item)
    return tuple(map(tuple, rows))


def _groups(items: Items) -> list[list[Item]]:
    groups: list[list[Item]] = [[]]
    for item in items:
        if item.is_first:
            groups.append([])
        groups[-1].append(item)
    return groups


def _wide(items: Sequence[Item]) -> float:
    return sum(item.width for item in items) + _LEAST_GAP * (len(items) - 1)


def _label_width(label: str) -> float:
    return _LABEL if label else 0


@remembered
def _drawn(items: Items, label: str, box: Box, high: float) -> str:
    name = fit(label, _LABEL - 8, size=12.5, face=SANS)
    drawn = lines(name, box.x, box.y + high / 2 + 4.5, "d-q") if label else ""
    for number, row in enumerate(_rows(items, label, box.width)):
        start = box.x + (_label_width(label) if number == 0 else 0)
        drawn += _row(row, Box(start, box.y + number * high, box.right - start, high))
    return drawn


def _row(row: Items, box: Box) -> str:
    """Draw items spread over a row."""
    spare = box.width - sum(item.width for item in row)
    gap = min(22, spare / max(1, len(row) - 1))
    drawn, x = "", box.x
    for place, item in enumerate(row):
        if item.is_first and place:
            drawn += rule(x - gap / 2, box.y + 3, down=box.height - 6)
        drawn += value(item.count, x, box.middle, size=_SIZE)
        if item.cost is not None:
            left = x + item.number + 3
            drawn += draw_run(_price(item.cost), left, box.middle + 4, size=10.5, kind="d-q")
        x += item.width + gap
    return drawn

"""The four sides: who sits there, what he has, and his three action cards. An empty side has its cards too."""

from collections.abc import Iterator
from itertools import zip_longest

from pbem.games.drawing.frame.news import differs
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.marks import ghost, token
from pbem.games.drawing.pieces.pieces import free, panel, panel_won
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD, SERIF, width_of
from pbem.games.drawing.text.values import Value, value
from pbem.games.drawing.text.writing import END, centred, lines, text
from pbem.games.fortuna.course.scoring import points_of, ranks
from pbem.games.fortuna.course.setup import SIDE
from pbem.games.fortuna.picture import cards
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.effects import BUILT, COUNTED
from pbem.games.fortuna.picture.news import is_built_new, is_wed_new, new_slots, player_before
from pbem.games.fortuna.picture.seats import revealed
from pbem.games.fortuna.position.state import Slot
from pbem.games.game import Seat
from pbem.games.kit.svg import group, title

_VALUES = ("money", "water", "grain", "wine", "vestals", "centurions", "dice", "hand")
_ICONS = {name: COUNTED.get(name, "card") for name in _VALUES}
_LABELS = {name: f"label_{'reservoir' if name == 'water' else name}" for name in _VALUES}
_BADGE = 17
_VALUE = 30  # how wide a count of one or two digits is


class Measures:
    """How a side is divided: wide ones have their cards below each other, narrow ones side by side."""

    def __init__(self, sight: DrawingInput) -> None:
        self.is_wide = sight.is_wide
        self.head = sight.rhythm.side_head
        self.pad = 7
        self.card_rows = SIDE if sight.is_wide else 1
        self.card_high = sight.rhythm.card
        self.value_rows = 2 if sight.is_wide else 1
        self.row = sight.rhythm.value_row
        self.cards = self.card_rows * self.card_high + (self.card_rows - 1) * 6  # how high they are together
        self.whole = self.head + self.cards + 7 + self.value_rows * self.row + 4  # without hands laid open


def height(sight: DrawingInput, side: str, width: float) -> float:
    """Return how high a side of a width is."""
    measures = Measures(sight)
    more = revealed.height(sight, side, width - 2 * measures.pad) if sight.public.shown else 0
    return measures.whole + more


def draw_side(sight: DrawingInput, side: str, box: Box) -> str:
    """Draw a side within a box."""
    measures = Measures(sight)
    is_seat = side in sight.public.players
    drawn = _ground(sight, Seat(side), box) if is_seat else free(box, 10)
    drawn += _head(sight, Seat(side), box, measures) if is_seat else _empty_head(sight, side, box, measures)
    ground = Box(box.x + measures.pad, box.y + measures.head, box.width - 2 * measures.pad, measures.cards)
    drawn += "".join(_cards(sight, side, ground, measures))
    if is_seat:
        below = Box(ground.x, ground.bottom + 7, ground.width, measures.value_rows * measures.row)
        drawn += _values(_counts(sight, Seat(side)), below, measures.value_rows)
        drawn += revealed.draw(sight, Seat(side), Box(ground.x, below.bottom + 2, ground.width, 0))
    return drawn


def _ground(sight: DrawingInput, seat: Seat, box: Box) -> str:
    if sight.is_over and ranks(sight.view.rules, sight.public)[seat] == 1:
        return panel_won(box)
    return panel(box, is_asked=seat in sight.asked)


def _empty_head(sight: DrawingInput, side: str, box: Box, measures: Measures) -> str:
    middle = box.y + measures.head / 2 + 1
    name = fit(sight.say("drawn_empty"), box.width - 50, size=13)
    return ghost(side, box.x + 20, middle, 20) + centred(name, box.x + 36, middle, "d-q")


def _head(sight: DrawingInput, seat: Seat, box: Box, measures: Measures) -> str:
    """Draw token and name, at the right badges or the result, and a word: that he is awaited, or where he came."""
    middle = box.y + measures.head / 2 + 1
    left = box.x + 38
    finish = _result if sight.is_over else _badges
    drawn, right = finish(sight, seat, box.right - 9, middle)
    drawn += token(seat, box.x + 21, middle, 25 if measures.is_wide else 22)
    word, kind = _word(sight, seat)
    if not measures.is_wide:
        told = fit(word, box.width * 0.32, size=12)
        drawn += centred(told, right, middle, f"{kind} {END}") if word else ""
        return drawn + centred(
            fit(sight.name(seat), right - told.width - left - 12, size=15.5, face=SERIF), left, middle
        )
    name = fit(sight.name(seat), right - left - 4, size=16, face=SERIF)
    if not word:
        return drawn + centred(name, left, middle)
    return drawn + lines(name, left, middle - 0.5) + lines(fit(word, right - left, size=11), left, middle + 13, kind)


def _word(sight: DrawingInput, seat: Seat) -> tuple[str, str]:
    """Return what is said beside a name, and its class."""
    if sight.is_over:
        rank = f"{ranks(sight.view.rules, sight.public)[seat]}."
        return rank if seat in sight.public.shown else f"{rank} {sight.say('drawn_outside')}", "d-q"
    if seat not in sight.asked:
        return "", ""
    return sight.say("drawn_asked_reserve" if sight.public.step == "reserve" else "drawn_asked"), "d-a"


def _result(sight: DrawingInput, seat: Seat, right: float, middle: float) -> tuple[str, float]:
    """Draw the points of a game that is over."""
    total = str(points_of(sight.view.rules, sight.public, seat)["total"])
    wide = width_of(total, 17, BOLD)
    drawn = text(right, middle + 6, total, size=17, face=BOLD, kind=END)
    return drawn + icon("laurel", right - wide - 25, middle - 10, 20), right - wide - 28


def _badges(sight: DrawingInput, seat: Seat, right: float, middle: float) -> tuple[str, float]:
    """Draw what a player has built, and whether he is married: in a row, from three on in two."""
    player = sight.public.players[seat]
    signs = [(BUILT[name], sight.word("buildings", name), is_built_new(sight, seat, name)) for name in player.buildings]
    if player.married:
        signs.append(("ring", sight.say("label_married"), is_wed_new(sight, seat)))
    rows = 2 if sight.is_wide and len(signs) > 2 else 1
    abreast = -(-len(signs) // rows)
    drawn = ""
    for number, (name, called, is_new) in enumerate(signs):
        row, column = divmod(number, abreast)
        x = right - (abreast - column) * (_BADGE + 2)
        y = middle - _BADGE / 2 + (row - (rows - 1) / 2) * (_BADGE + 1)
        drawn += group(title(called) + icon(name, x, y, _BADGE))
        if is_new:
            drawn += rect(Box(x, y, _BADGE, _BADGE).grown(1), "d-changed", 4)
    return drawn, right - abreast * (_BADGE + 2) - (5 if signs else 0)


def _cards(sight: DrawingInput, side: str, ground: Box, measures: Measures) -> Iterator[str]:
    slots = sight.sides[side]
    owner = sight.public.players.get(Seat(side))
    is_private = side == sight.view.seat and sight.view.rules.is_hidden
    new = new_slots(sight, side, slots)
    for place, slot, is_new in zip_longest(_places(ground, measures), slots, new):
        if slot is None:
            yield free(place)
            continue
        mine = _reserved(sight, side, slot)
        yield cards.draw_slot(sight, mine, place, owner=owner, is_mine=is_private or mine != slot)
        if is_new:
            yield cards.draw_changed(place)


def _reserved(sight: DrawingInput, side: str, slot: Slot) -> Slot:
    """Return a card as its owner sees it: the one he chose to turn is his secret until all have chosen."""
    if side == sight.view.seat and slot.card == sight.view.reserve:
        return Slot(slot.card, is_up=False)
    return slot


def _places(ground: Box, measures: Measures) -> Iterator[Box]:
    if not measures.is_wide:
        yield from ground.columns(SIDE, 5)
        return
    for row in range(SIDE):
        yield Box(ground.x, ground.y + row * (measures.card_high + 6), ground.width, measures.card_high)


def _counts(sight: DrawingInput, seat: Seat) -> tuple[Value, ...]:
    """Return the eight counts of a player."""
    player, old = sight.public.players[seat], player_before(sight, seat)
    return tuple(
        Value(_ICONS[name], getattr(player, name), sight.say(_LABELS[name]), differs(old, player, name))
        for name in _VALUES
    )


@remembered
def _values(counts: tuple[Value, ...], ground: Box, rows: int) -> str:
    """Draw counts in rows."""
    abreast = len(counts) // rows
    drawn = ""
    for number, count in enumerate(counts):
        row, column = divmod(number, abreast)
        place = ground.column(column, abreast, 2)
        left = place.x + max(0, (place.width - _VALUE) / 2)
        drawn += value(count, left, ground.y + (row + 0.5) * ground.height / rows, room=place.right - left)
    return drawn

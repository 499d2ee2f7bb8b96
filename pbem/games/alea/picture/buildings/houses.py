"""Temple, Senate and Latrine: who has dice there, in the order of what they bring. An empty one is its name alone."""

from msgspec import Struct

from pbem.games.alea.picture import news
from pbem.games.alea.picture.buildings.groups import Group, draw_group, size_for
from pbem.games.alea.picture.buildings.panels import (
    AFTER_SIGN,
    GHOSTS,
    NAME,
    PAD,
    building,
    ghosts,
    inside,
    waiting_place,
)
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.position.buildings import senate_rank, temple_leader
from pbem.games.alea.position.state import Building
from pbem.games.alea.table.table import DICE, cards
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.pieces.pieces import card_down, underline
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.measure import BOLD, SERIF, width_of
from pbem.games.drawing.text.writing import END, MIDDLE, pinned, text

HOUSES: tuple[Building, ...] = ("temple", "senate", "latrine")
_ORDER = {"keep": 0, "card": 1, "province": 2, "patrician": 3}  # of the evaluation
_SECRET = (30, 40)  # a Senate card that is shown to somebody else
_TOTAL = 52  # room for a sum, or a sign, behind dice


class House(Struct, frozen=True):
    """What stands in one of the houses, and who has left it."""

    name: Building
    groups: tuple[Group, ...]
    left: tuple[int, ...] = ()
    hidden: int = 0  # cards that only somebody else sees

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw but the name."""
        return not (self.groups or self.left or self.hidden)


def houses(sight: DrawingInput) -> list[Building]:
    """Return the houses of this game: the Temple is one only where it is in play."""
    return [name for name in HOUSES if name != "temple" or sight.fixed.has_temple]


def house(sight: DrawingInput, name: Building) -> House:
    """Return what stands in a house."""
    return _HOUSES[name](sight)


def height(sight: DrawingInput, name: Building) -> float:
    """Return how high a house is by itself."""
    found = house(sight, name)
    title = sight.rhythm.title
    if found.is_empty or is_flat(sight, name):
        return title + 2
    secret = _SECRET[1] + 5 if found.hidden else 0
    return title + len(found.groups) * sight.rhythm.row + (GHOSTS if found.left else 0) + secret + 3


def draw(sight: DrawingInput, name: Building, box: Box) -> str:
    """Draw a house within a box that is at least as high."""
    found = house(sight, name)
    ground = inside(sight, box)
    is_low = ground.height < sight.rhythm.row
    drawn = building(sight, name, box, notes=_notes(sight, found, is_alone=is_low))
    if found.is_empty:
        can_wait = sight.position.phase == "place" and not is_low
        return drawn + (waiting_place(sight, name, ground) if can_wait else "")
    if is_flat(sight, name):
        return drawn + _flat_latrine(sight, found, box)
    return drawn + _rows(sight, found, ground)


def is_flat(sight: DrawingInput, name: Building) -> bool:
    """Tell whether a house has its dice beside its name: the Latrine, on a phone or beside mere names."""
    if name != "latrine":
        return False
    return not sight.is_wide or all(house(sight, other).is_empty for other in houses(sight) if other != "latrine")


def _rows(sight: DrawingInput, found: House, ground: Box) -> str:
    size = size_for(list(found.groups), ground.width - _TOTAL, sight.rhythm.die)
    pitch, drawn = sight.rhythm.row, ""
    for number, group in enumerate(found.groups):
        middle = ground.y + (number + 0.5) * pitch
        drawn += draw_group(sight, group, ground.x, middle, size=size)
        drawn += _ENDS[found.name](sight, found, number, Box(ground.x, middle, ground.width, size))
    below = ground.y + len(found.groups) * pitch
    drawn += ghosts(sight, found.left, ground.x, below + GHOSTS / 2)
    if found.left:
        below += GHOSTS
    return drawn + _secrets(found, ground.x, below + 2)


def _secrets(found: House, x: float, y: float) -> str:
    """Draw the Senate cards that are shown to somebody else."""
    wide, high = _SECRET
    drawn = ""
    for number in range(found.hidden):
        place = Box(x + number * (wide + 6), y, wide, high)
        drawn += card_down(place, 5)
        drawn += text(place.centre, place.middle + 5.5, "?", size=15, face=BOLD, kind=f"d-q {MIDDLE}")
    return drawn


def _temple(sight: DrawingInput) -> House:
    sets = sorted(enumerate(sight.position.temple), key=lambda held: -len(held[1]))
    groups = tuple(Group(index, dice, news.is_temple_new(sight, index)) for index, dice in sets if dice)
    return House("temple", groups, news.left_temple(sight))


def _senate(sight: DrawingInput) -> House:
    runs, position = [], sight.position
    for index in senate_rank(position):
        low, high = position.senate[index]
        runs.append(Group(index, tuple(range(low, high + 1)), news.is_run_new(sight, index)))
    hidden = 0 if sight.view.offer else position.shown
    return House("senate", tuple(runs), news.left_senate(sight), hidden)


def _latrine(sight: DrawingInput) -> House:
    held = enumerate(sight.position.latrine)
    groups = tuple(Group(index, (0,) * count, news.is_latrine_new(sight, index)) for index, count in held if count)
    return House("latrine", groups)


def _sum(sight: DrawingInput, found: House, number: int, line: Box) -> str:
    """Tell the total of dice in the Temple."""
    del sight
    group = found.groups[number]
    right = line.x + group.width(line.height) + (15 if group.is_new else 9)
    return text(right, line.y + 4.5, f"= {sum(group.dice)}", size=12.5, face=BOLD)


def _prize(sight: DrawingInput, found: House, number: int, line: Box) -> str:
    """Draw what a run in the Senate brings: a card, or a way to the Latrine."""
    del found
    sign = "back" if number < sight.fixed.prizes else "latrine"
    return icon(sign, line.right - 17, line.y - 8.5, 17)


def _gain(sight: DrawingInput, found: House, number: int, line: Box) -> str:
    """Tell how many rerolls somebody gets from the Latrine."""
    del sight
    told = f"+{len(found.groups[number].dice)}"
    sign = icon("reroll", line.right - width_of(told, 12.5, BOLD) - 19, line.y - 7.5, 15)
    return sign + pinned(line.right, line.y + 4.5, told, size=12.5, face=BOLD, kind=END)


def _flat_latrine(sight: DrawingInput, found: House, box: Box) -> str:
    """Draw who gets how many rerolls from the Latrine, beside its name."""
    name = width_of(sight.say("drawn_latrine"), NAME, SERIF)
    left, right = box.x + PAD + AFTER_SIGN + name + 12, box.right - PAD - 20
    pitch = min(62, (right - left) / len(found.groups))
    size, words = (21, 13) if pitch > 44 else (17.5, 12)  # five owners have little room on a phone
    drawn = icon("reroll", box.right - PAD - 17, box.middle - 8.5, 17)
    for place, group in enumerate(found.groups):
        x, told = left + place * pitch, f"+{len(group.dice)}"
        drawn += token(sight.seat(group.owner), x + size / 2, box.middle, size)
        drawn += pinned(x + size + 3, box.middle + words * 0.36, told, size=words, face=BOLD)
        if group.is_new:
            drawn += underline(x + size + 3, box.middle + words * 0.36 + 2.5, width_of(told, words, BOLD))
    return drawn


def _notes(sight: DrawingInput, found: House, *, is_alone: bool) -> tuple[str, ...]:
    """Tell at the right of a house what matters there; of an empty one also that it is, where nothing else says so."""
    note = _NOTES[found.name](sight) if found.name in _NOTES else ""
    if found.groups or found.hidden or (sight.position.phase == "place" and not is_alone):
        return (note,)
    empty = _emptiness(sight, found)
    return (f"{empty} \N{MIDDLE DOT} {note}", note) if note else (empty,)


def _emptiness(sight: DrawingInput, found: House) -> str:
    at = _ORDER.get(sight.position.phase, -1)
    is_done = {"temple": at > 0, "senate": at > 1, "latrine": False}[found.name]
    return sight.say("drawn_done" if is_done else "drawn_nobody")


def _temple_note(sight: DrawingInput) -> str:
    if sight.position.phase != "place":
        return ""
    _, most, total = temple_leader(sight.position)
    if most == DICE:
        return sight.say("drawn_temple_full")
    return sight.say("drawn_temple_next", need=most + 1, total=total) if most else sight.say("drawn_temple_first")


def _senate_note(sight: DrawingInput) -> str:
    position = sight.position
    everything = len(cards(sight.fixed.table, len(sight.players)))
    return sight.counted("drawn_cards", everything - position.shown - sum(held.cards for held in position.players))


_HOUSES = {"temple": _temple, "senate": _senate, "latrine": _latrine}
_ENDS = {"temple": _sum, "senate": _prize, "latrine": _gain}
_NOTES = {"temple": _temple_note, "senate": _senate_note}

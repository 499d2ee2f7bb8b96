"""The tray: who is awaited for what, his roll, who picks after him, and how far the game is."""

from msgspec import Struct

from pbem.games.alea.picture.groups import Group, draw_group
from pbem.games.alea.picture.sight import Sight
from pbem.games.alea.state import NOBODY
from pbem.games.drawing.dice import die
from pbem.games.drawing.fitting import Fitted, fit
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.marks import token
from pbem.games.drawing.measure import BOLD, SANS, SERIF, width_of
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces import panel, panel_won
from pbem.games.drawing.places import Box
from pbem.games.drawing.writing import END, centred, lines, text

_DIE, _APART = 41, 6
_LEAST_DIE = 24  # smaller dice go below the name
_LEFT = 45  # from the edge to the name
_NAME = 118  # room that a name has at least
_SMALL, _SMALL_ROW, _SMALL_GAP = 19, 27, 16
_TOKEN, _PITCH = 21, 39


class Roll(Struct, frozen=True):
    """Where the dice of the one at turn lie: how large they are, and whether in a row of their own."""

    size: float
    is_below: bool


def heading(sight: Sight, box: Box) -> str:
    """Draw the line above the tray: the round, and at the right the lap."""
    name = fit(sight.title(), box.width * 0.6, size=18, face=SERIF)
    drawn = centred(name, box.x + 1, box.middle)
    if sight.is_over:
        return drawn
    return drawn + centred(
        fit(sight.moment(), box.width - name.width - 16, size=13, face=SANS), box.right - 1, box.middle, f"d-q {END}"
    )


def height(sight: Sight, width: float) -> float:
    """Return how high the tray is in a width."""
    below = 0.0
    if sight.position.active != NOBODY:
        roll = _roll(sight, width)
        below = roll.size + 10 if roll.is_below else 0
    return sight.rhythm.tray + below + len(_small_rows(sight, width)) * _SMALL_ROW


def tray(sight: Sight, box: Box) -> str:
    """Draw the tray within a box of its height."""
    line = Box(box.x, box.y, box.width, sight.rhythm.tray)
    if sight.is_over:
        return _ending(sight, line, box)
    drawn = panel(box, is_asked=True)
    right = _progress(sight, line) if sight.is_wide else ""
    room = _room(sight, box.width)
    if sight.position.active == NOBODY:
        return drawn + right + _pickers(sight, line, room)
    return drawn + right + _placing(sight, line, box, room)


def _ending(sight: Sight, line: Box, box: Box) -> str:
    """Draw who has won."""
    drawn = panel_won(box) + icon("laurel", line.x + 11, line.middle - 15, 30)
    left = line.x + _LEFT + 4
    end = fit(sight.say("drawn_over"), line.width * 0.3, size=13, face=SANS)
    drawn += centred(end, line.right - 14, line.middle, f"d-q {END}") if sight.is_wide else ""
    room = line.right - left - 14 - (end.width + 16 if sight.is_wide else 0)
    return drawn + centred(fit(sight.victory(), room, size=19, face=SERIF, split=15), left, line.middle)


def _progress(sight: Sight, line: Box) -> str:
    """Draw how far the game is, and how many rerolls are left to who is at it."""
    right = line.right - 14
    if sight.position.active == NOBODY:
        return centred(_round(sight), right, line.middle, END)
    rerolls = _rerolls(sight)
    drawn = lines(_round(sight), right, line.middle - 3, END) + lines(rerolls, right, line.middle + 16, f"d-q {END}")
    return drawn + icon("reroll", right - rerolls.width - 20, line.middle + 4.5, 15)


def _round(sight: Sight) -> Fitted:
    return fit(f"{sight.title()}, {sight.moment()}", 230, size=14)


def _rerolls(sight: Sight) -> Fitted:
    tokens = sight.position.players[sight.position.active].tokens
    return fit(sight.counted("drawn_rerolls", tokens), 200, size=12.5, face=SANS)


def _room(sight: Sight, width: float) -> float:
    """Return how much room the name and the dice have together."""
    if not sight.is_wide:
        return width - _LEFT - (58 if sight.position.active != NOBODY else 12)
    rerolls = _rerolls(sight).width + 24 if sight.position.active != NOBODY else 0
    return width - _LEFT - 30 - max(_round(sight).width, rerolls)


def _roll(sight: Sight, width: float) -> Roll:
    """Return how the dice lie: beside the name as large as they fit there, or in a row of their own."""
    count = len(sight.position.rolls[sight.position.active])
    beside = (_room(sight, width) - _NAME - 12) / max(1, count) - _APART
    if beside >= _LEAST_DIE or sight.is_wide:
        return Roll(min(_DIE, beside), is_below=False)
    return Roll(min(_DIE, (width - 24) / count - _APART), is_below=True)


def _placing(sight: Sight, line: Box, box: Box, room: float) -> str:
    """Draw the one at turn, his dice, and the dice that others have rolled already."""
    active = sight.position.active
    dice, roll = sight.position.rolls[active], _roll(sight, box.width)
    wide = len(dice) * (roll.size + _APART)
    name_room = room if roll.is_below else room - wide - 12
    drawn, right = _who(sight, line, name_room)
    x, middle = max(right + 20, line.x + _LEFT + _NAME), line.middle
    if roll.is_below:
        x, middle = line.x + 12, line.bottom + roll.size / 2 - 4
    for number, value in enumerate(dice):
        place = x + roll.size / 2 + number * (roll.size + _APART)
        drawn += die(value, place, middle, roll.size, seat=sight.seat(active))
    if not sight.is_wide:
        drawn += _tokens(sight, line)
    top = box.bottom - 5 - len(_small_rows(sight, box.width)) * _SMALL_ROW
    return drawn + _small(sight, Box(box.x + 13, top, box.width - 26, 0))


def _tokens(sight: Sight, line: Box) -> str:
    """Draw how many rerolls are left, by sign and number."""
    count = str(sight.position.players[sight.position.active].tokens)
    right = line.right - 13
    sign = icon("reroll", right - width_of(count, 15, BOLD) - 23, line.middle - 9, 18)
    return sign + text(right, line.middle + 5.4, count, size=15, face=BOLD, kind=END)


def _who(sight: Sight, line: Box, room: float) -> tuple[str, float]:
    """Draw token and name of who is awaited, and what for; return where they end."""
    left = line.x + _LEFT
    name = fit(sight.joined(sight.asked), room, size=17, face=SERIF)
    word = fit(sight.question(), room, size=12.5, face=BOLD)
    drawn = lines(name, left, line.middle - 2) + lines(word, left, line.middle + 15.5, "d-a")
    return drawn + token(sight.seat(sight.asked[0]), line.x + 25, line.middle, 27), left + max(name.width, word.width)


def _pickers(sight: Sight, line: Box, room: float) -> str:
    """Draw who is asked, and in which order the others come after him."""
    queue = sight.position.queue
    in_order = sight.position.phase in {"card", "province", "patrician"}
    most = max(0, int((room - _NAME - 60) // _PITCH))
    wide = min(len(queue), most) * _PITCH + (24 if len(queue) > most else 0)
    drawn, right = _who(sight, line, room - wide - 24)
    if len(queue) == 1:
        return drawn
    x = max(right + 26, line.x + _LEFT + _NAME)
    for place, index in enumerate(queue[:most]):
        centre = x + _TOKEN / 2 + place * _PITCH
        if place and in_order:
            drawn += icon("next", centre - _PITCH / 2 - 5, line.middle - 5, 10)
        if not place and in_order:
            drawn += f'<circle cx="{written(centre)}" cy="{written(line.middle)}" r="14.5" class="d-ring"/>'
        drawn += token(sight.seat(index), centre, line.middle, _TOKEN)
    if len(queue) > most:
        drawn += text(x + most * _PITCH - 4, line.middle + 4.5, f"+{len(queue) - most}", size=12.5, face=BOLD)
    return drawn


def _small_rows(sight: Sight, width: float) -> list[list[Group]]:
    """Return the rolls of those who come later in the lap, where all are rolled at once (A-R42)."""
    rows: list[list[Group]] = []
    x = 0.0
    count, active = len(sight.players), sight.position.active
    for step in range(1, count):
        index = (active + step) % count
        dice = sight.position.rolls[index]
        if not dice or active == NOBODY:
            continue
        group = Group(index, dice)
        wide = group.width(_SMALL)
        if not rows or x + wide > width - 26:
            rows.append([])
            x = 0
        rows[-1].append(group)
        x += wide + _SMALL_GAP
    return rows


def _small(sight: Sight, box: Box) -> str:
    drawn, middle = "", box.y + _SMALL_ROW / 2
    for row in _small_rows(sight, box.width + 26):
        x = box.x
        for group in row:
            drawn += draw_group(sight, group, x, middle, size=_SMALL)
            x += group.width(_SMALL) + _SMALL_GAP
        middle += _SMALL_ROW
    return drawn

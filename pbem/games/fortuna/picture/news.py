"""What differs from what the reader saw before: places left, cards that moved, numbers that are others now."""

from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.position.state import Player, Slot
from pbem.games.game import Seat


def former_place(sight: DrawingInput, seat: Seat) -> int | None:
    """Return where a pawn stood, if it stands elsewhere now."""
    old = player_before(sight, seat)
    if old is None or old.pos == sight.public.players[seat].pos:
        return None
    return old.pos


def is_favour_new(sight: DrawingInput, number: int) -> bool:
    """Tell whether a favour was used, turned or opened, or has other tokens."""
    if sight.then is None:
        return False
    return sight.then.favours[number - 1] != sight.public.favours[number - 1]


def new_slots(sight: DrawingInput, side: str, slots: tuple[Slot, ...]) -> tuple[bool, ...]:
    """Tell for each card of a side whether it lay elsewhere, or another way, before."""
    if sight.sides_before is None:
        return (False,) * len(slots)
    old = sight.sides_before[side]
    return tuple(slot not in old for slot in slots)


def is_built_new(sight: DrawingInput, seat: Seat, building: str) -> bool:
    """Tell whether a player built something."""
    old = player_before(sight, seat)
    return old is not None and building not in old.buildings


def is_wed_new(sight: DrawingInput, seat: Seat) -> bool:
    """Tell whether a player married."""
    old = player_before(sight, seat)
    return old is not None and not old.married


def player_before(sight: DrawingInput, seat: Seat) -> Player | None:
    """Return what a player had before, if the reader saw it."""
    return None if sight.then is None else sight.then.players.get(seat)

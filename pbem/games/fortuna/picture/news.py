"""What differs from what the reader saw before: places left, cards that moved, numbers that are others now."""

from pbem.games.fortuna.picture.sight import Sight
from pbem.games.fortuna.state import Player, Slot, visible_sides
from pbem.games.game import Seat


def former_place(sight: Sight, seat: Seat) -> int | None:
    """Return where a pawn stood, if it stands elsewhere now."""
    old = _player(sight, seat)
    if old is None or old.pos == sight.public.players[seat].pos:
        return None
    return old.pos


def is_favour_new(sight: Sight, number: int) -> bool:
    """Tell whether a favour was used, turned or opened, or has other tokens."""
    if sight.before is None:
        return False
    return sight.before.public.favours[number - 1] != sight.public.favours[number - 1]


def new_slots(sight: Sight, side: str, slots: tuple[Slot, ...]) -> tuple[bool, ...]:
    """Tell for each card of a side whether it lay elsewhere, or another way, before."""
    if sight.before is None:
        return (False,) * len(slots)
    old = visible_sides(sight.before)[side]
    return tuple(slot not in old for slot in slots)


def is_value_new(sight: Sight, seat: Seat, name: str) -> bool:
    """Tell whether a player has more or less of something."""
    old = _player(sight, seat)
    return old is not None and getattr(old, name) != getattr(sight.public.players[seat], name)


def is_built_new(sight: Sight, seat: Seat, building: str) -> bool:
    """Tell whether a player built something."""
    old = _player(sight, seat)
    return old is not None and building not in old.buildings


def is_wed_new(sight: Sight, seat: Seat) -> bool:
    """Tell whether a player married."""
    old = _player(sight, seat)
    return old is not None and not old.married


def _player(sight: Sight, seat: Seat) -> Player | None:
    return None if sight.before is None else sight.before.public.players.get(seat)

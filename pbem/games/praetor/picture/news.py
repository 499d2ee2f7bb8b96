"""What differs from what the reader saw before: tiles built and used, places left, numbers that are others now."""

from collections import Counter

from pbem.games.drawing.frame.news import differs
from pbem.games.game import Seat
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.position.state import Lot, Mark, Player, controlled


def is_lot_new(sight: DrawingInput, lot: Lot) -> bool:
    """Tell whether a tile was built since, or a worker came to it who was not there."""
    if sight.then is None:
        return False
    old = sight.then.city.get(lot.tile)
    if old is None:
        return True
    return _has_come(lot.user, old.user) or _has_come(lot.builder, old.builder) or lot.owner != old.owner


def _has_come(worker: Mark | None, before: Mark | None) -> bool:
    return worker is not None and worker != before


def former_user(sight: DrawingInput, lot: Lot) -> Seat | None:
    """Return whose worker stood on a tile where none stands now."""
    old = sight.then.city.get(lot.tile) if sight.then else None
    return old.user.seat if old and old.user and lot.user is None else None


def is_offer_new(sight: DrawingInput, tile: str) -> bool:
    """Tell whether a tile came into the display."""
    return sight.then is not None and tile not in sight.then.display


def is_section_new(sight: DrawingInput) -> bool:
    """Tell whether the open wall section is another, or was taken."""
    return sight.then is not None and sight.then.section != sight.now.section


def former_morale(sight: DrawingInput, seat: Seat) -> int | None:
    """Return where the morale of a player stood, if it stands elsewhere now."""
    old = _player(sight, seat)
    if old is None or old.morale == sight.now.players[seat].morale:
        return None
    return old.morale


def is_new(sight: DrawingInput, seat: Seat, name: str) -> bool:
    """Tell whether a player has more or less of something that is counted."""
    return differs(_player(sight, seat), sight.now.players[seat], name)


def is_good_new(sight: DrawingInput, seat: Seat, good: str) -> bool:
    """Tell whether a player has more or less of a good."""
    old = _player(sight, seat)
    return old is not None and old.goods.amount(good) != sight.now.players[seat].goods.amount(good)


def is_tiles_new(sight: DrawingInput, seat: Seat) -> bool:
    """Tell whether a player controls more tiles."""
    return sight.then is not None and controlled(sight.then, seat) != controlled(sight.now, seat)


def new_levels(sight: DrawingInput, seat: Seat) -> Counter[int]:
    """Return the levels of workers who learned something, or came, since."""
    old = _player(sight, seat)
    if old is None:
        return Counter()
    return Counter(_levels(sight.now.players[seat])) - Counter(_levels(old))


def _levels(player: Player) -> tuple[int, ...]:
    return (*player.reserve, *(worker.level for worker in player.placed))


def _player(sight: DrawingInput, seat: Seat) -> Player | None:
    return None if sight.then is None else sight.then.players.get(seat)

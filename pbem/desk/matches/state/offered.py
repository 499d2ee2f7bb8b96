"""What is kept of an offer: that a game was offered, until when people may join, and whether luck is asked."""

from pbem.desk.store.transaction import Transaction
from pbem.referee.match.match import Match

OFFER = "offer"  # until when people may join
LUCK = "offer/luck"  # and that luck is asked of them


def is_offer(look: Transaction, game: str) -> bool:
    """Tell whether a game was offered, for everybody to join."""
    return look.secrets.find(game, OFFER) is not None


def lapses_at(look: Transaction, game: str) -> int | None:
    """Return when an offer lapses; None if a game was not offered."""
    kept = look.secrets.find(game, OFFER)
    return None if kept is None else int(kept)


def write_offer(change: Transaction, game: str, lapses: int, *, has_luck: bool) -> None:
    """Write down that a game is offered, until when, and whether luck is asked of everybody."""
    change.secrets.add(game, OFFER, str(lapses).encode())
    if has_luck:
        change.secrets.add(game, LUCK, b"")


def has_luck(look: Transaction, match: Match) -> bool:
    """Tell whether a match that has not started asks for luck: without it only an offer waits."""
    return not is_offer(look, match.id) or look.secrets.find(match.id, LUCK) is not None

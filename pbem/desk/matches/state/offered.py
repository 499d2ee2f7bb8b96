"""Offers as they are kept: until when people may join, whether luck is asked of them, and which are open."""

from pbem.desk.desk import Desk
from pbem.desk.matches.state.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Wanted
from pbem.record.log.pace import DAY
from pbem.referee.match.free import free_seats
from pbem.referee.match.match import Match

OFFER = "offer"  # until when people may join
_FOR_LUCK = 7 * DAY  # when all have joined, at least so long for their luck
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


def open_offers(desk: Desk, look: Transaction, most: int) -> list[Match]:
    """Return the offers that somebody can join, the newest first."""
    listed = look.games.newest(most, Wanted(phase="seating")).shown
    matches = [current(desk, look, standing.id) for standing in listed if is_offer(look, standing.id)]
    return [match for match in matches if free_seats(match)]


def await_luck(change: Transaction, match: Match) -> None:
    """Give an offered game time for its luck, if it is full and has not begun."""
    if match.phase == "seating" and not free_seats(match):
        lapses = int(change.secrets.find(match.id, OFFER) or 0)
        change.secrets.put(match.id, OFFER, str(max(lapses, match.at + _FOR_LUCK)).encode())

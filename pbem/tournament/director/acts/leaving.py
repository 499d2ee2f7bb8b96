"""What it means for the draws and games of an event that somebody leaves it: it depends on when he does."""

from typing import Literal

from msgspec import Struct

from pbem.tournament.director.event import Event
from pbem.tournament.found import form_named

# open: the entries are open, and he is not in the first draw; waiting: he waits for a seat no longer; next: he is not
# drawn from the next round on; still: the next round is drawn by what was up to its cut, so that he may be in it; out:
# he had not come so far; last: nothing is drawn any more.
Drawing = Literal["open", "waiting", "next", "still", "out", "last"]


class Leaving(Struct, frozen=True):
    """What becomes of somebody who leaves now, or just has."""

    drawing: Drawing
    round: int = 0  # the next that is drawn
    games: tuple[str, ...] = ()  # his games that are under way
    is_seated: bool = False  # whether he sits at a table whose game is not opened yet


def leaving(event: Event, player: str) -> Leaving:
    """Return what it means that a player leaves an event."""
    book = event.book
    if book.phase == "entering":
        return Leaving("open")
    if player not in book.players:
        return Leaving("waiting")
    mine = [seating for _place, seating in book.open_tables() if player in seating.seats]
    games = tuple(seating.game for seating in mine if seating.game)
    return Leaving(_drawing(event, player), len(book.rounds) + 1, games, any(not seating.game for seating in mine))


def _drawing(event: Event, player: str) -> Drawing:
    book = event.book
    if len(book.rounds) == len(book.terms.rounds):
        return "last"
    names = tuple(entrant.player for entrant in event.entrants)
    if player not in form_named(event.form.kind).candidates(event.form, names, event.history):
        return "out"
    # The cut of the next draw is the last result before it: with a table open it is still to come.
    return "next" if book.open_tables() else "still"

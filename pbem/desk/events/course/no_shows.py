"""Seats of those who do not show up at their first move are given to people who wait."""

from pbem.desk.desk import Desk
from pbem.desk.events.course.replacing import give_seat
from pbem.desk.events.event_store import free_players
from pbem.desk.events.heard_orders import has_played, has_waiting, seat_of
from pbem.desk.matches.seats.volunteers import why_not
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import current
from pbem.desk.records.folders.entries import entries_of
from pbem.record.events.checks.games import facts_of
from pbem.record.log.chain import Log
from pbem.referee.language.plan import Plan
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event

NO_SHOW = "did not show up at the first move"


def replace_no_shows(desk: Desk, event: Event) -> Event:
    """Give the seats of those who were late at their first move to people who wait; no penalty goes with it."""
    number = len(event.book.rounds)
    playing = [(place, game) for place, game in due(event, 0).playing if place.round == number]
    for place, game in playing if event.book.terms.pace else ():
        for player in _no_shows(desk, game):
            if by := _who_can(desk, event, game, player):
                event = give_seat(desk, event.id, place, player, by, reason=NO_SHOW)
    return event


def _no_shows(desk: Desk, game: str) -> list[str]:
    """Return who is late in a game of which he has ordered nothing yet."""
    with desk.store.read() as look:
        match = current(desk, look, game)
        if match.clocks is None or match.phase != "running" or why_frozen(desk, look, game):
            return []
        late = [seat for seat in match.seats if match.clocks.seats[seat].lates and match.holders[seat].name]
        if not late:
            return []
        facts = facts_of(Log(tuple(entries_of(look, game))))
        plans = read_plans(look, match)
    if facts is None:
        return []
    first = dict(zip(facts.terms.seats, (names[:1] for names in facts.names), strict=True))
    names = {seat: match.holders[seat].name for seat in late if not has_waiting(plans.get(seat, Plan()))}
    return [name for seat, name in names.items() if first[seat] == (name,) and not has_played(facts, seat, name)]


def _who_can(desk: Desk, event: Event, game: str, player: str) -> str:
    """Return the first of those who wait that can take over a seat; empty if nobody can."""
    with desk.store.read() as look:
        match = current(desk, look, game)
        seat = seat_of(match, player)
        people = [look.people.find(name) for name in free_players(event)]
        return next((one.name for one in people if one and not why_not(look, match, one, seat)), "")

"""Seats of an event change hands: of whoever left after the draw, and of whoever does not show up at his first move."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.events.event_store import act_on_event, current_event, free_players
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.seats.volunteers import why_not
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.events.checks.games import Facts, facts_of
from pbem.record.events.law.chance import Place
from pbem.record.log.chain import Log
from pbem.record.log.entry import Entry, Head, read
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Match
from pbem.report.page import Notices
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event

NO_SHOW = "did not show up at the first move"


def entries_of_game(look: Transaction, game: str) -> list[Entry]:
    """Return the entries of a game."""
    head, entries = Head.empty, []
    for raw in look.raws(game):
        entries.append(read(head, raw))
        head = entries[-1].head
    return entries


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
        facts = facts_of(Log(tuple(entries_of_game(look, game))))
        plans = read_plans(look, match)
    if facts is None:
        return []
    first = dict(zip(facts.terms.seats, (names[:1] for names in facts.names), strict=True))
    names = {seat: match.holders[seat].name for seat in late if not _has_waiting(plans.get(seat, Plan()))}
    return [name for seat, name in names.items() if first[seat] == (name,) and not _has_played(facts, seat, name)]


def _has_played(facts: Facts, seat: Seat, name: str) -> bool:
    """Tell whether the record of a game has an order of somebody for a seat."""
    return name in facts.played[facts.terms.seats.index(seat)]


def _has_waiting(plan: Plan) -> bool:
    """Tell whether a seat has ordered something that is not used yet: its sheet has a receipt."""
    return bool(plan.all_lines or plan.held or (plan.aside and plan.aside.source))


def _who_can(desk: Desk, event: Event, game: str, player: str) -> str:
    """Return the first of those who wait that can take over a seat; empty if nobody can."""
    with desk.store.read() as look:
        match = current(desk, look, game)
        seat = seat_of(match, player)
        people = [look.player(name) for name in free_players(event)]
        return next((one.name for one in people if one and not why_not(look, match, one, seat)), "")


def seat_of(match: Match, player: str) -> Seat:
    """Return the seat that somebody holds; UsageError if he holds none."""
    seat = next((seat for seat, held in match.holders.items() if held.name == player), None)
    if seat is None:
        raise UsageError(f"{player} does not play in {match.id}")
    return seat


def give_seat(desk: Desk, id_: str, place: Place, player: str, by: str, *, reason: str) -> Event:
    """Give a seat at a table to somebody else, in the event and in its game if it is open; nobody: it starts short."""
    with desk.store.read() as look:
        seating = current_event(desk, look, id_).book.seating(place.round, place.table)
    game = seating.game if seating else ""
    with desk.store.write((id_, game) if game else id_) as change:
        written = act_on_event(
            desk, change, id_, lambda clerk: ruling.replace_player(clerk, place, player, by, reason=reason)
        )
        if game:
            _substitute(desk, change, game, player, by, reason)
    return desk.events.put(id_, written.event)


def _substitute(desk: Desk, change: Transaction, game: str, player: str, by: str, reason: str) -> None:
    """Give the seat to the newcomer in the game too."""
    match = current(desk, change, game)
    newcomer, seat = find_player(change, by), seat_of(match, player)
    if why := why_not(change, match, newcomer, seat):
        raise DeskError(why)
    secrets, plans = read_secrets(desk, change, game), read_plans(change, match)
    _check_unheard(change, match, plans.get(seat, Plan()), seat, player)
    scribe = Scribe(match, plans, secrets, desk.now())
    try:
        decided = rulings.substitute(scribe, rulings.Newcomer(seat, holder(newcomer, game, secrets)), reason=reason)
    except rulings.RulingError as error:
        raise DeskError(str(error)) from None
    keep(desk, change, decided, before=match, plans=plans, telling=Telling(dict.fromkeys(match.seats, Notices())))


def _check_unheard(look: Transaction, match: Match, plan: Plan, seat: Seat, player: str) -> None:
    """Refuse to replace somebody in a game in which he has ordered something, whether it was played or waits."""
    instead = f"`pbem game substitute {match.id} {seat} NAME` gives the seat away in the game alone"
    if _has_waiting(plan):
        raise DeskError(f"an order of {player} waits in {match.id}, so that is no no-show: {instead}")
    facts = facts_of(Log(tuple(entries_of_game(look, match.id))))
    if facts and _has_played(facts, seat, player):
        raise DeskError(f"{player} has ordered something in {match.id} before: {instead}")

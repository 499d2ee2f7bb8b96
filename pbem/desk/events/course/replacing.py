"""Seats of an event change hands: of whoever left after the draw, and of whoever does not show up at his first move."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import act_on_event, current_event
from pbem.desk.events.heard_orders import check_unheard, seat_of
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.seats.volunteers import why_not
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.record.events.law.chance import Place
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.report.notice import NOTHING
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.event import Event


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
    check_unheard(change, match, plans, seat, player)
    scribe = Scribe(match, plans, secrets, desk.now())
    try:
        decided = rulings.substitute(scribe, rulings.Newcomer(seat, holder(newcomer, game, secrets)), reason=reason)
    except rulings.RulingError as error:
        raise DeskError(str(error)) from None
    keep(desk, change, decided, before=match, plans=plans, telling=Telling(dict.fromkeys(match.seats, NOTHING)))

"""Asking a seat back: whoever lost one because he was late may have it again until his substitute has moved."""

from collections.abc import Iterable

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.wishes import Wish, refusal
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.seats.seating import moment
from pbem.desk.matches.seats.volunteers import hindrance
from pbem.desk.matches.state.entry_peek import Gist, glance
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.referee.language.phrases import LATE, RETURNED
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING


def lost_seats(look: Transaction, match: Match, name: str) -> dict[Seat, bool]:
    """Return the seats that somebody lost because he was late, and whether each has been moved since by an order.

    All of it stands in the record: whether a substitute has answered, and waits for others, tells nobody anything.
    """
    found = {}
    for seat in match.seats:
        gists = [gist for gist in map(glance, look.records.raws(match.id)) if gist.seat == seat]
        if name in _last_late(gists):
            found[seat] = _has_moved(gists)
    return found


def _last_late(gists: Iterable[Gist]) -> tuple[str, ...]:
    """Return who lost a seat the last time that it changed hands, if he did because he was late; else nobody."""
    holder, lost, reason = "", "", ""
    for gist in gists:
        if gist.kind == "ruling" and gist.act in ("substitute", "vacate"):
            reason = gist.reason
        elif gist.kind == "seat":
            lost = holder if gist.name != holder else lost
            holder = gist.name
    return (lost,) if reason == LATE else ()


def _has_moved(gists: Iterable[Gist]) -> bool:
    """Tell whether somebody has ordered for a seat since it changed hands."""
    has_moved = False
    for gist in gists:
        if gist.kind == "seat":
            has_moved = False
        has_moved |= gist.kind == "order" and not gist.word
    return has_moved


def give_back(desk: Desk, change: Transaction, match: Match, wish: Wish) -> Decided:
    """Give a seat back to who lost it; RefusedError says in his language why not."""
    player, source = wish.player, wish.source
    asked = wish.asked
    lost = lost_seats(change, match, player.name)
    seats = [seat for seat in lost if asked and asked.seat in ("", seat)]
    if not seats:
        raise wish.gone(match.id)
    seat = seats[0]
    if lost[seat]:
        name = match.holders[seat].name
        raise wish.refused("desk_return_moved", name=name, seat=seat)
    secrets, plans = read_secrets(desk, change, match.id), read_plans(change, match)
    if why := hindrance(change, match, player, seat):
        raise wish.refused(f"volunteer_{why}", game=match.id)
    scribe = Scribe(match, plans, secrets, moment(desk, match, source.came))
    back = rulings.Newcomer(seat, holder(player, match.id, secrets))
    try:
        decided = rulings.substitute(scribe, back, reason=RETURNED)
    except rulings.RulingError as error:
        raise refusal(str(error)) from None
    keep(desk, change, decided, before=match, plans=plans, telling=Telling(dict.fromkeys(match.seats, NOTHING)))
    return decided

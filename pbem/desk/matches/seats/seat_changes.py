"""A seat changes hands: who gets it is told all that the seat was told, and who had it is told why he lost it."""

from collections.abc import Mapping

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.matches.seats.volunteering import withdraw
from pbem.desk.matches.seats.watching import unwatch
from pbem.desk.matches.state.entry_peek import all_holders, glance
from pbem.desk.matches.state.replies import QUOTED, why_void
from pbem.desk.signed.word_tokens import pass_of
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.referee.language.phrases import LATE, RETURNED, tell_reason
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match
from pbem.report.notice import Notices, Slip, about


class Handed(Struct, frozen=True):
    """A seat that has another holder than before (an empty name: nobody), and why."""

    seat: Seat
    old: str
    new: str
    reason: str


def handed_over(decided: Decided, before: Match | None) -> dict[Seat, Handed]:
    """Return the seats of a running match that have other holders than before."""
    if before is None or before.phase != "running":
        return {}
    reasons = _reasons(decided)
    found = {}
    for seat, held in decided.match.holders.items():
        old = before.holders[seat].name
        if held.name != old:
            found[seat] = Handed(seat, old, held.name, reasons.get(seat, ""))
    return found


def _reasons(decided: Decided) -> Mapping[Seat, str]:
    """Return why each seat changed hands last."""
    bodies = (entry.body for entry in decided.entries)
    return {Seat(body["seat"]): body["reason"] for body in bodies if body.get("act") in ("substitute", "vacate")}


def greeting(change: Transaction, match: Match, handed: Handed, player: Member) -> Notices:
    """Return what a newcomer is told first; he neither watches that match any more nor waits for a seat of it."""
    unwatch(change, match.id, player.name)
    withdraw(change, player.name, match.id)
    language = player.language
    held = [name for name in all_holders(change, match)[handed.seat] if name not in ("", handed.new)]
    last = handed.old or next(reversed(held), "")
    key = "taken_over_from" if handed.old else "taken_over_last" if last else "taken_over_vacant"
    reason = tell_reason(handed.reason, language)
    return about("taken_over", say(key, language, name=last, reason=reason))


def lost_holders(look: Transaction, match: Match) -> dict[Seat, str]:
    """Return who had each seat last that is vacant because he was late: he could have it back."""
    reasons = {gist.seat: gist.reason for gist in map(glance, look.records.raws(match.id)) if gist.act == "vacate"}
    holders = all_holders(look, match)
    found = {}
    for seat in match.vacant:
        held = [name for name in holders[seat] if name]
        if held and reasons.get(seat) == LATE:
            found[seat] = held[-1]
    return found


def lost_for_good(look: Transaction, match: Match, seat: Seat, player: Member) -> Slip:
    """Return what somebody is told whose seat he cannot have back any more, since the game is void."""
    reason = why_void(look, match, player.language)
    places = {"game": match.id, "seat": match.game.called(seat, player.language), "reason": reason}
    return Slip(("slip_seat_void",), places)


def farewell(desk: Desk, look: Transaction, match: Match, handed: Handed, player: Member) -> Slip:
    """Return what somebody is told who has lost his seat; how he gets it back, if he lost it because he was late."""
    language = player.language
    places = {
        "game": match.id,
        "seat": match.game.called(handed.seat, language),
        "name": handed.new,
        "reason": tell_reason(handed.reason, language),
    }
    phrases = ["slip_seat_given" if handed.new else "slip_seat_vacant"]
    if handed.reason != LATE or match.phase != "running":
        ruled = ("slip_seat_ruled",) if handed.reason not in (LATE, RETURNED) else ()
        return Slip((*phrases, *ruled), places)
    lines = (
        f"to: {match.terms.referee};",
        f"game: {match.id};",
        f"seat: {handed.seat};",
        f"token: {pass_of(desk, look, player.name)};",
        f"seen: {match.head.size} {match.head.hash.hex()[:QUOTED]};",
        f"join {handed.seat};",
    )
    return Slip((*phrases, "slip_seat_back"), places, lines=lines)

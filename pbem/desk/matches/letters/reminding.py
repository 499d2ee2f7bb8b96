"""Reminders: to whoever is awaited and has not answered, and to the host where he is to decide. Each is sent once."""

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.requests import Addressee, request_letter, tell_host
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.wakeups import HOST, note_reminded, put_wake, reminded, stages
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.time_texts import written
from pbem.games.game import Seat
from pbem.referee.acts.settling import awaited
from pbem.referee.match.match import Match
from pbem.report.notice import NoticeReminder, Slip


def remind(desk: Desk, change: Transaction, match: Match, upto: int) -> None:
    """Remind those who have not answered, as far as that is due before an instant; and say when to look again."""
    if match.clocks is None or match.phase != "running" or why_frozen(desk, change, match.id):
        return
    plans = read_plans(change, match)
    for seat, due in awaited(match, plans).items():
        _remind(desk, change, match, seat, due=due, upto=upto)
    put_wake(change, match, plans)


def _remind(desk: Desk, change: Transaction, match: Match, seat: Seat, *, due: int, upto: int) -> None:
    if match.clocks is None:
        return
    known = reminded(change, match, seat)
    passed = [stage for stage, at in stages(match.clocks, seat, due).items() if at < upto]
    new = [stage for stage in passed if stage not in known.stages]
    if not new:
        return
    note_reminded(change, match, seat, replace(known, stages=tuple(passed)))
    if HOST in new:
        _ask_host(desk, change, match, seat, due)
    if new != [HOST] and upto <= due:  # of several that are due at once the last says it all
        to = Addressee(seat, match.holders[seat].name)
        request_letter(desk, change, match, to, (NoticeReminder(upto),))


def _ask_host(desk: Desk, change: Transaction, match: Match, seat: Seat, due: int) -> None:
    places = {"game": match.id, "seat": seat, "name": match.holders[seat].name, "due": written(due)}
    tell_host(desk, change, Slip(("slip_host_late",), places))

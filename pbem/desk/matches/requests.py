"""Asking for letters: who is told of a decision, and what. They are written from the record when they are sent."""

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.courtesy import Answers, Telling
from pbem.desk.matches.plans import is_kept, read_plans
from pbem.desk.matches.replies import reply_lines, why_void
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Due, Player
from pbem.games.game import Seat
from pbem.referee.match import Match
from pbem.referee.opening import uncommitted
from pbem.referee.plan import Plan
from pbem.referee.scribe import Decided
from pbem.report.page import Notices
from pbem.report.slip import Slip

_TO_SIGN = ("slip_seating", "slip_reveal")


class Posted(Struct, frozen=True):
    """A slip with whom it goes to."""

    slip: Slip
    address: str
    name: str
    language: str


class Addressee(Struct, frozen=True):
    """Whom a letter goes to, about which seat; a seat that nobody holds has no name."""

    seat: Seat
    name: str


def ask_for_letters(desk: Desk, change: Transaction, decided: Decided, before: Match | None, telling: Telling) -> None:
    """Ask for a letter to everybody whom a decision concerns or who is told something with it."""
    match = decided.match
    notices = _with_notices(telling.answers, decided)
    told = (notices.keys() | _concerned(match, before)) - telling.untold
    # In the order of the seats, whoever ordered: the order of letters must not tell who moved.
    for seat in match.seats:
        if seat in told:
            to = Addressee(seat, _reader(match, before, seat))
            request_letter(desk, change, match, to, notices.get(seat, Notices()))


def _with_notices(answers: Answers, decided: Decided) -> dict[Seat, Notices]:
    """Return what each seat is told, with what became of its plan."""
    told = dict(answers)
    for notice in decided.notices:
        answer = told.get(notice.seat, Notices())
        told[notice.seat] = replace(
            answer, unused=answer.unused + notice.unused, problems=answer.problems + notice.problems
        )
    return told


def _concerned(match: Match, before: Match | None) -> frozenset[Seat]:
    """Return whom a change concerns: who is asked something new; everybody when a game begins or ends."""
    if before is None or before.phase != match.phase:
        return frozenset(match.seats)
    if match.phase == "seating" and uncommitted(before) and not uncommitted(match):
        return frozenset(match.seats)  # now luck is revealed
    known = before.asked_now()
    return frozenset(decision.seat for decision in match.asked_now() if decision not in known)


def _reader(match: Match, before: Match | None, seat: Seat) -> str:
    """Return who is written to about a seat: its holder, or whoever has just left it."""
    holders = (state.holders.get(seat) for state in (match, before) if state)
    return next((holder.name for holder in holders if holder and holder.name), "")


def request_letter(
    desk: Desk, change: Transaction, match: Match, to: Addressee, notices: Notices, *, at: int | None = None
) -> None:
    """Ask for a letter to somebody about a seat: everything since the last one, or a position of the past."""
    player = change.player(to.name) if to.name else None
    if player is None or not player.address:
        return
    if match.state is None:
        _request_before_start(desk, change, match, to.seat, player, notices)
        return
    notices = replace(notices, is_kept=_has_chosen(change, match, to.seat))
    since, upto = (0, match.head.size) if at is None else (at, at + 1)
    due = Due(0, match.id, to.name, to.seat, since, upto, desk.now(), json.encode(notices))
    change.add_letter(due, goes_on=at is None)


def _has_chosen(look: Transaction, match: Match, seat: Seat) -> bool:
    if len(match.waiting()) == 1 or match.decision_of(seat) is None:
        return False  # nothing is kept, and no plan has to be read
    return is_kept(match, seat, read_plans(look, match).get(seat, Plan()))


def _request_before_start(
    desk: Desk, change: Transaction, match: Match, seat: Seat, player: Player, notices: Notices
) -> None:
    """Ask for a slip instead: there is no position yet that a letter could show."""
    reason = why_void(change, match, player.language)
    phrases = []
    if notices.is_refused:
        phrases.append("slip_refused")
    if notices.press:
        phrases.append("slip_press")
    if notices.understood:
        phrases.append("slip_taken")
    stage = "slip_void" if reason else _stage(change, match, seat)
    phrases.append(stage)
    places = {
        "game": match.id,
        "seat": seat,
        "orders": "; ".join(notices.understood),
        "press": " | ".join(notices.press),
        "reason": reason,
    }
    lines = reply_lines(change, match, seat) if stage in _TO_SIGN else ()
    note = desk.note(match.id, match.head)
    request_slip(desk, change, Slip(tuple(phrases), places, notices.problems, lines, note), player=player)


def _stage(look: Transaction, match: Match, seat: Seat) -> str:
    """Return what is said of a seat's luck. Nobody is given lines to sign while there is nothing he should sign."""
    missing = uncommitted(match)
    if seat in missing:
        return "slip_seating"
    if missing:
        return "slip_committed"
    return "slip_reveal" if look.secret(match.id, f"luck/{seat}") is None else "slip_revealed"


def request_slip(desk: Desk, change: Transaction, slip: Slip, *, player: Player, after: int = 0) -> int:
    """Ask for a letter about no position, to a person's address as it is now, after a time; returns its id, if any."""
    if not player.address:
        return 0
    posted = Posted(slip, player.address, player.name, player.language)
    change.add_letter(Due(0, "", player.name, "", 0, 0, desk.now(), json.encode(posted)), after=after)
    return change.last_letter()

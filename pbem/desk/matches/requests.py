"""Asking for letters: who is told of a decision, and what. They are written from the record when they are sent."""

from collections.abc import Collection

from msgspec import Struct, json, structs

from pbem.desk.desk import Desk
from pbem.desk.matches.gist import glance
from pbem.desk.matches.plans import Answers, is_kept, read_plans
from pbem.desk.store.store import Due, Player, Transaction
from pbem.games.game import Seat
from pbem.referee.match import Match
from pbem.referee.opening import uncommitted
from pbem.referee.plan import Plan
from pbem.referee.scribe import Decided
from pbem.referee.tokens import token
from pbem.referee.words import tell_reason
from pbem.report.page import Notices, ProblemLine
from pbem.report.slip import Slip

_QUOTED = 32  # hex digits of a head: enough to bind it, short enough to survive a mail


class Posted(Struct, frozen=True):
    """A slip with whom it goes to."""

    slip: Slip
    address: str
    name: str
    language: str


def ask_for_letters(
    desk: Desk,
    change: Transaction,
    decided: Decided,
    before: Match | None,
    answers: Answers,
    untold: Collection[str],
) -> None:
    notices = {seat: structs.replace(answers.get(seat, Notices())) for seat in answers}
    for notice in decided.notices:
        answer = notices.get(notice.seat, Notices())
        lines = tuple(ProblemLine(problem.line, problem.text, problem.nearest) for problem in notice.problems)
        notices[notice.seat] = structs.replace(
            answer, unused=answer.unused + notice.unused, problems=answer.problems + lines
        )
    told = (notices.keys() | _concerned(decided.match, before)) - set(untold)
    for seat in decided.match.seats:
        if seat in told:
            name = _reader(decided.match, before, seat)
            request_letter(desk, change, decided.match, seat=seat, name=name, notices=notices.get(seat, Notices()))


def _concerned(match: Match, before: Match | None) -> frozenset[Seat]:
    """Return whom a change concerns: who is asked something new; everybody when a game begins or ends."""
    if before is None or before.phase != match.phase:
        return frozenset(match.seats)
    if match.phase == "seating" and uncommitted(before) and not uncommitted(match):
        return frozenset(match.seats)  # now luck is revealed
    known = before.waiting()
    return frozenset(decision.seat for decision in match.waiting() if decision not in known)


def _reader(match: Match, before: Match | None, seat: Seat) -> str:
    """Return who is written to about a seat: its holder, or whoever has just left it."""
    holders = (state.holders.get(seat) for state in (match, before) if state)
    return next((holder.name for holder in holders if holder and holder.name), "")


def request_letter(  # noqa: PLR0913 - to whom about what
    desk: Desk, change: Transaction, match: Match, *, seat: Seat, name: str, notices: Notices, at: int | None = None
) -> None:
    """Ask for a letter to somebody about a seat: everything since the last one, or a position of the past."""
    player = change.player(name) if name else None
    if player is None or not player.address:
        return
    if match.state is None:
        _request_before_start(desk, change, match, seat, player, notices)
        return
    notices = structs.replace(notices, is_kept=_has_chosen(change, match, seat))
    since, upto = (0, match.head.size) if at is None else (at, at + 1)
    due = Due(0, match.id, name, seat, since, upto, desk.now(), json.encode(notices))
    change.add_letter(due, goes_on=at is None)


def _has_chosen(look: Transaction, match: Match, seat: Seat) -> bool:
    if len(match.waiting()) == 1 or match.decision_of(seat) is None:
        return False  # nothing is kept, and no plan has to be read
    return is_kept(match, seat, read_plans(look, match).get(seat, Plan()))


def _request_before_start(
    desk: Desk, change: Transaction, match: Match, seat: Seat, player: Player, notices: Notices
) -> None:
    taken = ("slip_taken",) if notices.understood else ()
    press = ("slip_press",) if notices.press else ()
    places = {"game": match.id, "seat": seat, "orders": "; ".join(notices.understood)}
    places["press"] = " | ".join(notices.press)
    places["reason"] = why_void(change, match, player.language)
    how_it_stands, lines = ("slip_void", ()) if places["reason"] else ("slip_seating", reply_lines(change, match, seat))
    refused = ("slip_refused",) if notices.is_refused else ()
    slip = Slip((*refused, *press, *taken, how_it_stands), places, notices.problems, lines)
    request_slip(desk, change, slip, player=player)


def request_slip(desk: Desk, change: Transaction, slip: Slip, *, player: Player) -> None:
    """Ask for a letter about no position, to a person's address as it is now."""
    if player.address:
        posted = Posted(slip, player.address, player.name, player.language)
        change.add_letter(Due(0, "", player.name, "", 0, 0, desk.now(), json.encode(posted)))


def reply_lines(look: Transaction, match: Match, seat: Seat) -> tuple[str, ...]:
    """Return the statements that a signed answer begins with."""
    secret = look.secret(match.id, "seal") or b""
    return (
        f"to: {match.terms.referee};",
        f"game: {match.id};",
        f"seat: {seat};",
        f"token: {token(secret, match, seat)};",
        f"seen: {match.head.size} {match.head.hash.hex()[:_QUOTED]};",
    )


def why_void(look: Transaction, match: Match, language: str) -> str:
    """Return the reason for which a match is void, or "" if it is not; nothing follows that ruling in its record."""
    if match.phase != "void":
        return ""
    [last] = look.raws(match.id, match.head.size - 1, match.head.size)
    return tell_reason(glance(last).reason, language)

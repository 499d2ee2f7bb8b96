"""Keeping what was decided: entries, projections, secrets and letter requests, all in the caller's transaction."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct, convert, json, structs

from pbem.desk.desk import Desk
from pbem.desk.pages import reply_lines, why_void
from pbem.desk.snapshots import EVERY, pack_match
from pbem.desk.store import Due, Player, Standing, Transaction
from pbem.games.game import Seat
from pbem.record import kinds
from pbem.record.entry import Head
from pbem.record.fair import Rungs
from pbem.referee.answer import Stop, answer
from pbem.referee.match import Match
from pbem.referee.opening import uncommitted
from pbem.referee.plan import Plan
from pbem.referee.scribe import Decided, Secrets
from pbem.report.page import Notices, ProblemLine
from pbem.report.slip import Slip

Answers = Mapping[Seat, Notices]


class Posted(Struct, frozen=True):
    """A slip with whom it goes to."""

    slip: Slip
    address: str
    name: str
    language: str


def read_secrets(desk: Desk, look: Transaction, game: str) -> Secrets:
    """Return the referee's secrets of a game. They never change, so they are read once."""
    known = desk.secrets.get(game)
    if known is None:
        rungs, hidden, seal = (look.secret(game, use) or b"" for use in ("rungs", "hidden", "seal"))
        known = desk.secrets.put(game, Secrets(Rungs.decode(rungs), hidden, seal))
    return known


def write_secrets(change: Transaction, game: str, secrets: Secrets) -> None:
    """Keep the referee's secrets of a game."""
    change.add_secret(game, "rungs", secrets.rungs.encode())
    change.add_secret(game, "hidden", secrets.hidden)
    change.add_secret(game, "seal", secrets.seal)


def read_plans(look: Transaction, match: Match) -> dict[Seat, Plan]:
    """Return every seat's plan."""
    stored = look.secrets(match.id, "plan/")
    return {Seat(seat): convert(json.decode(raw), Plan) for seat, raw in stored.items()}


def is_kept(match: Match, seat: Seat, plan: Plan) -> bool:
    """Tell whether a seat has made the choice that is asked of it, which only waits for those of the others."""
    decision = match.decision_of(seat)
    if decision is None or len(match.waiting()) == 1:
        return False
    return not isinstance(answer(match.game, match.state, decision, plan), Stop)


def keep(  # noqa: PLR0913 - what was decided, and who hears of it
    desk: Desk,
    change: Transaction,
    decided: Decided,
    *,
    before: Match | None,
    plans: Mapping[Seat, Plan],
    answers: Answers = {},  # noqa: B006 - never changed
    untold: Collection[str] = (),
) -> None:
    """Write down everything a decision brought, and ask for the letters it calls for, but for `untold` seats."""
    match = decided.match
    if decided.entries:
        change.append(decided.entries)
        project(change, match, (entry.content for entry in decided.entries))
        _keep_snapshot(change, decided, before)
    for seq, text in decided.sealed.items():
        change.add_secret(match.id, f"move/{seq}", text.encode())
    for seq, text in decided.orders.items():
        change.add_secret(match.id, f"order/{seq}", text.encode())
    for seat, plan in decided.plans.items():
        left = plan if plan.lines or plan.later or plan.always else None  # a plan without lines says nothing
        if left != plans.get(seat):
            change.put_secret(match.id, f"plan/{seat}", json.encode(left) if left else None)
    _ask_for_letters(desk, change, decided, before, answers, untold)


def project(change: Transaction, match: Match, contents: Iterable[kinds.Content]) -> None:
    """Bring the projections up to a match."""
    change.put_standing(Standing(match.id, match.terms.rules.key, match.phase, match.head, match.terms.at))
    for content in contents:
        if isinstance(content, kinds.Seat):
            change.put_seat(match.id, content.seat, content.name, content.key)


def _keep_snapshot(change: Transaction, decided: Decided, before: Match | None) -> None:
    """Keep a match every 64 entries, and as it was after its last move, which may take long to play.

    What lies between is replayed, or remembered.
    """
    match, last = decided.match, decided.entries[-1].content
    if isinstance(last, kinds.Close):  # which adds nothing to the state
        snapshot(change, structs.replace(match, phase="running", head=Head(last.seq, bytes.fromhex(last.prev))))
    elif before is None or (before.head.size - 1) // EVERY != (match.head.size - 1) // EVERY:
        snapshot(change, match)


def snapshot(change: Transaction, match: Match) -> None:
    """Keep a match in the cache of positions."""
    change.put_snapshot(
        match.id,
        match.head.size - 1,
        hash=match.head.hash,
        version=match.terms.rules.version,
        content=pack_match(match),
    )


def _ask_for_letters(
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

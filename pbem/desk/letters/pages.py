"""Reports out of the store: a seat's turn report, or the public one, at any entry of any game."""

from msgspec import Struct, convert

from pbem.desk.desk import Desk, Step
from pbem.desk.errors import UsageError
from pbem.desk.matches.gist import Gist, glance
from pbem.desk.matches.positions import position, replay
from pbem.desk.matches.replies import QUOTED, reply_lines, why_void
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Decision, Outcome, Seat
from pbem.record.receipts import Receipt
from pbem.referee.match import Match, result_of
from pbem.referee.phrases import tell_reason
from pbem.report.page import Eyes, MatchInfo, Notices, Progress, QuotedLine, RulingLine, TurnPage
from pbem.report.turn import turn_page

LOOKED_BACK = 32  # entries at a time: a last turn is seldom longer ago


class Stretch(Struct, frozen=True):
    """A part of a record: entries since..upto-1 of a game."""

    game: str
    since: int
    upto: int


def make_page(
    desk: Desk,
    look: Transaction,
    part: Stretch,
    eyes: Eyes = Eyes(),  # noqa: B008 - frozen
    notices: Notices = Notices(),  # noqa: B008 - frozen
) -> TurnPage:
    """Return the report on a part of a game, as a seat or the public may know it."""
    steps = _steps(desk, look, part)
    match = steps[-1].match if steps else position(desk, look, part.game, part.upto - 1)
    if match.state is None:
        raise UsageError(f"{part.game} had not started at entry {part.upto - 1}: there is nothing to report yet")
    progress = Progress(
        happenings=[happening for step in steps for happening in step.happenings],
        decisions=() if notices.past else _asked(match, eyes.seat),
        outcome=convert(result_of(match), Outcome) if match.phase == "over" else None,
    )
    told = [step.entry.raw for step in steps] or look.raws(match.id, match.head.size - 1, part.upto)
    info = _info(desk, look, match, list(map(glance, told)), eyes, notices)
    # The view is all that a page sees of the state: whatever is not in it cannot slip into a report.
    return turn_page(match.game, info, match.game.view(match.state, eyes.seat), eyes, progress, notices)


def _asked(match: Match, seat: Seat | None) -> tuple[Decision, ...]:
    """Return the decisions a report tells of: those put to seats now, and what its reader has chosen for good."""
    now = match.asked_now()
    own = (decision for decision in match.waiting() if decision.seat == seat and decision not in now)
    return (*now, *(decision for decision in own if match.has_chosen(decision.seat)))


def _quoted(match: Match, seat: Seat | None) -> tuple[QuotedLine, ...]:
    """Return the newest head that each other seat has quoted in the record.

    Never one of a sheet that waits: that would tell who has answered.
    """
    lines = []
    for other in match.seats:
        if other == seat:
            continue
        seen = match.quoted.get(other)
        lines.append(QuotedLine(other, seen.size, seen.head[:QUOTED]) if seen else QuotedLine(other))
    return tuple(lines)


def since_last_turn(look: Transaction, match: Match, seat: Seat | None) -> int:
    """Return the size of the record before a seat's last order was used; for the public, before anybody's."""
    end = match.head.size
    while end > 0:
        first = max(end - LOOKED_BACK, 0)
        gists = list(map(glance, look.raws(match.id, first, end)))
        for at in reversed(range(len(gists))):
            if gists[at].kind == "order" and seat in (None, gists[at].seat):
                return first + at
        end = first
    return 0


def _steps(desk: Desk, look: Transaction, part: Stretch) -> list[Step]:
    """Return the entries of a part of a record after the first of all, each with the match it led to and why."""
    start = position(desk, look, part.game, max(part.since, 1) - 1)
    steps = list(replay(desk, look, start, part.upto))
    if steps:
        desk.remember(steps[-1].match)
    return steps


def _info(desk: Desk, look: Transaction, match: Match, told: list[Gist], eyes: Eyes, notices: Notices) -> MatchInfo:
    seat, language = eyes.seat, eyes.language
    return MatchInfo(
        id=match.id,
        names={held: match.holders[held].name for held in match.seats},
        size=match.head.size,
        head=match.head.hash.hex(),
        note=desk.note(match.id, match.head) + _receipt(desk, match, seat, notices),
        at=told[-1].at,
        table=match.terms.table,
        rulings=tuple(_ruling(gist, language) for gist in told if gist.kind == "ruling"),
        reply=reply_lines(look, match, seat) if seat and _can_answer(match, seat, notices) else (),
        sign=_kind(match, seat),
        void=why_void(look, match, language),
        quoted=_quoted(match, seat),
        is_sealed=seat is not None and match.has_chosen(seat) and not notices.past,
        hosted=tuple(Seat(hosted) for hosted in match.terms.hosted),
    )


def _kind(match: Match, seat: Seat | None) -> str:
    """Return the kind of key that a seat's orders are signed with: `desk` where the match takes none of its player."""
    kind = match.holders[seat].key.partition(":")[0] if seat else ""
    return kind if kind in match.terms.accepts else "desk"


def _can_answer(match: Match, seat: Seat, notices: Notices) -> bool:
    """Tell whether a seat can answer a report: not on the past, nor once its player has left it."""
    return match.phase == "running" and seat not in match.vacant and not notices.past


def _ruling(gist: Gist, language: str) -> RulingLine:
    return RulingLine(gist.act, gist.seat, tell_reason(gist.reason, language))


def _receipt(desk: Desk, match: Match, seat: Seat | None, notices: Notices) -> str:
    if seat is None or not notices.receipt:
        return ""
    receipt = Receipt(match.id, seat, match.head.size, notices.came, notices.receipt)
    return "\n" + desk.receipt(receipt)

"""Reports out of the store: a seat's turn report, or the public one, at any entry of any game."""

from msgspec import Struct, convert
from msgspec.structs import replace

from pbem.desk.desk import Desk, Step
from pbem.desk.errors import UsageError
from pbem.desk.letters.acts import ACTS, act_line, changed_hands, entry_line, names_in, with_people
from pbem.desk.matches.acts.host.caselaw import answered_appeal
from pbem.desk.matches.letters.requests import is_last_warning
from pbem.desk.matches.state.entry_peek import Gist, all_holders, glance
from pbem.desk.matches.state.positions import position, replay
from pbem.desk.matches.state.replies import QUOTED, reply_lines, why_void
from pbem.desk.matches.times.reader_times import Teller, teller, time_of
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.games.game import Decision, Outcome, Seat
from pbem.mail.kinds import BLOCK
from pbem.record.notes.receipts import Receipt, Reminder
from pbem.referee.match.match import Match, result_of
from pbem.report.notice import NOTHING, NoticeReceipt, NoticeReminder, Notices, NoticeSettled, find_part, lines_in
from pbem.report.page import Eyes, MatchInfo, Progress, QuotedLine, RulingLine, TurnPage
from pbem.report.turn import turn_page

LOOKED_BACK = 32  # entries at a time: a last turn is seldom longer ago


class Stretch(Struct, frozen=True):
    """A part of a record: entries since..upto-1 of a game.

    `mark` is the key of the phrase that says where it begins, as its reader knows it.
    """

    game: str
    since: int
    upto: int
    mark: str = "since_letter"


def make_page(
    desk: Desk,
    look: Transaction,
    part: Stretch,
    eyes: Eyes = Eyes(),  # noqa: B008 - frozen
    notices: Notices = NOTHING,
    *,
    stop: tuple[str, ...] = (),
) -> TurnPage:
    """Return the report on a part of a game, as a seat or the public may know it.

    `stop` tells a reader who only watches how that ends.
    """
    start, steps = _steps(desk, look, part)
    match = steps[-1].match if steps else position(desk, look, part.game, part.upto - 1)
    if match.state is None:
        raise UsageError(f"{part.game} had not started at entry {part.upto - 1}: there is nothing to report yet")
    progress = Progress(
        happenings=[happening for step in steps for happening in step.happenings],
        held=[held for step in steps for held in (names_in(step.match),) * len(step.happenings)],
        decisions=_asked(match, eyes.seat, notices),
        outcome=convert(result_of(match), Outcome) if match.phase == "over" else None,
        before=None if start.state is None else match.game.view(start.state, eyes.seat),
    )
    told = [step.entry.raw for step in steps] or look.records.raws(match.id, match.head.size - 1, part.upto)
    gists = list(map(glance, told))
    handed = changed_hands((start, *(step.match for step in steps)))
    info = replace(_info(desk, look, match, gists, eyes, notices), stop=stop, since=_mark(part, notices))
    info = replace(info, rulings=tuple(with_people(line, handed) for line in info.rulings))
    if steps and not info.rulings and not any(each.is_known_to(eyes.seat) for each in progress.happenings):
        info = replace(info, rulings=(entry_line(match.head.size - 1, gists[-1]),))
    # The view is all that a page sees of the state: whatever is not in it cannot slip into a report.
    return turn_page(match.game, info, match.game.view(match.state, eyes.seat), eyes, progress, notices)


def _mark(part: Stretch, notices: Notices) -> str:
    if _is_of_past(notices):
        return "at_entry"
    return part.mark if part.since else "since_start"


def _asked(match: Match, seat: Seat | None, notices: Notices) -> tuple[Decision, ...]:
    """Return the decisions a report tells of: those put to seats now, and what its reader has chosen for good.

    What is decided for its reader is not asked of him; and of the past nothing is asked.
    """
    if _is_of_past(notices):
        return ()
    settled = find_part(notices, NoticeSettled)
    is_decided = settled is not None and settled.is_decided
    now = tuple(decision for decision in match.asked_now() if not (is_decided and decision.seat == seat))
    if is_decided:
        return now
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
        gists = list(map(glance, look.records.raws(match.id, first, end)))
        for at in reversed(range(len(gists))):
            if gists[at].kind == "order" and seat in (None, gists[at].seat):
                return first + at
        end = first
    return 0


def _steps(desk: Desk, look: Transaction, part: Stretch) -> tuple[Match, list[Step]]:
    """Return the match before a part of a record, and each entry of the part with the match it led to and why."""
    start = position(desk, look, part.game, max(part.since, 1) - 1)
    steps = list(replay(desk, look, start, part.upto))
    if steps:
        desk.remember(steps[-1].match)
    return start, steps


def _info(desk: Desk, look: Transaction, match: Match, told: list[Gist], eyes: Eyes, notices: Notices) -> MatchInfo:
    seat, language = eyes.seat, eyes.language
    first = match.head.size - len(told)
    tell = teller(language, eyes.zone or _zone(look, match, seat))
    kind = _kind(match, seat)
    reminder = find_part(notices, NoticeReminder)
    return MatchInfo(
        id=match.id,
        names=names_in(match),
        size=match.head.size,
        head=match.head.hash.hex(),
        note=desk.note(match.id, match.head) + _receipt(desk, match, seat, notices),
        time=None if _is_of_past(notices) else time_of(match, seat, tell),
        at=max(told[-1].at, reminder.at if reminder else 0),
        table=match.terms.table,
        rulings=_rulings(look, match, dict(enumerate(told, first)), tell),
        reply=reply_lines(look, match, seat) if seat and _can_answer(match, seat, notices) else (),
        sign=kind,
        is_signed_apart=kind == BLOCK,
        void=why_void(look, match, language),
        quoted=_quoted(match, seat),
        is_sealed=seat is not None and match.has_chosen(seat) and not _is_of_past(notices),
        hosted=tuple(Seat(hosted) for hosted in match.terms.hosted),
        holders=all_holders(look, match) if match.phase == "over" else {},
        address=desk.settings.referee.address,
    )


def _kind(match: Match, seat: Seat | None) -> str:
    """Return the kind of key that a seat's orders are signed with: `desk` where the match takes none of its player."""
    kind = match.holders[seat].key.partition(":")[0] if seat else ""
    return kind if kind in match.terms.accepts else "desk"


def _is_of_past(notices: Notices) -> bool:
    """Tell whether a report is on a position of the past, which somebody has asked about."""
    return bool(lines_in(notices, "past"))


def _can_answer(match: Match, seat: Seat, notices: Notices) -> bool:
    """Tell whether a seat can answer a report: not on the past, nor once its player has left it."""
    return match.phase == "running" and seat not in match.vacant and not _is_of_past(notices)


def _rulings(look: Transaction, match: Match, told: dict[int, Gist], tell: Teller) -> tuple[RulingLine, ...]:
    """Return the acts of the referee and of the clock; each ruling with the number by which it is appealed against."""
    acts = {seq: gist for seq, gist in told.items() if gist.kind in ACTS}
    last_late = {gist.seat: seq for seq, gist in acts.items() if gist.act == "late"}
    lines = []
    for seq, gist in acts.items():
        line = act_line(seq, gist, tell)
        if gist.act == "answer":
            line = _answer_line(look, match, line, tell.language)
        if gist.kind == "ruling":
            numbered = say("desk_numbered", tell.language, reason=line.reason, number=seq)
            line = replace(line, reason=numbered)
        if last_late.get(gist.seat) == seq and is_last_warning(match, Seat(gist.seat), is_counted=True):
            line = replace(line, act="clock_late_last")
        lines.append(line)
    return tuple(lines)


def _answer_line(look: Transaction, match: Match, line: RulingLine, language: str) -> RulingLine:
    """Tell whose appeal was answered, against what, and in which words, if the record lays them open."""
    found = answered_appeal(look, match.id, line.number)
    if found.words:
        told = say("desk_appeal_told", language, words=found.words, number=found.against, reason=line.reason)
    else:
        told = say("desk_appeal_private", language, reason=line.reason)
    return replace(line, seat=found.seat, reason=told)


def _zone(look: Transaction, match: Match, seat: Seat | None) -> str:
    """Return the zone of whoever reads a report."""
    name = match.holders[seat].name if seat else ""
    player = look.people.find(name) if name else None
    return player.zone if player else ""


def _receipt(desk: Desk, match: Match, seat: Seat | None, notices: Notices) -> str:
    """Return what the referee signs besides the head: that a sheet came, or that none had when he reminded somebody."""
    if seat is None:
        return ""
    signed = ""
    if receipt := find_part(notices, NoticeReceipt):
        signed = "\n" + desk.receipt(Receipt(match.id, seat, match.head.size, receipt.came, receipt.digest))
    if reminder := find_part(notices, NoticeReminder):
        signed += "\n" + desk.reminder(Reminder(match.id, seat, match.head.size, reminder.at))
    return signed

"""A sheet of orders comes in: it is read, tried and taken into the seat's plan, which is played."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.mail.block.block import Seen
from pbem.mail.block.statements import statements
from pbem.record.log.kinds import HERE
from pbem.referee.acts.hosted import why_not_now
from pbem.referee.acts.scribe import LadderEndError, Scribe
from pbem.referee.language.phrases import say
from pbem.referee.language.plan import Aside, HeldAnswer, Plan, Source
from pbem.referee.language.problem import Problem
from pbem.referee.language.sheet import MAX_CHARACTERS, MAX_PROBLEMS, Sheet, capped, read_lines
from pbem.referee.language.understand import Reading, understand
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match
from pbem.referee.plans.answer import Act, answer_now
from pbem.referee.plans.trial import Trial, try_plan

HeadAt = Callable[[int], str | None]
Alone = Literal["clear", "resign", "undo"]

ALONE: dict[str, Alone] = {
    **dict.fromkeys(("clear", "cancella", "effacer", "loeschen", "loschen"), "clear"),
    **dict.fromkeys(("resign", "abbandono", "abandon", "aufgeben"), "resign"),
    **dict.fromkeys(("undo", "annulla", "annuler", "zuruecknehmen", "zurucknehmen"), "undo"),
}


class Submission(Struct, frozen=True):
    """A sheet as it came in: its seat, and how its sender is known.

    `digest` is that of the signed bytes, in hex.
    """

    seat: Seat
    text: str
    sign: str
    digest: str
    language: str = "en"
    seen: Seen | None = None
    came: int = 0  # when it reached the referee; 0: just now


class Refused(Struct, frozen=True):
    """Nothing was done, because of all these problems."""

    problems: tuple[Problem, ...]


class Prepared(Struct, frozen=True):
    """A seat's plan with a new sheet, and how far it leads."""

    plan: Plan
    trial: Trial


def submit(scribe: Scribe, submission: Submission, *, head_at: HeadAt) -> Decided | Refused:
    """Act on a sheet: refuse all of it, or take it into the seat's plan and play on."""
    try:
        return _ALONE_ACTS.get(alone(submission.text) or "", _obey)(scribe, submission, head_at)
    except LadderEndError as error:
        return _refuse(submission, "ladder_end", rolls=error.rolls)


def _obey(scribe: Scribe, submission: Submission, head_at: HeadAt) -> Decided | Refused:
    """Adopt a sheet, and play on as far as it leads; what can still be taken back is held."""
    seat, match = submission.seat, scribe.match
    before = scribe.plans.get(seat, Plan())
    prepared = prepare(match, before, submission, head_at)
    if isinstance(prepared, Refused):
        return prepared
    plan = held(match, before, prepared.plan, submission)
    scribe.plans[seat] = plan
    if not plan.held:
        scribe.foresee(seat, prepared.trial)
    scribe.run()
    return replace(scribe.decided(), understood=prepared.plan.of_sheet(submission.digest))


def source_of(submission: Submission) -> Source:
    """Return a sheet as it is kept until it is used."""
    return Source(
        sign=submission.sign,
        digest=submission.digest,
        text=submission.text,
        seen=submission.seen,
        language=submission.language,
        came=submission.came,
    )


def alone(text: str) -> Alone | None:
    """Return the word of a sheet that has only one, such as `clear`, in any language; or None."""
    found = list(islice(statements(text), 2))
    if len(found) != 1:
        return None
    _line, words = found[0]
    return ALONE.get(fold(words))


def preview(match: Match, plan: Plan, submission: Submission, *, head_at: HeadAt) -> Trial | Alone | Refused:
    """Return what a sheet would do, as far as its sender may know it. Nothing changes."""
    word = alone(submission.text)
    if word == "resign":
        return _staying(match, submission, head_at) or word
    if word == "clear":
        return _bound(match, submission) or _too_late(match, plan, submission) or word
    if word == "undo":
        return word if plan.held else _refuse(submission, "undo_nothing")
    prepared = prepare(match, plan, submission, head_at, until_used=False)
    if isinstance(prepared, Refused):
        return prepared
    return prepared.trial


def prepare(
    match: Match, plan: Plan, submission: Submission, head_at: HeadAt, *, until_used: bool = True, is_new: bool = True
) -> Prepared | Refused:
    """Return the seat's plan with the sheet, tried; or everything that is wrong with the sheet.

    A sheet that is not new was accepted once. Moves that can never be legal are not looked for in
    it.
    """
    if match.phase != "running":
        return _refuse(submission, f"closed_{match.phase}")
    if problems := not_alone(submission):
        return Refused(problems)
    sheet = read_lines(submission.text, submission.language)
    if not isinstance(sheet, Sheet):
        return Refused(sheet)
    seen = submission.seen or sheet.seen
    foreign = _foreign(submission, seen, head_at) or _untimely(match, submission, seen)
    foreign = foreign or _too_late(match, plan, submission)
    blocks, problems = understand(replace(_reading(match, submission, seen), is_new=is_new), sheet)
    source = replace(source_of(submission), seen=seen, size=match.head.size)
    adopted = _begun(match, replace(plan, held=None).adopt(blocks, source), submission)
    trial = try_plan(match, submission.seat, adopted, language=submission.language, until_used=until_used)
    if problems or trial.problems:
        return _joined(foreign, Refused(_all_problems(problems, trial.problems, submission.language)))
    return foreign or Prepared(adopted, trial)


def _all_problems(read: Sequence[Problem], tried: Sequence[Problem], language: str) -> tuple[Problem, ...]:
    """Return what is wrong with the words of a sheet and with its orders, line by line."""
    if len(read) > MAX_PROBLEMS:
        return tuple(read)
    return capped(sorted((*read, *tried), key=lambda problem: problem.line or MAX_CHARACTERS), language)


def _joined(refused: Refused | None, more: Refused) -> Refused:
    if refused is None:
        return more
    return Refused((*refused.problems, *more.problems))


def problems_of(match: Match, plan: Plan, submission: Submission, head_at: HeadAt) -> tuple[Problem, ...]:
    """Return everything that is wrong with the orders of a sheet which is refused anyway."""
    if alone(submission.text):
        return ()
    found = prepare(match, plan, submission, head_at)
    if isinstance(found, Prepared):
        return ()
    return found.problems


def _begun(match: Match, plan: Plan, submission: Submission) -> Plan:
    """Let a sheet begin at once if its seat is asked: then it is tried whole, and one line that fails refuses it."""
    decision = match.decision_of(submission.seat)
    if decision is None:
        return plan
    is_answer = plan.is_answer or any(planned.source == submission.digest for planned in plan.lines)
    begun, _ended = plan.in_turn(decision.turn)
    return replace(begun, started=True, is_answer=is_answer)


def _reading(match: Match, submission: Submission, seen: Seen | None) -> Reading:
    return Reading(
        game=match.game,
        view=match.game.view(match.state, submission.seat),
        language=submission.language,
        source=submission.digest,
        is_asked=match.decision_of(submission.seat) is not None,
        is_current=seen is not None and seen.size == match.head.size,
        stale=seen.size if seen is not None and seen.size < match.head.size else 0,
    )


def not_alone(submission: Submission) -> tuple[Problem, ...]:
    """Return a problem for `clear` or `resign` among other lines.

    A sheet that is too long is not searched.
    """
    if len(submission.text) > MAX_CHARACTERS:
        return ()
    problems = []
    for line, words in statements(submission.text):
        if fold(words) in ALONE:
            problems.append(Problem(line, say("alone", submission.language, word=words)))
    return tuple(problems)


def _foreign(submission: Submission, seen: Seen | None, head_at: HeadAt) -> Refused | None:
    """Refuse a sheet that quotes a head this record never had."""
    if seen is None or not is_foreign(seen, head_at):
        return None
    return _refuse(submission, "foreign_head", size=seen.size)


def _untimely(match: Match, submission: Submission, seen: Seen | None) -> Refused | None:
    """Refuse a sheet that comes before hosted seats have chosen, quotes a head of before, or would choose anew."""
    unseen = None if submission.sign in HERE else 0
    why = why_not_now(match, submission.seat, seen.size if seen else unseen, submission.language)
    return None if why is None else Refused((Problem(0, why),))


def _bound(match: Match, submission: Submission) -> Refused | None:
    """Refuse to take back what a hosted seat has chosen, or to leave: others are asked because it stands."""
    return _untimely(match, submission, None) if match.has_chosen(submission.seat) else None


def is_foreign(seen: Seen, head_at: HeadAt) -> bool:
    """Return whether a quoted head is not one of this record's."""
    return not (head_at(seen.size) or "").startswith(seen.head)


def _refuse(submission: Submission, key: str, **places: object) -> Refused:
    return Refused((Problem(0, say(key, submission.language, **places)),))


def _clear(scribe: Scribe, submission: Submission, _head_at: HeadAt) -> Decided | Refused:
    """Drop a seat's plan, and play on: a decision that is never asked may have waited because of it."""
    seat = submission.seat
    plan = scribe.plans.get(seat, Plan())
    if why := _bound(scribe.match, submission) or _too_late(scribe.match, plan, submission):
        return why
    scribe.plans[seat] = Plan()
    scribe.run()
    decided = scribe.decided()
    return replace(decided, plans={**decided.plans, seat: Plan()})


def _staying(match: Match, submission: Submission, head_at: HeadAt) -> Refused | None:
    """Say why a player cannot leave now, or None."""
    if match.phase != "running":
        return _refuse(submission, f"staying_{match.phase}")
    if submission.seat in match.vacant:
        return _refuse(submission, "vacant_already")
    return _bound(match, submission) or _foreign(submission, submission.seen, head_at)


def _resign(scribe: Scribe, submission: Submission, head_at: HeadAt) -> Decided | Refused:
    """Let a player leave: the rules' default orders play the seat on, and it ranks last.

    While others choose at the same time, nobody may learn before they have chosen that he left.
    """
    seat, match = submission.seat, scribe.match
    plan = scribe.plans.get(seat, Plan())
    if why := _staying(match, submission, head_at) or _decided_aside(plan, submission):
        return why
    scribe.plans[seat] = Plan()
    decision = match.decision_of(seat)
    if decision is not None and len(match.waiting()) > 1:
        scribe.set_aside(seat, Aside("resign", decision.turn, source=source_of(submission)))
    else:
        scribe.resign(seat, source_of(submission))
    scribe.run()
    return scribe.decided()


def held(match: Match, before: Plan, plan: Plan, submission: Submission) -> Plan:
    """Hold a plan that answers what its seat is asked: until a time it can be taken back unseen.

    A bot has no second thoughts, and what was planned before is not held.
    """
    clocks, decision = match.clocks, match.decision_of(submission.seat)
    if clocks is None or not clocks.pace.hold or submission.sign == "bot" or decision is None:
        return plan
    found = answer_now(match, decision, plan)
    if not isinstance(found, Act) or found.source is None:
        return plan
    came = plan.sources[found.source].came
    return replace(plan, held=HeldAnswer(came + clocks.pace.hold, before.held.before if before.held else before))


def _take_back(scribe: Scribe, submission: Submission, _head_at: HeadAt) -> Decided | Refused:
    """Take an answer back that is still held: nobody learns that it was there."""
    seat, match = submission.seat, scribe.match
    plan = scribe.plans.get(seat, Plan())
    if match.phase != "running":
        return _refuse(submission, f"closed_{match.phase}")
    if plan.held is None:
        return _refuse(submission, "undo_nothing")
    if why := _too_late(match, plan, submission):
        return why
    scribe.plans[seat] = plan.held.before
    return scribe.decided()


def _decided_aside(plan: Plan, submission: Submission) -> Refused | None:
    """Refuse what comes from a seat for which it is decided already, and only others are awaited."""
    return _refuse(submission, f"aside_{plan.aside.act}", reason=plan.aside.reason) if plan.aside else None


def _too_late(match: Match, plan: Plan, submission: Submission) -> Refused | None:
    """Refuse to change an answer whose time is up: what stands then is final."""
    if aside := _decided_aside(plan, submission):
        return aside
    decision = match.decision_of(submission.seat)
    if match.clocks is None or decision is None or match.clocks.pace.late == "ask":
        return None
    due = match.clocks.due(submission.seat)
    if due is None or submission.came <= due:
        return None
    found = answer_now(match, decision, plan)
    is_answered = isinstance(found, Act) and found.source is not None
    return _refuse(submission, "answer_stands") if is_answered else None


_ALONE_ACTS: dict[str, Callable[[Scribe, Submission, HeadAt], Decided | Refused]] = {
    "clear": _clear,
    "resign": _resign,
    "undo": _take_back,
}

"""Acts of the referee: each is an entry with its reason, and nothing is ever deleted.

All take the pen that writes them, whose plans they may drop, and return what it came to.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Decision, Seat
from pbem.record.law.timing import clocks_objection, too_far
from pbem.record.log.pace import COVERED
from pbem.record.time.clocks import Clocks
from pbem.referee.acts.hosted import usable
from pbem.referee.acts.scribe import LadderEndError, Scribe
from pbem.referee.language.plan import Aside, Deed, Plan, Source
from pbem.referee.match.decided import Decided, Notice
from pbem.referee.match.match import Holder, Match, asks_of, taken_back
from pbem.referee.plans.answer import Act, answer_now

Plans = Mapping[Seat, Plan]


class Newcomer(Struct, frozen=True):
    """Who takes a seat over."""

    seat: Seat
    holder: Holder


class RulingError(ValueError):
    """The referee cannot rule that now."""


def play_default(scribe: Scribe, seats: Collection[Seat], *, reason: str) -> Decided:
    """Play the rules' default move for seats that do not answer; what others chose in parallel is played with it.

    While others choose, it is kept aside like a choice, and nobody but the seat knows of it.
    """
    for seat in seats:
        _check_silent(scribe.match, scribe.plans, seat)
    for seat in seats:
        decide_aside(scribe, seat, "play", reason)
    return _run(scribe)


def _check_silent(match: Match, plans: Plans, seat: Seat) -> None:
    decision = match.decision_of(seat)
    if decision is None:
        raise RulingError(f"nothing is asked of {seat} now")
    if match.has_chosen(seat):
        raise RulingError(f"{seat} has chosen already, and others were asked since")
    if has_answered(match, decision, plans):
        raise RulingError(f"{seat} has answered, and only others are awaited")


def has_answered(match: Match, decision: Decision, plans: Plans) -> bool:
    """Tell whether a decision is answered already, and only waits: for others who decide with it, or for its time."""
    plan = plans.get(decision.seat, Plan())
    if plan.aside and plan.aside.turn == decision.turn:
        return True
    found = usable(match, answer_now(match, decision, plan))
    return isinstance(found, Act) and found.source is not None


def is_choosing(match: Match, seat: Seat) -> bool:
    """Tell whether a seat chooses at the same time as others: what becomes of it must not be known before theirs."""
    return len(match.waiting()) > 1 and match.decision_of(seat) is not None


def decide_aside(scribe: Scribe, seat: Seat, act: Deed, reason: str) -> None:
    """Decide for a seat that is awaited what is written down when all have chosen; it alone is told."""
    decision = scribe.match.decision_of(seat)
    if decision is None:
        raise RulingError(f"nothing is asked of {seat} now")
    aside = Aside(act, decision.turn, reason=reason)
    scribe.set_aside(seat, aside)
    if is_choosing(scribe.match, seat):
        scribe.notice(Notice(seat, aside=aside))


def _run(scribe: Scribe) -> Decided:
    try:
        scribe.run()
    except LadderEndError as error:
        raise RulingError(str(error)) from None
    return scribe.decided()


def _check_running(match: Match) -> None:
    if match.phase != "running":
        raise RulingError(f"the game is {match.phase}")


def substitute(scribe: Scribe, newcomer: Newcomer, *, reason: str) -> Decided:
    """Give a seat to another player; the plan of the one before is forgotten."""
    _check_running(scribe.match)
    _check_free(scribe.match, newcomer.seat)
    scribe.plans[newcomer.seat] = Plan()
    scribe.substitute(newcomer.seat, newcomer.holder, reason)
    return _run(scribe)


def vacate(scribe: Scribe, seat: Seat, *, reason: str) -> Decided:
    """Take a seat from its holder: the rules' default plays it on. While others choose, that is kept aside."""
    _check_running(scribe.match)
    if seat in scribe.match.vacant:
        raise RulingError(f"nobody sits at {seat} any more")
    _check_free(scribe.match, seat)
    scribe.plans[seat] = Plan()
    if is_choosing(scribe.match, seat):
        decide_aside(scribe, seat, "vacate", reason)
    else:
        scribe.vacate(seat, reason)
    return _run(scribe)


def _check_free(match: Match, seat: Seat) -> None:
    """Refuse to change who holds a hosted seat that is bound: a choice dropped now would be one after reading."""
    if match.has_chosen(seat):
        raise RulingError(
            f"{seat} has chosen, and is bound until the others have chosen too; rule for them, or go back"
        )


def rekey(scribe: Scribe, seat: Seat, holder: Holder, why: Source | str) -> Decided:
    """Let the holder of a seat sign by another key; what the old one signed and is not used yet is forgotten.

    `why` is the old key's own signed word, which the record then holds, or the reason of the referee, who rules it.
    """
    if scribe.match.phase not in ("seating", "running"):
        raise RulingError(f"the game is {scribe.match.phase}")
    _check_free(scribe.match, seat)
    scribe.plans[seat] = Plan()
    if isinstance(why, Source):
        scribe.take_seat(seat, holder, scribe.order(seat, why, "newkey"))
    else:
        scribe.substitute(seat, holder, why)
    return _run(scribe)


def void(scribe: Scribe, *, reason: str) -> Decided:
    """End a game without a result."""
    if scribe.match.phase in ("over", "void"):
        raise RulingError(f"the game is {scribe.match.phase} already")
    scribe.void(reason)
    return scribe.decided()


def adjudicate(scribe: Scribe, result: Mapping[str, Any], *, reason: str) -> Decided:
    """End a game by a result that the referee rules."""
    _check_running(scribe.match)
    scribe.append("ruling", act="result", reason=reason, result=result)
    scribe.match = replace(scribe.match, ruled=result)
    scribe.close(result)
    return scribe.decided()


def go_back(scribe: Scribe, earlier: Match, *, reason: str, by: Sequence[int] = ()) -> Decided:
    """Take the game back to the state after an earlier entry. Dice already rolled stay as they fell.

    `by` are the request and the consents by which it is done, if players asked for it.
    """
    if scribe.match.phase != "running" or earlier.phase != "running":
        raise RulingError("a game goes back from a running state to a running state")
    if not by and not _undoes(scribe.match, earlier):
        # Everybody who is awaited would be asked anew: more time, by a ruling that says nothing of time.
        played = f"nothing was played since entry {earlier.head.size - 1}, so that there is nothing to take back"
        raise RulingError(f"{played}; `pbem game extend` gives a seat more time, and `pbem game pause` all of them")
    scribe.plans = {seat: Plan() for seat in scribe.plans}
    scribe.match = taken_back(scribe.match, earlier)
    fields = {"to": earlier.head.size - 1, "by": list(by), "asks": asks_of(scribe.match)}
    scribe.append("ruling", act="back", reason=reason, **fields)
    return _run(scribe)


def _undoes(match: Match, earlier: Match) -> bool:
    """Tell whether going back would undo a move, or free a hosted seat that is bound."""
    back = taken_back(match, earlier)
    is_another = back.turns != match.turns or back.state != match.state
    return is_another or bool(match.hosting and match.hosting.chosen)


def about_time(scribe: Scribe, **fields: Any) -> Decided:
    """Rule about the clocks: `pause` and `resume` them, or `extend` what a seat has; `fields` are the entry's own.

    Nobody's grace runs out while clocks stand still: whose deadline was over when they were stopped, and the grace not,
    has until they run again, and the grace after that.
    """
    _check_running(scribe.match)
    if scribe.match.clocks is None:
        raise RulingError("the game has no pace, and so no clock")
    if fields["act"] == "extend" and _is_late(scribe, fields["seat"]):
        raise RulingError(f"{fields['seat']} is late already, and what it answers now comes too late")
    if fields["act"] in ("pause", "resume"):
        _put_off(scribe, scribe.match.clocks, end=fields.get("until", scribe.at), reason=fields["reason"])
    clocks = scribe.match.clocks
    entry = scribe.append("ruling", **fields)
    if why := clocks_objection(clocks, entry.content) or too_far(scribe.match.terms.at, entry.content):
        raise RulingError(why)
    return scribe.decided()


def _put_off(scribe: Scribe, clocks: Clocks, *, end: int, reason: str) -> None:
    """Extend what those have whose deadlines would be over when the clocks run again; 0: nobody knows yet."""
    is_known = 0 < end <= scribe.match.terms.at + COVERED
    if not is_known or clocks.pace.late == "ask":
        return
    for seat in clocks.overtaken(scribe.at, end):
        if not _is_late(scribe, seat):
            scribe.append("ruling", act="extend", seat=seat, due=end, reason=reason)


def _is_late(scribe: Scribe, seat: str) -> bool:
    """Tell whether a seat was late, which waits to be written down until others have chosen."""
    plan = scribe.plans.get(Seat(seat))
    return plan is not None and plan.aside is not None and plan.aside.act == "late"

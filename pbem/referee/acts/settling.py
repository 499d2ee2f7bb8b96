"""Settling what is due: what happens by time alone, in the order of time, whoever looks and however late.

Three things happen so: the clocks stop for a span without the referee, an answer is played when it can no longer be
taken back, and who is late gets the default. Each is written down with the time at which it was due, so that the same
mails with the same times of arrival give the same record.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from pbem.games.game import Seat
from pbem.referee.acts.rulings import has_answered, is_choosing
from pbem.referee.acts.scribe import Scribe
from pbem.referee.language.plan import Aside, Plan
from pbem.referee.match.decided import Decided, Notice
from pbem.referee.match.match import Match


class Outage(Struct, frozen=True):
    """A span in which the referee could not be reached; of a seat, to which its letters did not come."""

    begin: int
    end: int
    seat: str = ""


class Event(Struct, frozen=True):
    """Something that is due: when, and of which seat; an outage, if it is one. Without both, an answer is played."""

    at: int
    seat: Seat | None = None
    due: int = 0
    outage: Outage | None = None


def settle(scribe: Scribe, upto: int, outages: Sequence[Outage] = ()) -> Decided:
    """Let everything happen that was due before an instant; in the same second, what came by mail is first."""
    while scribe.match.phase == "running" and (event := next_event(scribe.match, scribe.plans, outages)):
        if event.at >= upto:
            break
        scribe.now = event.at
        if event.outage:
            _stop_clocks(scribe, event.outage)
        elif event.seat:
            _be_late(scribe, event.seat, event.due)
        else:
            scribe.run()
    return scribe.decided()


def next_event(match: Match, plans: Mapping[Seat, Plan], outages: Iterable[Outage] = ()) -> Event | None:
    """Return what is due next; None if nothing is, whatever time it gets."""
    if match.clocks is None or match.phase != "running":
        return None
    events = [*_outages(match, outages), *_held(plans), *_deadlines(match, plans)]
    return min(events, key=lambda event: event.at, default=None)


def _outages(match: Match, outages: Iterable[Outage]) -> Iterable[Event]:
    """Yield the outages that the record has not, cut to what it can have."""
    clocks = match.clocks
    for outage in outages:
        begin = max(outage.begin, match.at)
        if clocks is not None and outage.end - begin >= clocks.pace.outage:
            yield Event(begin, outage=Outage(begin, outage.end, outage.seat))


def _held(plans: Mapping[Seat, Plan]) -> Iterable[Event]:
    for plan in plans.values():
        if plan.held:
            yield Event(plan.held.until)


def _deadlines(match: Match, plans: Mapping[Seat, Plan]) -> Iterable[Event]:
    """Yield when those will be late who are awaited and have not answered."""
    clocks = match.clocks
    if clocks is None or clocks.pace.late == "ask":
        return
    for seat, due in awaited(match, plans).items():
        yield Event(due + clocks.pace.grace, seat, due)


def awaited(match: Match, plans: Mapping[Seat, Plan]) -> dict[Seat, int]:
    """Return whose clocks run without an answer, and when each is due; private, as plans are."""
    found = {}
    for decision in match.asked_now():
        due = match.clocks.due(decision.seat) if match.clocks else None
        if due is not None and not has_answered(match, decision, plans):
            found[decision.seat] = due
    return found


def _stop_clocks(scribe: Scribe, outage: Outage) -> None:
    scribe.now = outage.end
    scribe.append("clock", **{"act": "outage", "seat": outage.seat, "from": outage.begin, "to": outage.end})


def _be_late(scribe: Scribe, seat: Seat, due: int) -> None:
    decision = scribe.match.decision_of(seat)
    if decision is None:
        raise ValueError(f"nothing is asked of {seat}")
    aside = Aside("late", decision.turn, due)
    scribe.set_aside(seat, aside)
    if is_choosing(scribe.match, seat):
        scribe.notice(Notice(seat, aside=aside))
    scribe.run()

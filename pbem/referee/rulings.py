"""Acts of the referee: each is an entry with its reason, and nothing is ever deleted."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from pbem.games.game import Decision, Seat
from pbem.referee.answer import Act, answer_now
from pbem.referee.match import Holder, Match, asks_of, taken_back, taken_over
from pbem.referee.plan import Plan, Source
from pbem.referee.scribe import Decided, LadderEndError, Scribe, Secrets

Plans = Mapping[Seat, Plan]


class Newcomer(Struct, frozen=True):
    """Who takes a seat over."""

    seat: Seat
    holder: Holder


class RulingError(ValueError):
    """The referee cannot rule that now."""


def play_default(
    match: Match, plans: Plans, seats: Collection[Seat], *, reason: str, secrets: Secrets, now: int
) -> Decided:
    """Play the rules' default move for seats that do not answer; what others chose in parallel is played with it."""
    for seat in seats:
        decision = match.decision_of(seat)
        if decision is None:
            raise RulingError(f"nothing is asked of {seat} now")
        if match.has_chosen(seat):
            raise RulingError(f"{seat} has chosen already, and others were asked since")
        if has_answered(match, decision, plans):
            raise RulingError(f"{seat} has answered, and only others are awaited")
    first = match.hosting.first if match.hosting else frozenset()
    scribe = Scribe(match, plans, secrets, now)
    for seat in seats:
        scribe.append("ruling", act="play", reason=reason, seat=seat)
    # What is ruled for hosted seats stands like a choice of theirs: it is in the record before others are asked.
    missing = _run(scribe, frozenset(seats))
    if missing and not first.issuperset(seats):
        raise RulingError(f"others are awaited in parallel: rule for {', '.join(missing)} too")
    return scribe.decided()


def has_answered(match: Match, decision: Decision, plans: Plans) -> bool:
    """Tell whether a seat's own sheet answers a decision already, and only waits for others who decide with it."""
    found = answer_now(match, decision, plans.get(decision.seat, Plan()))
    return isinstance(found, Act) and found.source is not None


def _run(scribe: Scribe, ruled: frozenset[Seat] = frozenset()) -> tuple[Seat, ...]:
    try:
        return scribe.run(ruled=ruled)
    except LadderEndError as error:
        raise RulingError(str(error)) from None


def substitute(match: Match, plans: Plans, newcomer: Newcomer, *, reason: str, secrets: Secrets, now: int) -> Decided:
    """Give a seat to another player; the plan of the one before is forgotten."""
    seat = newcomer.seat
    if match.phase != "running":
        raise RulingError(f"the game is {match.phase}")
    _check_free(match, seat)
    scribe = Scribe(match, {**plans, seat: Plan()}, secrets, now)
    _seat_anew(scribe, seat, newcomer.holder, reason)
    _run(scribe)
    return scribe.decided()


def _check_free(match: Match, seat: Seat) -> None:
    """Refuse to change who holds a hosted seat that is bound: a choice dropped now would be one after reading."""
    if match.has_chosen(seat):
        raise RulingError(
            f"{seat} has chosen, and is bound until the others have chosen too; rule for them, or go back"
        )


def _seat_anew(scribe: Scribe, seat: Seat, holder: Holder, reason: str) -> None:
    scribe.match, happenings = taken_over(scribe.match, seat)
    ruling = scribe.append("ruling", act="substitute", reason=reason, seat=seat, asks=asks_of(scribe.match))
    scribe.tell(happenings)
    scribe.take_seat(seat, holder, ruling.seq)


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
        _seat_anew(scribe, seat, holder, why)
    _run(scribe)
    return scribe.decided()


def void(match: Match, plans: Plans, *, reason: str, secrets: Secrets, now: int) -> Decided:
    """End a game without a result."""
    if match.phase in ("over", "void"):
        raise RulingError(f"the game is {match.phase} already")
    scribe = Scribe(match, plans, secrets, now)
    scribe.void(reason)
    return scribe.decided()


def go_back(match: Match, plans: Plans, earlier: Match, *, reason: str, secrets: Secrets, now: int) -> Decided:
    """Take the game back to the state after an earlier entry. Dice already rolled stay as they fell."""
    if match.phase != "running" or earlier.phase != "running":
        raise RulingError("a game goes back from a running state to a running state")
    scribe = Scribe(match, {seat: Plan() for seat in plans}, secrets, now)
    scribe.match = taken_back(match, earlier)
    fields = {"to": earlier.head.size - 1, "by": [], "asks": asks_of(scribe.match)}
    scribe.append("ruling", act="back", reason=reason, **fields)
    _run(scribe)
    return scribe.decided()

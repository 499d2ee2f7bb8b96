"""Starting an event, drawing its rounds, closing it. What was done is not done again: a second time it is refused."""

from msgspec import to_builtins

from pbem.phrases import counted
from pbem.record.dice.fair import M, Stream
from pbem.record.events.law.objections import lucks_of, who_starts
from pbem.tournament.chance import Chance
from pbem.tournament.director.clerk import Clerk, Written
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event
from pbem.tournament.errors import BadEventError
from pbem.tournament.event import draw as draw_round
from pbem.tournament.event import draw_lots, start_faults
from pbem.tournament.values import Draw, Tell, untold

_PHASES = {"entering": "has not started yet", "closed": "was closed before", "cancelled": "was cancelled before"}


def start(clerk: Clerk, beacon: str = "") -> Written:
    """Close the entries: all are drawn who entered, stayed and checked in, as many as there is room for."""
    event = clerk.event
    entrants, waiting = who_starts(event.book)
    is_early = clerk.at < event.book.terms.checkin  # then others can still enter
    if event.book.phase == "entering" and not is_early and (wrong := start_fault(event)):
        raise DirectorError(wrong)
    lucks = lucks_of(event.book, entrants)
    clerk.append("start", entrants=list(entrants), waiting=list(waiting), luck=lucks, beacon=beacon)
    return clerk.written()


def start_fault(event: Event) -> str:
    """Say why an event cannot start with those who have entered; empty if it can."""
    least = event.book.terms.entries.least
    few = [f"{counted(len(event.entrants), 'player', 'players')}: the event takes {least} at least"]
    wrong = start_faults(event.form, event.entrants) or (few if len(event.entrants) < least else ())
    return next(iter(wrong), "")


def draw(clerk: Clerk, tell: Tell = untold) -> Written:
    """Draw the next round; `tell` is told how far that is."""
    book, roller = clerk.event.book, clerk.roller()
    drawn = drawn_by(clerk.event, roller, tell)
    fields = to_builtins(drawn)
    clerk.append("draw", attempt=book.next_attempt, cut=book.cut, chance=roller.log, **fields)
    return clerk.written()


def rehearse(event: Event, seed: bytes, tell: Tell = untold) -> Draw:
    """Draw the next round with other chance than the real draw will have, and write nothing."""
    return drawn_by(event, _Rehearsed(seed), tell)


def drawn_by(event: Event, chance: Chance, tell: Tell = untold) -> Draw:
    """Return the draw of the next round; DirectorError if there is none to draw."""
    book = event.book
    if book.phase != "running":
        raise DirectorError(f"the event {_PHASES[book.phase]}: nothing is drawn")
    try:
        return draw_round(event.form, event.to_be_drawn, event.history, chance, attempt=book.next_attempt, tell=tell)
    except BadEventError as error:
        raise DirectorError(*error.faults) from None


class _Rehearsed:
    """Chance of which every roll has a key that its slot gives."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def roll(self, slot: str) -> Stream:
        return Stream(M(self._seed, "rehearsal", slot))


def close(clerk: Clerk) -> Written:
    """End an event with its standings, when all rounds are played; the secret of its dice is published."""
    event, roller = clerk.event, clerk.roller()
    if event.book.phase != "running":
        raise DirectorError(f"the event {_PHASES[event.book.phase]}: there is nothing to close")
    lots = draw_lots(event.entrants, roller)
    try:
        lines = event.standings(lots)
    except BadEventError as error:
        raise DirectorError(*error.faults) from None
    fields = {"standings": to_builtins(lines), "secret": clerk.secrets.event.hex()}
    clerk.append("close", chance=roller.log, **fields)
    return clerk.written()

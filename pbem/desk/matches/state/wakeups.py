"""When a game is to be looked at although nobody writes: at the next deadline, or when somebody is to be reminded."""

from collections.abc import Iterator, Mapping

from msgspec import Struct, json

from pbem.desk.matches.state.offered import OFFER
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.log.pace import DAY
from pbem.record.time.clocks import Clocks
from pbem.referee.acts.settling import awaited, next_event
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Match

HALF, LAST_DAY, HOST = "half", "day", "host"  # reminders at half time, a day before, and to the host when time is up
_LEAST = 3_600  # seconds between two reminders, and between the last and the deadline
NEVER = 2**53 - 1


class Reminded(Struct, frozen=True):
    """Which reminders a seat got for a question, named by when it was asked."""

    asked: int
    stages: tuple[str, ...] = ()


_reminded = json.Decoder(Reminded)


def put_wake(change: Transaction, match: Match, plans: Mapping[Seat, Plan]) -> None:
    """Write down when a game is to be looked at next, and its first deadline."""
    instants = [*_instants(change, match, plans)]
    change.clocks.put_wake(match.id, min(instants) + 1 if instants else None)  # in that second mails still come first
    change.clocks.put_deadline(match.id, first_deadline(match))


def first_deadline(match: Match) -> int | None:
    """Return when the first of those is due who are awaited by the record, whether he has answered or not.

    While all clocks stand still that is never; None where there are none.
    """
    if match.clocks is None or match.phase != "running":
        return None
    dues = (match.clocks.due(seat) for seat in match.seats)
    return min((due for due in dues if due is not None), default=NEVER)


def _instants(look: Transaction, match: Match, plans: Mapping[Seat, Plan]) -> Iterator[int]:
    if match.phase == "seating" and (lapses := look.secrets.find(match.id, OFFER)):
        yield int(lapses)
    if match.clocks is None or match.phase != "running":
        return
    if event := next_event(match, plans):
        yield event.at
    for seat, due in awaited(match, plans).items():
        sent = reminded(look, match, seat).stages
        yield from (at for stage, at in stages(match.clocks, seat, due).items() if stage not in sent)


def reminded(look: Transaction, match: Match, seat: Seat) -> Reminded:
    """Return which reminders a seat got for what it is asked now."""
    asked = match.clocks.seats[seat].asked if match.clocks else None
    raw = look.secrets.find(match.id, f"reminded/{seat}")
    known = _reminded.decode(raw) if raw else None
    return known if known and known.asked == asked else Reminded(asked or 0)


def note_reminded(change: Transaction, match: Match, seat: Seat, now: Reminded) -> None:
    """Write down which reminders a seat got."""
    change.secrets.put(match.id, f"reminded/{seat}", json.encode(now))


def stages(clocks: Clocks, seat: Seat, due: int) -> dict[str, int]:
    """Return when a seat is reminded of what it is to answer until an instant, in the order of time."""
    asked = clocks.seats[seat].asked or 0
    half = clocks.half(seat)
    found = {}
    if asked + _LEAST < half < due - _LEAST:
        found[HALF] = half
    if asked + _LEAST < due - DAY and abs(half - (due - DAY)) > _LEAST:
        found[LAST_DAY] = due - DAY
    if clocks.pace.late == "ask":
        found[HOST] = due + clocks.pace.grace
    return dict(sorted(found.items(), key=lambda one: one[1]))

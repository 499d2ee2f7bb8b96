"""The clocks of a game: which seats are asked since when, how much time they have, and deadlines.

All of it follows from the entries alone. So the referee and every verifier get the same result.
`Clocks.after` takes in one entry. The check `clock` says why an entry may not be next.

A clock runs from the `at` of the entry that asks its seat. That is the first entry of the turn
whose `asks` has the seat, or the first after the seat's own move. The clock stops on days of rest,
during the seat's leave, and in outages and pauses. A seat spends the time until the `came` of the
sheet that caused its move.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pbem.record.log.kinds import Clock, Content, Move, Open, Order, Ruling, Seat
from pbem.record.log.pace import DAY, Pace, Span
from pbem.record.time.hosting import Hosting
from pbem.record.time.seat_clock import SeatClock, Stops

NOTICE = DAY  # a leave begins so long after it was announced, or later
MOST_BOUNCED_AT_ONCE = 3 * DAY  # of a seat's own outages
MOST_BOUNCED = 7 * DAY


class Announced(NamedTuple):
    """A leave that the last entry announced: the entry, the seat, and the time."""

    seq: int
    seat: str
    came: int


class Clocks(Struct, frozen=True):
    """All clocks of a game, as of its last entry."""

    pace: Pace
    seats: dict[str, SeatClock]
    asks: dict[str, str] = {}  # who is awaited, by the last `asks`
    at: int = 0  # of the last entry
    names: dict[str, str] = {}
    paused: int | None = None  # since when
    until: int = 0  # when the pause ends by itself; 0: never
    announced: Announced | None = None

    # What is asked of them

    def due(self, seat: str) -> int | None:
        """Return the time by which a seat has to answer.

        None if it is not asked, or if the game is paused without an end.
        """
        clock = self.seats[seat]
        if clock.asked is None or (self.paused is not None and not self.until):
            return None
        return max(clock.runs_out(self.pace, clock.allowed, self._stops(clock)), clock.extended)

    def missed(self, seat: str) -> int | None:
        """Return the deadline that a seat missed, with its grace, before a pause without an end.

        None if it missed none, or if there is no such pause.
        """
        clock = self.seats[seat]
        if clock.asked is None or self.paused is None or self.until:
            return None
        due = max(clock.runs_out(self.pace, clock.allowed, clock.leaves), clock.extended)
        return due if due + self.pace.grace < self.paused else None

    def half(self, seat: str) -> int:
        """Return the time when half of what a seat has is over; 0 if it is not asked."""
        clock = self.seats[seat]
        return 0 if clock.asked is None else clock.runs_out(self.pace, clock.allowed // 2, self._stops(clock))

    def spent(self, seat: str, upto: int) -> int:
        """Return how much time a seat has spent on its question up to an instant."""
        return self._ran(self.seats[seat], upto)

    def is_late(self, seat: str) -> bool:
        """Return whether a seat was late before in the turn that it is asked for.

        Then the default is played at once.
        """
        clock = self.seats[seat]
        return clock.is_out and clock.late == self.asks.get(seat)

    def is_given_up(self, seat: str) -> bool:
        """Return whether a seat was late so often in a row that it gets another player."""
        return self.seats[seat].lates >= self.pace.lates

    def is_paused(self, at: int) -> bool:
        """Return whether the game is paused at an instant, which is not before the last entry."""
        return self.paused is not None and (not self.until or at < self.until)

    def overtaken(self, at: int, end: int) -> list[str]:
        """Return the seats that would be due before the end of a pause, and could still answer.

        The pause is ruled at the instant `at`.
        """
        now = _paused_out(self, at)
        then = replace(now.resumed(at), paused=at, until=end)
        return [seat for seat in self.seats if _is_before(then.due(seat), end) and now.can_answer(seat, at)]

    def can_answer(self, seat: str, at: int) -> bool:
        """Return whether an answer of a seat at an instant is in time, with its grace."""
        due = self.due(seat)
        return not self.is_late(seat) and (due is None or at <= due + self.pace.grace)

    def leave_days(self, seat: str) -> int:
        """Return how many days of leave a seat has announced."""
        return sum(self.pace.day(to) - self.pace.day(begin) for begin, to in self.seats[seat].leaves)

    def knows(self, content: Content) -> bool:
        """Return whether an entry is about a seat of the game, or about no seat."""
        seat = getattr(content, "seat", None)
        is_everybody = seat == "" and isinstance(content, Clock) and content.act == "outage"
        return not isinstance(seat, str) or seat in self.seats or is_everybody

    def _stops(self, clock: SeatClock) -> Stops:
        """Return what stops a clock besides what it has stood still for already."""
        if self.paused is None:
            return clock.leaves
        return (*clock.leaves, (self.paused, self.until or 2**53))

    def _ran(self, clock: SeatClock, upto: int) -> int:
        return clock.ran(self.pace, upto, self._stops(clock))

    # Entry by entry

    def after(self, content: Content, hosting: Hosting | None = None) -> "Clocks":
        """Return the clocks after an entry; `hosting` is as it is after the entry."""
        clocks = self.charged_by(content, hosting)
        asks = getattr(content, "asks", None)
        if isinstance(asks, tuple):
            clocks = replace(clocks, asks=dict(asks))
        return replace(_running(clocks, content, hosting), at=content.at, announced=_announced(content))

    def charged_by(self, content: Content, hosting: Hosting | None = None) -> "Clocks":
        """Return the clocks after what an entry takes from them, before anybody is asked by it."""
        clocks = _noted(_paused_out(self, content.at), content)
        is_binding = hosting is not None and content.seq in hosting.chosen.values()
        return _bound(clocks, content) if is_binding else clocks

    def having(self, seat: str, clock: SeatClock) -> "Clocks":
        """Return the clocks with another one of a seat."""
        return replace(self, seats={**self.seats, seat: clock})

    def charged(self, seat: str, upto: int, *, is_answer: bool = False) -> "Clocks":
        """Return the clocks after what ran until a question was answered is taken from a bank."""
        clock = self.seats[seat]
        is_on_time = is_answer and not self.is_late(seat)
        return self.having(seat, clock.charged(self._ran(clock, upto), is_on_time=is_on_time))

    def stood(self, span: Span, seat: str = "") -> "Clocks":
        """Return the clocks after those that run stood still for a span that is over; or one of them."""
        seats = {}
        for name, clock in self.seats.items():
            is_meant = seat in ("", name)
            seats[name] = clock.stood(span, self._ran(clock, span[0])) if is_meant else clock
        return replace(self, seats=seats)

    def resumed(self, at: int) -> "Clocks":
        """Return the clocks after the pause has ended, if there was one."""
        if self.paused is None:
            return self
        return replace(self.stood((self.paused, at)), paused=None, until=0)


def begin_clocks(terms: Open) -> Clocks | None:
    """Return the clocks of a game that is opened; None if it has no pace."""
    if terms.pace is None:
        return None
    return Clocks(terms.pace, {seat: SeatClock(terms.pace.bank) for seat in terms.seats}, at=terms.at)


def _is_before(due: int | None, end: int) -> bool:
    return due is not None and due < end


def _paused_out(clocks: Clocks, at: int) -> Clocks:
    """End a pause whose time was over by an instant."""
    is_over = clocks.paused is not None and not clocks.is_paused(at)
    return clocks.resumed(clocks.until) if is_over else clocks


def _noted(clocks: Clocks, content: Content) -> Clocks:
    """Take note of what an entry says beside whom it asks."""
    match content:
        case Seat(seat=seat, name=name):
            return _seated(clocks, seat, name, content.at)
        case Order(word="", seat=seat, seq=seq, came=came):
            clock = clocks.seats[seat]
            return clocks.having(seat, replace(clock, sheets=clock.sheets.plus((seq, came))))
        case Move():
            return _moved(clocks, content)
        case Clock():
            return _CLOCKED[content.act](clocks, content)
        case Ruling():
            return _ruled(clocks, content)
    return clocks


def _seated(clocks: Clocks, seat: str, name: str, at: int) -> Clocks:
    before, clock = clocks.names.get(seat, ""), clocks.seats[seat]
    named = replace(clocks, names={**clocks.names, seat: name})
    return named if name in ("", before) else named.having(seat, clock.of_another(at, clocks.pace))


def _moved(clocks: Clocks, move: Move) -> Clocks:
    seat, clock = move.seat, clocks.seats[move.seat]
    if isinstance(move.cause, int):
        return clocks.charged(seat, clock.sheets.get(move.cause, 0), is_answer=True)
    if move.cause == "ruling":
        return clocks.charged(seat, move.at)
    return clocks.having(seat, replace(clock, is_owed=False))


def _bound(clocks: Clocks, content: Content) -> Clocks:
    """Charge a hosted seat for its choice when it is bound: its move follows when all have chosen."""
    match content:
        case Order(seat=seat, came=came):
            return clocks.charged(seat, came, is_answer=True)
        case Ruling(act="play", seat=str(seat), at=at):
            return clocks.charged(seat, at)
    return clocks


def _late(clocks: Clocks, entry: Clock) -> Clocks:
    seat = str(entry.seat)
    return clocks.having(seat, clocks.seats[seat].late_in(clocks.asks.get(seat, "")))


def _left(clocks: Clocks, entry: Clock) -> Clocks:
    seat = str(entry.seat)
    return clocks.having(seat, clocks.seats[seat].on_leave(span_of(entry)))


def _out(clocks: Clocks, entry: Clock) -> Clocks:
    seat, span = str(entry.seat), span_of(entry)
    stood = clocks.stood(span, seat)
    if not seat:
        return stood
    clock = stood.seats[seat]
    return stood.having(seat, replace(clock, bounced=clock.bounced.after(span)))


_CLOCKED: dict[str, Callable[[Clocks, Clock], Clocks]] = {"late": _late, "leave": _left, "outage": _out}


def _ruled(clocks: Clocks, ruling: Ruling) -> Clocks:
    match ruling:
        case Ruling(act="pause", until=int(until)):
            return replace(clocks.resumed(ruling.at), paused=ruling.at, until=until)
        case Ruling(act="resume"):
            return clocks.resumed(ruling.at)
        case Ruling(act="extend", seat=str(seat), due=int(due)):
            return clocks.having(seat, replace(clocks.seats[seat], extended=due))
        case Ruling(act="back"):
            idle = {seat: clock.taken_back(clocks.pace) for seat, clock in clocks.seats.items()}
            return replace(clocks, seats=idle)
    return clocks


def _running(clocks: Clocks, content: Content, hosting: Hosting | None) -> Clocks:
    """Start the clocks of those who are asked now, stop those of all others."""
    moved = content.seat if isinstance(content, Move) else ""
    awaited = _awaited(clocks.asks, hosting)
    seats = {}
    for seat, clock in clocks.seats.items():
        seats[seat] = clock.asked_for(awaited.get(seat), content.at, clocks.pace, is_anew=seat == moved)
    return replace(clocks, seats=seats)


def _awaited(asks: Mapping[str, str], hosting: Hosting | None) -> Mapping[str, str]:
    """Return whose clocks run: where hosted seats choose first, theirs alone, and then those of the others."""
    if hosting is None or not hosting.choosing:
        return asks
    if hosting.first:
        return {seat: turn for seat, turn in asks.items() if seat in hosting.first}
    return {seat: turn for seat, turn in asks.items() if seat not in hosting.chosen}


def _announced(content: Content) -> Announced | None:
    if isinstance(content, Order) and content.word == "leave":
        return Announced(content.seq, content.seat, content.came)
    return None


def span_of(entry: Clock) -> Span:
    """Return from when to when a leave or an outage is."""
    begin, end = entry.from_, entry.to
    if not isinstance(begin, int) or not isinstance(end, int):
        raise TypeError("this entry of the clock has no span")
    return begin, end

"""The clocks of a game: who is awaited since when, how much time each seat has, and what moves a deadline.

All of it follows from the entries alone, so the referee and every verifier agree. `Clocks.after` carries them one entry
on, `Clocks.objection` says why an entry may not come.

A clock runs from the `at` of the entry that asks its seat: the one whose `asks` names it, and named it not before in
that turn or follows its own move. It stands still on days of rest, on the seat's leave, in outages and pauses. What
the seat spends is what ran until the `came` of the sheet that its move is laid to.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from pbem.record.hosting import Hosting
from pbem.record.kinds import Clock, Content, Move, Open, Order, Ruling, Seat
from pbem.record.pace import DAY, Pace, Span, counted, merged, runs_out

NOTICE = DAY  # a leave begins so long after it was announced, or later
MOST_BOUNCED_AT_ONCE = 3 * DAY  # of a seat's own outages
MOST_BOUNCED = 7 * DAY


class SeatClock(Struct, frozen=True):
    """The clock of a seat."""

    bank: int
    asked: int | None = None  # since when it runs; None: the seat is not awaited
    turn: str = ""  # the one it is, or was last, asked for
    turns: frozenset[str] = frozenset()  # all that it was asked for: each adds to the bank once
    least: int = 0  # what it has for this question at the least, whatever is left in the bank
    extended: int = 0  # by a ruling: not due before
    late: str = ""  # the turn in which it was late last
    lates: int = 0  # turns in a row in which it was late
    leaves: tuple[Span, ...] = ()
    outages: tuple[Span, ...] = ()  # its letters did not arrive
    is_owed: bool = False  # it was late, and the default is still to be played
    sheets: dict[int, int] = {}  # orders since it was asked, and when they came


class Clocks(Struct, frozen=True):
    """All clocks of a game, as of its last entry."""

    pace: Pace
    seats: dict[str, SeatClock]
    asks: dict[str, str] = {}  # who is awaited, by the last `asks`
    at: int = 0  # of the last entry
    names: dict[str, str] = {}
    outages: tuple[Span, ...] = ()  # of the referee
    pauses: tuple[Span, ...] = ()
    paused: int | None = None  # since when
    until: int = 0  # when the pause ends by itself; 0: never
    words: dict[int, tuple[str, int]] = {}  # announcements of leave that had no effect yet: of whom, and when they came

    # What is asked of them

    def due(self, seat: str) -> int | None:
        """Return until when a seat is to answer; None if it is not awaited, or the game is paused for good."""
        clock = self.seats[seat]
        if clock.asked is None or (self.paused is not None and not self.until):
            return None
        allowed = max(clock.bank, clock.least)
        return max(runs_out(self.pace, clock.asked, allowed, self.stopped(seat)), clock.extended)

    def half(self, seat: str) -> int:
        """Return when half of what a seat has for its question will be over; 0 if it is not awaited."""
        clock = self.seats[seat]
        if clock.asked is None:
            return 0
        return runs_out(self.pace, clock.asked, max(clock.bank, clock.least) // 2, self.stopped(seat))

    def spent(self, seat: str, upto: int) -> int:
        """Return what a seat has spent on its question up to an instant."""
        clock = self.seats[seat]
        if clock.asked is None:
            return 0
        return counted(self.pace, clock.asked, max(clock.asked, upto), self.stopped(seat))

    def stopped(self, seat: str) -> list[Span]:
        """Return the spans in which a seat's clock does not run, besides days of rest."""
        clock = self.seats[seat]
        pauses = self.pauses
        if self.paused is not None:
            pauses = (*pauses, (self.paused, self.until or 2**53))
        return merged((*clock.leaves, *clock.outages, *self.outages, *pauses))

    def is_late(self, seat: str) -> bool:
        """Tell whether a seat was late in the turn that it is asked for, so that the default is played at once."""
        clock = self.seats[seat]
        return bool(clock.late) and clock.late == self.asks.get(seat)

    def is_given_up(self, seat: str) -> bool:
        """Tell whether a seat was late so often in a row that it changes hands."""
        return self.seats[seat].lates >= self.pace.lates

    def leave_days(self, seat: str) -> int:
        """Return how many days of leave a seat has announced."""
        return sum(self.pace.day(to) - self.pace.day(begin) for begin, to in self.seats[seat].leaves)

    # Entry by entry

    def after(self, content: Content, hosting: Hosting | None = None) -> "Clocks":
        """Return the clocks after an entry; `hosting` is how hosted seats stand after it."""
        noted = self._noted(content)
        if hosting is not None and content.seq in hosting.chosen.values():
            noted = Clocks._bound(noted, content)
        asks = getattr(content, "asks", None)
        if isinstance(asks, tuple):
            noted = replace(noted, asks=dict(asks))
        return replace(Clocks._running(noted, content, hosting), at=content.at)

    def _noted(self, content: Content) -> "Clocks":
        """Take note of what an entry says beside whom it asks."""
        match content:
            case Seat(seat=seat, name=name):
                return self._seated(seat, name, content.at)
            case Order(word="", seat=seat, seq=seq, came=came):
                clock = self.seats[seat]
                return self._with(seat, replace(clock, sheets={**clock.sheets, seq: came}))
            case Order(word="leave", seat=seat, seq=seq, came=came):
                return replace(self, words={**self.words, seq: (seat, came)})
            case Move():
                return self._moved(content)
            case Clock():
                return _CLOCKED[content.act](self, content)
            case Ruling():
                return self._ruled(content)
        return self

    def _bound(self, content: Content) -> "Clocks":
        """Charge a hosted seat for its choice when it is bound: its move follows when all have chosen."""
        match content:
            case Order(seat=seat, came=came):
                return self._charged(seat, came, is_answer=True)
            case Ruling(act="play", seat=str(seat), at=at):
                return self._charged(seat, at)
        return self

    def _seated(self, seat: str, name: str, at: int) -> "Clocks":
        before = self.names.get(seat, "")
        new = replace(self, names={**self.names, seat: name})
        is_first = not before and not self.asks
        if not name or name == before or is_first:
            return new
        clock = self.seats[seat]
        asked = None if clock.asked is None else at
        fresh = SeatClock(self.pace.bank, asked, clock.turn, clock.turns)  # somebody else begins with all his time
        return Clocks._with(new, seat, fresh)

    def _moved(self, move: Move) -> "Clocks":
        seat, clock = move.seat, self.seats[move.seat]
        if isinstance(move.cause, int):
            return self._charged(seat, clock.sheets.get(move.cause, 0), is_answer=True)
        if move.cause == "ruling":
            return self._charged(seat, move.at)
        return self._with(seat, replace(clock, is_owed=False))

    def _charged(self, seat: str, upto: int, *, is_answer: bool = False) -> "Clocks":
        """Take from a bank what ran until a question was answered; whoever answers is not late any more."""
        clock = self.seats[seat]
        left = max(clock.bank - self.spent(seat, upto), 0)
        is_on_time = is_answer and clock.asked is not None and not self.is_late(seat)
        return self._with(seat, replace(clock, bank=left, lates=0 if is_on_time else clock.lates, is_owed=False))

    def _late(self, entry: Clock) -> "Clocks":
        seat = str(entry.seat)
        clock = self.seats[seat]
        turn = self.asks.get(seat, "")
        return self._with(seat, replace(clock, bank=0, late=turn, lates=clock.lates + 1, is_owed=True))

    def _left(self, entry: Clock) -> "Clocks":
        seat, span = str(entry.seat), _span(entry)
        clock = self.seats[seat]
        leaves = (*(leave for leave in clock.leaves if leave[0] != span[0]), span)
        named = entry.by[0] if isinstance(entry.by, tuple) and entry.by else -1
        words = {seq: word for seq, word in self.words.items() if seq != named}
        return replace(self._with(seat, replace(clock, leaves=leaves)), words=words)

    def _out(self, entry: Clock) -> "Clocks":
        seat, span = str(entry.seat), _span(entry)
        if not seat:
            return replace(self, outages=(*self.outages, span))
        clock = self.seats[seat]
        return self._with(seat, replace(clock, outages=(*clock.outages, span)))

    def _ruled(self, ruling: Ruling) -> "Clocks":
        match ruling:
            case Ruling(act="pause", until=int(until)):
                return replace(self._resumed(ruling.at), paused=ruling.at, until=until)
            case Ruling(act="resume"):
                return self._resumed(ruling.at)
            case Ruling(act="extend", seat=str(seat), due=int(due)):
                return self._with(seat, replace(self.seats[seat], extended=due))
            case Ruling(act="back"):
                idle = {
                    seat: replace(clock, asked=None, least=self.pace.add, is_owed=False)
                    for seat, clock in self.seats.items()
                }
                return replace(self, seats=idle)
        return self

    def _resumed(self, at: int) -> "Clocks":
        if self.paused is None:
            return self
        end = min(at, self.until) if self.until else at
        return replace(self, pauses=(*self.pauses, (self.paused, end)), paused=None, until=0)

    def _running(self, content: Content, hosting: Hosting | None) -> "Clocks":
        """Start the clocks of those who are asked now, stop those of all others."""
        moved = content.seat if isinstance(content, Move) else ""
        awaited = _awaited(self.asks, hosting)
        seats = {}
        for seat, clock in self.seats.items():
            seats[seat] = self._asked(clock, awaited.get(seat), content.at, is_anew=seat == moved)
        return replace(self, seats=seats)

    def _asked(self, clock: SeatClock, turn: str | None, at: int, *, is_anew: bool) -> SeatClock:
        if turn is None:
            is_idle = clock.asked is None and not clock.least
            return clock if is_idle else replace(clock, asked=None, least=0, extended=0)
        if clock.asked is not None and clock.turn == turn and not is_anew:
            return clock
        least = 0 if is_anew or clock.asked is not None else clock.least
        asked = replace(clock, asked=at, turn=turn, turns=clock.turns | {turn}, least=least, extended=0, sheets={})
        if turn in clock.turns:
            return asked
        if not clock.turns:
            return asked  # the first turn is what the bank is for
        bank = min(clock.bank + self.pace.add, self.pace.cap)
        if clock.lates:
            bank = max(bank, self.pace.bank)  # of who was late in his last turn
        return replace(asked, bank=bank)

    def _with(self, seat: str, clock: SeatClock) -> "Clocks":
        return replace(self, seats={**self.seats, seat: clock})


def begin_clocks(terms: Open) -> Clocks | None:
    """Return the clocks of a game that is opened; None if it has no pace."""
    if terms.pace is None:
        return None
    return Clocks(terms.pace, {seat: SeatClock(terms.pace.bank) for seat in terms.seats}, at=terms.at)


def _awaited(asks: Mapping[str, str], hosting: Hosting | None) -> Mapping[str, str]:
    """Return whose clocks run: where hosted seats choose first, theirs alone, and then those of the others."""
    if hosting is None or not hosting.choosing:
        return asks
    if hosting.first:
        return {seat: turn for seat, turn in asks.items() if seat in hosting.first}
    return {seat: turn for seat, turn in asks.items() if seat not in hosting.chosen}


def _span(entry: Clock) -> Span:
    begin, end = entry.from_, entry.to
    if not isinstance(begin, int) or not isinstance(end, int):
        raise TypeError("this entry of the clock has no span")
    return begin, end


_CLOCKED = {"late": Clocks._late, "leave": Clocks._left, "outage": Clocks._out}  # noqa: SLF001 - of this class

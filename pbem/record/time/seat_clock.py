"""The clock of one seat: how much time it has, since when it runs, and when it was stopped."""

from msgspec import Struct
from msgspec.structs import replace

from pbem.record.log.pace import Pace, Span, counted, runs_out
from pbem.record.time.persistent import Pairs, Sets, has, plus

Stops = tuple[Span, ...]


class Bounced(Struct, frozen=True):
    """The outages of one seat, whose letters did not arrive: how long they were together, and the last in a row."""

    seconds: int = 0
    last: Span = (0, 0)

    def after(self, span: Span) -> "Bounced":
        """Return them with one more, which begins when the last had ended, or later."""
        begin, end = span
        in_a_row = self.last[0] if begin == self.last[1] else begin
        return Bounced(self.seconds + end - begin, (in_a_row, end))


class SeatClock(Struct, frozen=True):
    """The clock of a seat."""

    bank: int
    asked: int | None = None  # since when it runs; None: the seat is not awaited
    turn: str = ""  # the one it is, or was last, asked for
    turns: Sets = ()  # all that it was asked for: each adds to the bank once
    least: int = 0  # what it has for this question at the least, whatever is left in the bank
    extended: int = 0  # by a ruling: not due before
    late: str = ""  # the turn in which it was late last
    lates: int = 0  # turns in a row in which it was late
    is_out: bool = False  # it was late since it was asked for this turn, and what else is asked gets the default
    is_owed: bool = False  # it was late, and the default is still to be played
    leaves: Stops = ()  # in the order of time
    leave_words: int = 0  # how often a leave was announced, or changed
    bounced: Bounced = Bounced()
    runs: Pairs = Pairs()  # where it went on to run after it was asked, or was stopped; and what had run by then
    sheets: Pairs = Pairs()  # orders since it was asked, and when they came

    @property
    def allowed(self) -> int:
        """The time that the seat has for its question."""
        return max(self.bank, self.least)

    def ran(self, pace: Pace, upto: int, stops: Stops) -> int:
        """Return how long it has run up to an instant; `stops` are those that it has not stood still for yet."""
        run, later = self.runs.upto(upto)
        if run is None or self.asked is None:
            return 0
        since, ran = run
        ran += counted(pace, since, upto, stops)
        return ran if later is None else min(ran, later[1])

    def runs_out(self, pace: Pace, allowed: int, stops: Stops) -> int:
        """Return the first instant at which it has run so long."""
        since, ran = self.runs.below(allowed) or (self.asked or 0, 0)
        return runs_out(pace, since, allowed - ran, stops)

    def stood(self, span: Span, ran: int) -> "SeatClock":
        """Return it after it stood still for a span that is over, before which it had run so long."""
        begin, end = span
        last = self.runs.last
        if self.asked is None or last is None or end <= max(begin, last[0]):
            return self
        return replace(self, runs=self.runs.plus((end, max(ran, last[1]))))

    def asked_for(self, turn: str | None, at: int, pace: Pace, *, is_anew: bool) -> "SeatClock":
        """Return it after an entry by which its seat is awaited in a turn, or (None) is not.

        With `is_anew` the question is another one even in the same turn: the seat has moved.
        """
        if turn is None:
            is_idle = self.asked is None and not self.least
            return self if is_idle else replace(self, asked=None, least=0, extended=0)
        if self.asked is not None and self.turn == turn and not is_anew:
            return self
        asked = replace(
            self,
            asked=at,
            turn=turn,
            least=0 if is_anew or self.asked is not None else self.least,
            extended=0,
            is_out=self.is_out and turn == self.late,
            runs=Pairs().plus((at, 0)),
            sheets=Pairs(),
        )
        return asked if has(self.turns, turn) else asked.begun(pace)

    def begun(self, pace: Pace) -> "SeatClock":
        """Return it with what a new turn adds; the first one is what the bank is for."""
        bank = min(self.bank + pace.add, pace.cap) if self.turns else self.bank
        if self.lates:
            bank = max(bank, pace.bank)  # of who was late in his last turn
        return replace(self, bank=bank, turns=plus(self.turns, self.turn))

    def charged(self, spent: int, *, is_on_time: bool) -> "SeatClock":
        """Return it after a question was answered; whoever answers by himself, and on time, is not late any more."""
        lates = 0 if is_on_time and self.asked is not None else self.lates
        return replace(self, bank=max(self.bank - spent, 0), lates=lates, is_owed=False)

    def late_in(self, turn: str) -> "SeatClock":
        """Return it after its time was over in a turn; one that was taken back counts once."""
        lates = self.lates + (self.late != turn or not self.lates)
        return replace(self, bank=0, late=turn, lates=lates, is_out=True, is_owed=True)

    def on_leave(self, span: Span) -> "SeatClock":
        """Return it with a leave announced, or made shorter: down to nothing, and then it is as if it were none."""
        leaves = [leave for leave in self.leaves if leave[0] != span[0]]
        if span[0] < span[1]:
            leaves.append(span)
        return replace(self, leaves=tuple(sorted(leaves)), leave_words=self.leave_words + 1)

    def taken_back(self, pace: Pace) -> "SeatClock":
        """Return it after a takeback: what was spent stays so, and whoever is awaited is asked anew."""
        return replace(self, asked=None, least=pace.add, is_out=False, is_owed=False)

    def of_another(self, at: int, pace: Pace) -> "SeatClock":
        """Return the clock for a new player of the seat, who begins with all the time."""
        fresh = SeatClock(pace.bank, turn=self.turn, turns=self.turns)
        return fresh if self.asked is None else replace(fresh, asked=at, runs=Pairs().plus((at, 0)))

"""The audit of a record by the sheets that are known: did each move follow from its sheet?

Each sheet is played again as the referee plays it. Two facts are not in the record, so both ways
are tried: when a sheet came between its signing and its use, and whether its player has cleared or
replaced the rest of it. A move to which none of these ways leads was not ordered. If there are too
many ways to try, nothing is reported.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.mail.block.block import Seen
from pbem.record.dice.seals import SealedOrder
from pbem.record.errors import IntegrityError
from pbem.record.log import kinds
from pbem.record.log.entry import Entry
from pbem.referee.acts.submit import Prepared, Submission, prepare
from pbem.referee.language.plan import Plan
from pbem.referee.language.sheet import Sheet, read_sheet
from pbem.referee.match.follow import Followed
from pbem.referee.match.match import Match
from pbem.referee.plans.possible_plans import (
    NOTHING,
    MoveMade,
    TooManyError,
    dropped,
    laid_under,
    step,
    stepped,
    stepped_with_less,
    surprised,
    turned,
    unlike,
)


class _Sheet(Struct, frozen=True):
    """A known sheet that was used: its order's entry, when it came, and what was read."""

    seq: int
    came: int
    submission: Submission


class _Seat:
    """What one seat may have planned, as far as its known sheets tell."""

    def __init__(self) -> None:
        self.ways: tuple[Plan, ...] = (NOTHING,)
        self.since = 0  # the size of the record when all plans of the seat were dropped
        self.known: dict[int, _Sheet] = {}
        self.begun: set[int] = set()
        self.is_lost = False  # there are too many ways: nothing is said of this seat until its plans are dropped
        self.moved: list[MoveMade] = []
        self.past: list[tuple[int, tuple[Plan, ...]]] = []

    def drop(self, size: int) -> None:
        """Forget everything: of what came before nothing is used any more."""
        self.ways, self.since, self.is_lost = (NOTHING,), size, False
        self.moved.clear()
        self.past.clear()

    def at(self, size: int) -> tuple[Plan, ...]:
        """Return what the seat may have planned when the record had a size."""
        found: tuple[Plan, ...] = (NOTHING,)
        for since, ways in self.past:
            if since > size:
                break
            found = ways
        return found

    def keep(self, size: int, ways: tuple[Plan, ...]) -> None:
        """Note what the seat may have planned from a size on."""
        self.ways = ways
        self.past.append((size, ways))


class Obeying:
    """Reads a record beside its rules; IntegrityError where a move is not what a known sheet orders."""

    def __init__(
        self,
        words: Mapping[int, SealedOrder],
        choices: Mapping[int, SealedOrder] = MappingProxyType({}),
    ) -> None:
        """Take what is known of orders, by entry: whole sheets, and those of which only a first move is looked at.

        By such `choices` a hosted seat was bound. Whether its player has since replaced what else stands there, by
        sheets that nobody shows, would be a guess.
        """
        self._words = {**choices, **words}
        self._choices = choices.keys() - words.keys()
        self._matches: list[Match] = []
        self._times: list[int] = []
        self._seats: dict[Seat, _Seat] = {}
        self._together: Match | None = None  # where those who decide together decided
        self._started = 0  # the size of the record when the game began
        self._left: set[Seat] = set()  # who of them has not moved yet
        self._compared: set[int] = set()
        self._undecided: set[int] = set()

    @property
    def compared(self) -> int:
        """How many sheets had their moves looked at, all of them."""
        return len(self._compared - self._undecided)

    @property
    def undecided(self) -> int:
        """How many known sheets may have been used in more ways than were tried."""
        return len(self._undecided)

    def read(self, entry: Entry, followed: Followed) -> None:
        """Look at the next entry, and at the match after it."""
        if not self._words:
            return
        match entry.content:
            case kinds.Order(seat=seat, word="") as order if entry.seq in self._words:
                self._seat(seat).known[entry.seq] = _sheet(order, self._words[entry.seq])
                self._compared.add(entry.seq)
            case kinds.Order(seat=seat, word="newkey"):
                self._seat(seat).drop(entry.seq + 1)
            case kinds.Ruling(act="vacate" | "substitute", seat=str(seat)):
                self._seat(seat).drop(entry.seq + 1)
            case kinds.Start():
                self._started = entry.seq + 1
            case kinds.Ruling(act="back"):
                self._go_back(entry.seq + 1)
            case kinds.Move() as move:
                self._move(move, followed)
        self._matches.append(followed.match)
        self._times.append(entry.content.at)

    def _seat(self, seat: str) -> _Seat:
        return self._seats.setdefault(Seat(seat), _Seat())

    def _go_back(self, size: int) -> None:
        self._left = set()
        for held in self._seats.values():
            held.drop(size)

    def _move(self, move: kinds.Move, followed: Followed) -> None:
        seat = Seat(move.seat)
        asked = self._asked(move, followed)
        held = self._seat(seat)
        ways = self._ways_known(held, asked)
        if not ways:
            raise _refused(held, asked)
        held.moved.append(asked)
        held.keep(move.seq + 1, ways)
        self._go_on(seat, is_chance=bool(move.chance or followed.decks))

    def _asked(self, move: kinds.Move, followed: Followed) -> MoveMade:
        """Return a move with the position it was decided in: those who decide together all decide in the first."""
        seat, now = Seat(move.seat), self._matches[-1]
        if seat not in self._left or self._together is None:
            self._together = now
            self._left = {decision.seat for decision in now.waiting()}
        self._left.discard(seat)
        decision = self._together.decision_of(seat)
        if decision is None:
            raise IntegrityError(move.seq, "rules", f"nothing was asked of {seat}")
        return MoveMade(move.seq, self._together, now, decision, followed.move, move.cause)

    def _go_on(self, seat: Seat, *, is_chance: bool) -> None:
        """Whoever did not move alone, or moved by chance, does not know everything any more."""
        is_alone = self._together is not None and len(self._together.waiting()) == 1
        for other, held in self._seats.items():
            if other != seat or is_chance or not is_alone:
                held.ways = tuple(surprised(held.ways))

    def _ways_known(self, held: _Seat, asked: MoveMade) -> tuple[Plan, ...]:
        """Return what may be planned after a move, if that can be said; otherwise the move is let pass."""
        try:
            if not held.is_lost:
                return self._ways(held, asked)
        except TooManyError:
            held.is_lost = True
        if isinstance(asked.cause, int) and asked.cause in held.known:
            self._undecided.add(asked.cause)
        return (NOTHING,)

    def _ways(self, held: _Seat, asked: MoveMade) -> tuple[Plan, ...]:
        """Return what may be planned after a move; nothing if no way leads to it."""
        cause = asked.cause
        if isinstance(cause, int) and cause not in held.known:
            return tuple(turned(plan, asked) for plan in held.ways)  # an order that nobody shows
        if not isinstance(cause, int) or cause in held.begun:
            return stepped(held.ways, asked)
        held.begun.add(cause)
        found = self._first_used(held, held.known[cause], asked)
        if cause not in self._choices:
            return found
        del held.known[cause]
        return tuple(turned(plan, asked) for plan in held.ways) if found else ()

    def _first_used(self, held: _Seat, sheet: _Sheet, asked: MoveMade) -> tuple[Plan, ...]:
        """Return what may be planned after the first move of a sheet; nothing if no way leads to it."""
        if used_up := self._used_up(held, sheet, asked):
            return used_up
        recent = self._taken_in(held, sheet, asked, self._since(held, sheet))
        return recent or self._taken_in(held, sheet, asked, held.since) or self._taken_anew(held, sheet, asked)

    def _used_up(self, held: _Seat, sheet: _Sheet, asked: MoveMade) -> tuple[Plan, ...]:
        """Return what is planned after a sheet that was taken in and used up at once; nothing if it was not.

        Most sheets are, and of such a one nothing is left that could tell when it came.
        """
        taken = (self._adopted(plan, sheet, sheet.seq) for plan in held.ways)
        ways: Iterable[Plan] = (plan for plan in taken if plan is not None)
        if not self._is_quiet(sheet.seq, asked.match.head.size):
            ways = surprised(ways)
        left = [after for plan in ways if (after := step(plan, asked)) is not None]
        mark = sheet.submission.digest
        if any(planned.source == mark for plan in left for planned in plan.all_lines):
            return ()
        return unlike([*left, *surprised(left)])  # it may have waited for others, and they have moved since

    def _taken_anew(self, held: _Seat, sheet: _Sheet, asked: MoveMade) -> tuple[Plan, ...]:
        """Return what may be planned after a sheet that was taken in when some of the plan before was dropped."""
        is_quiet = self._is_quiet(sheet.seq, asked.match.head.size)

        def adopted(less: Plan) -> Plan | None:
            plan = self._adopted(less, sheet, sheet.seq)
            return plan if plan is None or is_quiet else replace(plan, is_answer=False)

        return unlike(left for plan in held.ways for left in stepped_with_less(dropped(plan), asked, adopted))

    def _since(self, held: _Seat, sheet: _Sheet) -> int:
        """Return the size of the record before which a sheet had not come."""
        size = sheet.seq
        while size > held.since and self._times[size - 1] >= sheet.came:
            size -= 1
        return size

    def _taken_in(self, held: _Seat, sheet: _Sheet, asked: MoveMade, since: int) -> tuple[Plan, ...]:
        """Return what may be planned after the first move of a sheet, whenever it was taken in."""
        found: list[Plan] = []
        own = sheet.submission.digest
        for size in self._sizes(held, sheet, since):
            taken = [self._adopted(plan, sheet, size) for plan in held.at(size)]
            ways = tuple(plan for plan in taken if plan is not None)
            for earlier in held.moved:
                if earlier.at >= size:
                    ways = self._passed(held, tuple(surprised(ways)), earlier, own)
            # Those who decide together know the same: what the first of them plays is news to none of the others.
            if not self._is_quiet(size, asked.match.head.size):
                ways = tuple(surprised(ways))
            found += stepped(ways, asked, own)
            found += stepped(self._beneath(held, sheet, size), asked, own)
        found += stepped(tuple(self._standing(plan, sheet) for plan in held.ways), asked, own)
        return unlike(found)

    def _passed(self, held: _Seat, ways: tuple[Plan, ...], earlier: MoveMade, own: str) -> tuple[Plan, ...]:
        """Return what may be planned after a move that was made before a sheet was used for the first time."""
        if isinstance(earlier.cause, int) and earlier.cause not in held.known:
            return tuple(turned(plan, earlier) for plan in ways)
        return stepped(ways, earlier, own)

    def _beneath(self, held: _Seat, sheet: _Sheet, size: int) -> tuple[Plan, ...]:
        """Return plans in which a sheet was taken in before those whose lines stand for all turns, and used after."""
        older = self._adopted(NOTHING, sheet, size)
        if older is None:
            return ()
        for earlier in held.moved:
            if earlier.at >= size:
                older = turned(older, earlier)
        newer = (plan for plan in surprised(held.ways) if not plan.lines and not plan.later)
        return tuple(laid_under(plan, older) for plan in newer)

    def _sizes(self, held: _Seat, sheet: _Sheet, since: int) -> list[int]:
        """Return the sizes of the record at which taking a sheet in may have made a difference, the latest first."""
        sizes = {sheet.seq, max(since, self._started)}
        if sheet.submission.seen:
            sizes.add(sheet.submission.seen.size)
        for moved in held.moved:
            sizes |= {moved.at, moved.at + 1}
        started = (size for size in sizes if since <= size <= sheet.seq and self._is_running(size))
        return sorted(started, reverse=True)

    def _is_running(self, size: int) -> bool:
        return 0 < size <= len(self._matches) and self._matches[size - 1].phase == "running"

    def _is_quiet(self, since: int, until: int) -> bool:
        """Tell whether nothing was played in a stretch of the record."""
        return all(before.state is self._matches[until - 1].state for before in self._matches[since - 1 : until])

    def _adopted(self, plan: Plan, sheet: _Sheet, size: int) -> Plan | None:
        """Return a plan with a sheet taken in when the record had a size, or None if it would have been refused."""
        quoted = sheet.submission.seen
        found = prepare(
            self._matches[size - 1], plan, sheet.submission, lambda _size: quoted.head if quoted else None, is_new=False
        )
        return found.plan if isinstance(found, Prepared) else None

    def _standing(self, plan: Plan, sheet: _Sheet) -> Plan:
        """Return a plan with the lines of a sheet that stand for all turns: the others were replaced since it came."""
        read = read_sheet(sheet.submission.text)
        if not isinstance(read, Sheet):
            return NOTHING
        always = "\n".join(line.text for line in read.lines if line.always)
        found = self._adopted(NOTHING, replace(sheet, submission=replace(sheet.submission, text=always)), sheet.seq)
        if found is None:
            return NOTHING
        return replace(plan, always=(*found.always, *plan.always), sources={**plan.sources, **found.sources})


def _sheet(order: kinds.Order, words: SealedOrder) -> _Sheet:
    seen = None
    if order.seen:
        seen = Seen(order.seen.size, order.seen.head)
    # Sheets are told apart by their entry: at the desk somebody may well say the same twice.
    read = Submission(Seat(order.seat), words.sheet, order.sign, f"{order.seq}/{words.digest}", seen=seen)
    return _Sheet(order.seq, order.came, read)


def _refused(held: _Seat, asked: MoveMade) -> IntegrityError:
    text = asked.match.game.write(asked.move, "en")
    if isinstance(asked.cause, int):
        return IntegrityError(asked.cause, "orders", f"the sheet does not order {text!r}, played in entry {asked.at}")
    used = ", ".join(str(seq) for seq in sorted(held.begun))
    why = f"{text!r} is played by {asked.cause!r}, and the orders in entry {used} say something else"
    return IntegrityError(asked.at, "orders", why)

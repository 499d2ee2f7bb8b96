"""Who sits where: a key or a holder changes only with a reason in the record, and a luck committed to never does."""

from typing import ClassVar

from pbem.record.checks.checker import Verdict
from pbem.record.dice import fair
from pbem.record.errors import Check, IntegrityError
from pbem.record.log.chain import is_ending
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import HERE, OfEvent, Open, Order, Ruling, Seat, Start

_AT_ONCE = ("join", "leave", "luck", "newkey", "resign")  # words whose effect is the next entry


class Seats:
    """A seat is taken once; after that a ruling, or the old key's own signed word, stands behind every change."""

    check: ClassVar[Check] = "seats"

    def __init__(self) -> None:
        self._seats: tuple[str, ...] = ()
        self._held: dict[str, Seat] = {}
        self._reasons: dict[int, tuple[str, str]] = {}  # what may change a seat, and which; each is good for one change
        self._said: int | None = None  # a word whose effect must be the next entry
        self._joining = ""  # how that word was signed, if somebody joins by it: with a key that nobody has seen yet
        self._is_started = False

    def read(self, entry: Entry) -> None:
        said, self._said = self._said, None
        if said is not None and getattr(entry.content, "by", None) != (said,):
            raise IntegrityError(entry.seq, "seats", f"the word in entry {said} is not followed by what it asks for")
        match entry.content:
            case Open(seats=seats):
                self._seats = seats
            case Start():
                self._start(entry.seq)
            case Ruling(act="substitute" | "vacate" as act, seat=str(seat)):
                self._reasons[entry.seq] = (act, seat)
            case Order() as order:
                self._order(order)
            case Seat() as new:
                if why := self._objection(new):
                    raise IntegrityError(entry.seq, "seats", why)
                self._held[new.seat] = new

    def finish(self) -> Verdict:
        return "ok"

    def _start(self, seq: int) -> None:
        self._is_started = True
        for seat in self._seats:
            held = self._held.get(seat)
            if held is None or not held.name:
                raise IntegrityError(seq, "seats", f"the game starts, and nobody sits at {seat!r}")

    def _order(self, order: Order) -> None:
        seat, sign, word = order.seat, order.sign, order.word
        if word == "join":
            self._joining = sign
        elif sign not in HERE and sign != self._kind(seat):
            raise IntegrityError(order.seq, "seats", f"{seat!r} has no key of the kind {sign!r}")
        if word == "newkey" and sign in HERE:
            # Entered by the host, it would be his word: that is a ruling, and must look like one.
            raise IntegrityError(order.seq, "seats", f"nobody signed that {seat!r} gets another key")
        self._reasons[order.seq] = (word, seat)
        if word in _AT_ONCE:
            self._said = order.seq

    def _kind(self, seat: str) -> str:
        held = self._held.get(seat)
        return "" if held is None else _kind_of(held)

    def _objection(self, new: Seat) -> str | None:
        old = self._held.get(new.seat)
        if not new.by:
            return None if old is None else f"the holder or key of {new.seat!r} changes without a reason"
        reason, seat = self._reasons.pop(new.by[0], ("", ""))
        if len(new.by) > 1 or seat != new.seat:
            return f"entry {new.by[0]} is no reason to change the seat {new.seat!r}, or was one before"
        if old is None or not old.name:
            return self._joined(new, reason, old)
        if reason == "vacate" and not self._is_started:
            return None if _is_left(new) else f"entry {new.by[0]} is no reason for this change"
        return None if _is_change(reason, old, new) else f"entry {new.by[0]} is no reason for this change"

    def _joined(self, new: Seat, reason: str, old: Seat | None) -> str | None:
        """Say why nobody can take a seat like this that is free."""
        if reason == "join" and not self._is_started:
            is_own = self._joining in (*HERE, _kind_of(new))
            return None if new.name and is_own else f"{new.seat!r} is not taken by the key that signed for it"
        if old is None or not self._is_started:
            return f"{new.seat!r} was never taken, and nobody joined"
        return None if _is_change(reason, old, new) else f"entry {new.by[0]} is no reason for this change"


def _kind_of(held: Seat) -> str:
    return held.key.partition(":")[0]


def _is_left(new: Seat) -> bool:
    """Tell whether a seat is as if it had never been taken, luck included: somebody else may join."""
    return not new.name and not new.luck


def _is_change(reason: str, old: Seat, new: Seat) -> bool:
    """Tell whether a seat changes as its reason lets it, and no otherwise."""
    is_same_person, is_same_key, is_same_luck = old.name == new.name, old.key == new.key, old.luck == new.luck
    match reason:
        case "luck":
            return is_same_person and is_same_key and not is_same_luck
        case "newkey":
            return is_same_person and not is_same_key and is_same_luck
        case "substitute":
            return bool(new.name) and is_same_luck
        case "vacate":
            return not new.name and is_same_luck
    return False


class Luck:
    """A luck is committed to once, before any is revealed; `start` reveals every one that was, and no other."""

    check: ClassVar[Check] = "luck"

    def __init__(self) -> None:
        self._commitments: dict[str, str] = {}
        self._is_decided = False
        self._is_revealed = False
        self._is_started = False
        self._is_of_event = False

    def read(self, entry: Entry) -> None:
        match entry.content:
            case Open(event=OfEvent()):
                self._is_of_event = True
            case Seat(name="", luck="", seat=seat) if not self._is_started and not self._is_revealed:
                self._commitments[seat] = ""  # whoever leaves before anything is revealed takes his luck along
            case Seat(seat=seat, luck=luck):
                self._commit(entry.seq, seat, luck)
            case Order(word="reveal"):
                self._is_revealed = True
            case Start(game=game, luck=lucks):
                self._is_started = self._is_decided = True
                self._compare(entry.seq, game, self._own(entry.seq, lucks))
        self._is_decided |= is_ending(entry.content)

    def finish(self) -> Verdict:
        return "ok" if self._is_decided else "later"

    def _commit(self, seq: int, seat: str, luck: str) -> None:
        before = self._commitments.get(seat, "")
        if before and luck != before:
            raise IntegrityError(seq, "luck", f"{seat!r} commits to another luck, and cannot")
        if luck != before and self._is_started:
            raise IntegrityError(seq, "luck", f"{seat!r} commits to a luck after the start")
        if luck != before and self._is_revealed:
            # Whoever knows the other lucks, and the ladder, could choose this one until the dice please him.
            raise IntegrityError(seq, "luck", f"{seat!r} commits to a luck after another was revealed")
        self._commitments[seat] = luck

    def _own(self, seq: int, lucks: dict[str, str]) -> dict[str, str]:
        """Return what is revealed of the game's own seats; at a table of an event that is nothing, beside its K."""
        if self._is_of_event and fair.EVENT not in lucks:
            raise IntegrityError(seq, "luck", "the game is of an event, whose luck is not in its dice")
        return {seat: luck for seat, luck in lucks.items() if seat != fair.EVENT or not self._is_of_event}

    def _compare(self, seq: int, game: str, lucks: dict[str, str]) -> None:
        committed = {seat: luck for seat, luck in self._commitments.items() if luck}
        for seat in sorted(committed.keys() | lucks.keys()):
            if seat not in lucks:
                raise IntegrityError(seq, "luck", f"the luck of {seat!r} was committed to and is not revealed")
            if seat not in committed:
                raise IntegrityError(seq, "luck", f"the luck of {seat!r} is revealed and was never committed to")
            if fair.luck_commitment(game, seat, bytes.fromhex(lucks[seat])).hex() != committed[seat]:
                raise IntegrityError(seq, "luck", f"the luck of {seat!r} is not what was committed to")

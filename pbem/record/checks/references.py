"""What entries point at is there: seats, causes, entries gone back to, words taken, heads that were quoted."""

from typing import ClassVar

from pbem.record.checks.checker import Verdict
from pbem.record.errors import Check, IntegrityError
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Asks, By, Clock, Content, Move, Open, Order, Ruling, Seat, Start, Word

_CONSENTS: frozenset[Word] = frozenset({"undo", "agree"})
LAPSES = 48 * 3_600  # seconds after which nobody can agree any more
_CHANGING = ("back", "substitute", "vacate")  # rulings after which nobody can go back by an earlier request
_RESIGNS: frozenset[Word] = frozenset({"resign"})


class References:
    """Every entry points at what is there."""

    check: ClassVar[Check] = "chain"

    def __init__(self) -> None:
        self._seats: tuple[str, ...] = ()
        self._accepts: tuple[str, ...] = ()
        self._hashes = [Head.empty.hash.hex()]
        self._orders: dict[int, Order] = {}
        self._done: set[int] = set()  # words that have had their effect
        self._start = 0
        self._names: dict[str, str] = {}
        self._ordered: dict[str, int] = {}  # the last order of each seat that is no word, and was not taken back
        self._lines: list[dict[str, int]] = []  # the same after each entry
        self._changed = 0  # the last entry after which the game was another

    def read(self, entry: Entry) -> None:
        content = entry.content
        match content:
            case Open(seats=seats, accepts=accepts):
                self._seats, self._accepts = seats, accepts
            case Start(seq=seq):
                self._start = seq
            case Seat(seat=seat, name=name):
                self._names[seat] = name
        if why := self._objection(content):
            raise IntegrityError(entry.seq, "chain", why)
        match content:
            case Order(word=word, seat=seat):
                self._orders[entry.seq] = content
                if not word:
                    self._ordered = {**self._ordered, seat: entry.seq}
            case Ruling(act="back", to=int(to)):
                self._ordered = self._lines[to]
        if isinstance(content, Move) or getattr(content, "act", "") in _CHANGING:
            self._changed = entry.seq
        self._lines.append(self._ordered)
        self._hashes.append(entry.hash.hex())

    def finish(self) -> Verdict:
        return "ok"

    def _objection(self, content: Content) -> str | None:
        match content:
            case Seat(seat=str(seat)) | Order(seat=str(seat)) | Move(seat=str(seat)) if seat not in self._seats:
                return f"there is no seat {seat!r} in this game"
            case Ruling(seat=str(seat)) | Clock(seat=str(seat)) if not self._is_meant(content, seat):
                return f"there is no seat {seat!r} in this game"
            case Start(asks=asks) | Move(asks=asks) | Ruling(asks=tuple(asks)) if not self._can_be_asked(asks):
                return "`asks` names what is no seat, or a seat twice"
        return self._pointing(content)

    def _is_meant(self, content: Content, seat: str) -> bool:
        """Tell whether there is such a seat; an outage of none is everybody's."""
        is_everybody = seat == "" and isinstance(content, Clock) and content.act == "outage"
        return is_everybody or seat in self._seats

    def _pointing(self, content: Content) -> str | None:
        match content:
            case Move(seat=seat, cause=int(cause)) if not self._is_sheet(cause, seat):
                return f"entry {cause} is no order of {seat!r} that could cause a move"
            case Order(sign=sign) if sign not in self._accepts:
                return f"this game takes no orders signed by {sign!r}"
            case Order(seen=seen) if seen and not self._is_own(seen.size, seen.head):
                return f"quotes a head of size {seen.size} that is not of this chain: there is, or was, another"
            case Ruling():
                return self._ruling_objection(content)
        return None

    def _ruling_objection(self, ruling: Ruling) -> str | None:
        match ruling:
            case Ruling(act="back", to=int(to)) if not self._start <= to < ruling.seq:
                return f"there is no going back to entry {to}: it is to come, or before the start"
            case Ruling(act="answer", to=int(to)) if to not in self._orders or self._orders[to].word != "appeal":
                return f"entry {to} is no appeal"
            case Ruling(act="back", by=tuple(by)) if not self._take(by, _CONSENTS, None):
                return "`by` names what is no request and no consent, or has had its effect"
            case Ruling(act="back", by=tuple(by)) if by and (why := self._why_not_agreed(ruling, by)):
                return why
            case Ruling(act="vacate", by=tuple(by), seat=str(seat)) if not self._take(by, _RESIGNS, seat):
                return f"`by` names what is no word of {seat!r} to resign, or has had its effect"
        return None

    def _why_not_agreed(self, ruling: Ruling, by: By) -> str | None:
        """Say why a takeback is not what one seat asked for and all others agreed to, or None."""
        request, *consents = (self._orders[seq] for seq in by)
        seats = {order.seat for order in (request, *consents)}
        if request.word != "undo" or any(order.word != "agree" or order.seq < request.seq for order in consents):
            return "a takeback names the request for it, and then those who agreed"
        if seats != {seat for seat, name in self._names.items() if name}:
            return "not everybody who plays has asked for the takeback, or agreed"
        if request.seq < self._changed or any(order.came > request.at + LAPSES for order in consents):
            return f"the request in entry {request.seq} had lapsed"
        if request.seat not in self._ordered or ruling.to != self._ordered[request.seat] - 1:
            return f"goes back to entry {ruling.to}, which is not before the last order of {request.seat}"
        return None

    def _take(self, by: By, words: frozenset[Word], seat: str | None) -> bool:
        """Take words for what they cause; False unless each is there, was not taken before, and is the seat's own."""
        named = [self._orders[seq] for seq in by if seq in self._orders and seq not in self._done]
        self._done.update(by)
        is_right = all(order.word in words and seat in (None, order.seat) for order in named)
        return is_right and len({order.seat for order in named}) == len(by)

    def _can_be_asked(self, asks: Asks) -> bool:
        seats = {seat for seat, _turn in asks}
        return len(seats) == len(asks) and seats <= set(self._seats)

    def _is_sheet(self, seq: int, seat: str) -> bool:
        order = self._orders.get(seq)
        return order is not None and order.seat == seat and not order.word

    def _is_own(self, size: int, head: str) -> bool:
        return size < len(self._hashes) and self._hashes[size].startswith(head)

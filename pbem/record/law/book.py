"""The book of a game: what its entries add up to so far.

It is computed once, for all who need it. The other modules here say, by topic, whether an entry may
be next. They change nothing.
"""

from typing import Any, NamedTuple

from msgspec import UNSET

from pbem.record.dice.climb import Climb, foot
from pbem.record.dice.fair import game_key
from pbem.record.log.chain import is_ending, ruled_result
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Clock, Close, Content, Move, Open, Order, Ruling, Seat, Start, Word
from pbem.record.time.clocks import Clocks, begin_clocks
from pbem.record.time.hosting import Hosting

AT_ONCE: frozenset[Word] = frozenset({"join", "leave", "luck", "newkey", "resign"})
"""Words whose effect is the next entry."""
_CHANGING = ("back", "substitute", "vacate")  # rulings after which nobody can go back by an earlier request
_HANDING = ("substitute", "vacate")


class Reason(NamedTuple):
    """A reason for a change of a seat: a word, or the act of a ruling."""

    what: str = ""
    seat: str = ""


class Past(NamedTuple):
    """The values that going back to an entry restores."""

    ordered: dict[str, int]
    line: frozenset[str]


class Book:
    """A game up to its head; it is carried on in place, because a record may have any number of entries.

    Nothing here judges an entry. An entry that may not come is taken like any other, so that topics which do not object
    to it can go on.
    """

    def __init__(self) -> None:
        self.terms: Open | None = None
        self.last: Content | None = None
        self.hashes = [Head.empty.hash.hex()]  # of every size
        self.start = 0
        self.is_started = False
        self.held: dict[str, Seat] = {}  # who has each seat
        self.reasons: dict[int, Reason] = {}  # by entry; each is good for one change
        self.said: int | None = None  # a word whose effect must be the next entry
        self.joining = ""  # how the last word was signed by which somebody joins
        self.is_revealed = False  # some luck is known
        self.orders: dict[int, Order] = {}
        self.taken: set[int] = set()  # words that have had their effect
        self.ordered: dict[str, int] = {}  # the last order of each seat that is no word, and was not taken back
        self.changed = 0  # the last entry after which the game was another
        self.past: list[Past] = []  # by entry
        self.climb = Climb()
        self.key: bytes | None = None  # K, known once the game has started
        self.sealed: dict[int, str] = {}  # the seals of moves that are not opened yet
        self.bound: dict[int, str] = {}  # those of orders by which hosted seats were bound
        self.appeals: dict[int, str] = {}  # those of appeals, which a ruling that answers one may open
        self.acts: set[int] = set()  # what can be appealed from: rulings, and what moves deadlines
        self.hidden = ""  # the secret that was revealed at the end
        self.hosting = Hosting(frozenset())
        self.clocks: Clocks | None = None

    @property
    def game(self) -> str:
        """The game's id; nothing before it is opened."""
        return self.terms.game if self.terms else ""

    @property
    def is_over(self) -> bool:
        """Whether the game is closed, or was given up."""
        return self.last is not None and is_ending(self.last)

    @property
    def at(self) -> int:
        """When the last entry was written."""
        return self.last.at if self.last else 0

    @property
    def ruled(self) -> dict[str, Any] | None:
        """A result that was ruled, and is now to be closed with."""
        return ruled_result(self.last) if self.last else None

    @property
    def has_pace(self) -> bool:
        """Whether the game has deadlines."""
        return self.terms is not None and self.terms.pace is not None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of the opening."""
        return self.terms.seats if self.terms else ()

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self.hashes) - 1

    def name(self, seat: str) -> str:
        """Return the name of the holder of a seat; empty if it is vacant."""
        held = self.held.get(seat)
        return held.name if held else ""

    def take(self, entry: Entry) -> None:
        """Take the next entry."""
        content = entry.content
        self.said = None
        self._note(content)
        self._run(content)
        self.last = content
        self.past.append(Past(self.ordered, self.climb.line))
        self.hashes.append(entry.hash.hex())

    def _note(self, content: Content) -> None:
        match content:
            case Move():
                self._move(content)
            case Order():
                self._order(content)
            case Seat():
                self._seat(content)
            case Clock():
                self.acts.add(content.seq)
            case Ruling():
                self._ruling(content)
            case Open():
                self._open(content)
            case Start():
                self._start(content)
            case Close():
                self.hidden = content.hidden

    def _run(self, content: Content) -> None:
        """Let time go on; of a seat that is not there no clock runs."""
        if self.hosting.hosted:
            self.hosting = self.hosting.after(content)
        if self.clocks is not None and self.clocks.knows(content):
            self.clocks = self.clocks.after(content, self.hosting)

    def _open(self, terms: Open) -> None:
        self.terms = terms
        self.climb = foot(terms.dice)
        self.hosting = Hosting(frozenset(terms.hosted))
        self.clocks = begin_clocks(terms)

    def _seat(self, seat: Seat) -> None:
        self.held[seat.seat] = seat
        if seat.by:
            self.reasons.pop(seat.by[0], None)

    def _start(self, start: Start) -> None:
        self.start, self.is_started = start.seq, True
        self.key = game_key(self.terms, start.luck) if self.terms else None
        self.climb = self.climb.after(start.chance)

    def _order(self, order: Order) -> None:
        seq, seat, word = order.seq, order.seat, order.word
        self.orders[seq] = order
        self.reasons[seq] = Reason(word, seat)
        if not word:
            self.ordered = {**self.ordered, seat: seq}
        if self.hosting.binds(order):
            self.bound[seq] = order.seal
        if word in AT_ONCE:
            self.said = seq
        match word:
            case "join":
                self.joining = order.sign
            case "reveal":
                self.is_revealed = True
            case "appeal":
                self.appeals[seq] = order.seal

    def _move(self, move: Move) -> None:
        self.changed = move.seq
        self.climb = self.climb.after(move.chance)
        for opening in move.opens:
            self.sealed.pop(opening.seq, None)
        if move.seal is not UNSET:
            self.sealed[move.seq] = move.seal

    def _ruling(self, ruling: Ruling) -> None:
        self.acts.add(ruling.seq)
        if ruling.act in _CHANGING:
            self.changed = ruling.seq
            self.taken.update(ruling.by or ())
        if ruling.act in _HANDING:
            self.reasons[ruling.seq] = Reason(ruling.act, ruling.seat or "")
        for opening in ruling.opens or ():
            self.appeals.pop(opening.seq, None)
        if ruling.act == "back":
            self._go_back(ruling.to or 0)
        self.hidden = ruling.hidden or ""

    def _go_back(self, to: int) -> None:
        if to < len(self.past):
            self.ordered = self.past[to].ordered
            self.climb = self.climb.back(self.past[to].line)

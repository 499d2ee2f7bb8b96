"""The host's acts in a record: rulings, orders entered for others, complaints of players."""

from collections import Counter
from collections.abc import Iterable, Set
from typing import Literal

from msgspec import Struct

from pbem.record.law.book import Book
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import HERE, Clock, Close, Content, Move, Order, Ruling, Seat, Start
from pbem.record.verdict.ruled import Ruled
from pbem.record.verdict.sharing import Chance, Sharing, Vouched

End = Literal["", "closed", "void"]

_UNORDERED = ("default", "late", "ruling")  # why a move is played that nobody ordered and nothing forced


class Host(Struct, frozen=True):
    """The part of a verdict that is about the host.

    It depends on the record, and on which signatures are valid. `gap` is the longest stretch of
    entries without a quoted head. At both ends players signed what they saw. In between, the host
    could have shown each of them another record. Quotes that the host alone vouches for do not
    count.
    """

    end: End = ""
    rulings: dict[str, int] = {}  # his own, by act
    followed: dict[str, int] = {}  # those that players' words or the clock brought about, by cause
    defaults: dict[str, int] = {}  # moves that the rules made for a seat, by cause
    entered: dict[str, int] = {}  # orders entered at the desk on seats that have a key, or had one, by seat
    keys: dict[str, int] = {}  # new keys of the same holder, and keys taken away, by seat
    holders: dict[str, int] = {}  # new holders, and seats left vacant, by seat
    luck: dict[str, Vouched] = {}  # seats whose luck is in the dice, and who vouches for it
    void_after_reveal: tuple[str, ...] = ()  # seats whose luck stood in the record when he gave the game up
    hosted: tuple[str, ...] = ()  # seats whose players can read what the desk keeps secret
    orders: int = 0  # of all seats, words included
    quoting: int = 0  # orders checked by their signatures that quote a head
    quoting_attested: int = 0  # other orders that are said to be signed, and quote one
    gap: int = 0
    late: dict[str, int] = {}  # turns in which a seat was late
    outages: int = 0  # spans for which the referee says that he could not be reached
    outage_seconds: int = 0  # and how long they were together; those of one seat's letters too
    handed_over: tuple[str, ...] = ()  # seats that changed hands because they were late so often as the pace says
    renewed: int = 0  # deadlines that his own rulings began anew: takebacks, and seats that he gave to somebody else
    appeals: int = 0  # against rulings
    appeals_unanswered: int = 0
    is_unsigned: bool = False  # the game is over, and there is no note by which he stands for its record


def read_host(entries: Iterable[Entry]) -> "HostReading":
    """Read a whole record for what its host did."""
    book = Book()
    reading = HostReading(book)
    for entry in entries:
        reading.read(entry)
        book.take(entry)
    return reading


class HostReading:
    """Reads a record for what its host did: each entry before the book takes it."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._ruled = Ruled(book)
        self._sharing = Sharing(book)
        self._defaults: Counter[str] = Counter()
        self._entered: Counter[str] = Counter()
        self._keys: Counter[str] = Counter()
        self._holders: Counter[str] = Counter()
        self._revealed: set[str] = set()
        self._keyed: set[str] = set()  # seats whose holders have a key, or had one
        self._orders = 0
        self._appeals = 0
        self._unanswered: set[int] = set()
        self._quoted: dict[int, int] = {}  # sizes of the heads that signed orders quote, by order
        self._late: Counter[str] = Counter()
        self._outages: list[int] = []
        self._handed_over: list[str] = []

    def read(self, entry: Entry) -> None:
        """Take note of an entry that the book is still to take."""
        content = entry.content
        self._sharing.read(entry)
        self._ruled.read(content)
        self._read_time(content)
        match content:
            case Start(luck=luck):
                self._revealed.update(luck)
            case Order():
                self._order(content)
            case Seat():
                self._sit(content)
            case Move(cause=str(cause)) if cause in _UNORDERED:
                self._defaults[cause] += 1
            case Ruling(act="answer", to=int(to)):
                self._unanswered.discard(to)

    def _read_time(self, content: Content) -> None:
        """Take note of what the clocks have to do with an entry."""
        clocks = self._book.clocks
        if clocks is None or not clocks.knows(content):
            return
        match content:
            case Clock(act="late", seat=str(seat)):
                self._late[seat] += 1
            case Clock(act="outage", from_=int(begin), to=int(end)):
                self._outages.append(end - begin)
            case Ruling(act="substitute" | "vacate", seat=str(seat)) if clocks.is_given_up(seat):
                self._handed_over.append(seat)

    @property
    def _end(self) -> End:
        if not self._book.is_over:
            return ""
        return "closed" if isinstance(self._book.last, Close) else "void"

    def chance(self, checked: Set[int]) -> Chance:
        """Return who contributed to the dice, if exactly these orders were checked."""
        return self._sharing.chance(checked)

    def told(self, *, has_note: bool, checked: Set[int] = frozenset()) -> Host:
        """Return what was found.

        `has_note` is whether the referee signed the head of the record. `checked` are the orders
        whose signatures were verified.
        """
        known = tuple(sorted(self._revealed)) if self._end == "void" else ()
        quoted = {size for seq, size in self._quoted.items() if seq in checked}
        signed = len(self._quoted.keys() & checked)
        return Host(
            end=self._end,
            rulings=_sorted(self._ruled.own),
            followed=_sorted(self._ruled.followed),
            defaults=_sorted(self._defaults),
            entered=_sorted(self._entered),
            keys=_sorted(self._keys),
            holders=_sorted(self._holders),
            luck=self._sharing.lucks(checked),
            void_after_reveal=known,
            hosted=self._book.terms.hosted if self._book.terms else (),
            orders=self._orders,
            quoting=signed,
            quoting_attested=len(self._quoted) - signed,
            gap=self._gap(quoted),
            late=_sorted(self._late),
            outages=len(self._outages),
            outage_seconds=sum(self._outages),
            handed_over=tuple(self._handed_over),
            renewed=self._ruled.renewed,
            appeals=self._appeals,
            appeals_unanswered=len(self._unanswered),
            is_unsigned=bool(self._end) and not has_note,
        )

    def _order(self, order: Order) -> None:
        self._orders += 1
        if order.word == "appeal":
            self._appeals += 1
            self._unanswered.add(order.seq)
        if order.word == "reveal":
            self._revealed.add(order.seat)
        if order.sign in HERE and order.seat in self._keyed:
            self._entered[order.seat] += 1
        # The head of size 0 is the same in all records: who quotes it has seen none.
        # What is quoted with a `newkey`, which goes to all games, was not signed for this one.
        if order.seen and order.seen.size and order.sign not in HERE and order.word != "newkey":
            self._quoted[order.seq] = order.seen.size

    def _sit(self, new: Seat) -> None:
        old = self._book.held.get(new.seat)
        if ":" in new.key:
            self._keyed.add(new.seat)
        elif old is not None and old.name != new.name:
            self._keyed.discard(new.seat)  # somebody else, who never had one
        if old is None:
            return
        if old.name != new.name:
            self._holders[new.seat] += 1
        elif old.key != new.key:
            self._keys[new.seat] += 1

    def _gap(self, quoted: Set[int]) -> int:
        last = longest = 0
        for size in sorted({*quoted, self._book.size}):
            longest = max(longest, size - last)
            last = size
        return longest


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return {name: count for name, count in sorted(counts.items()) if count}

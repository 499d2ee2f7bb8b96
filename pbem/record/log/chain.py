"""The chain: entries one after the other, each naming the hash of the one before."""

from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Any, Protocol

from msgspec import UNSET, Struct
from msgspec.json import Decoder

from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Entry, Head, read
from pbem.record.log.kinds import BEFORE_START, Clock, Close, Content, Move, Open, Order, Ruling, Start
from pbem.record.log.lines import Lines, read_lines

_ABOUT_TIME = ("extend", "pause", "resume")
_ANY_TIME = ("answer", "substitute", "vacate", "void")


class Standing(Protocol):
    """How far a game has come, according to its chain alone or to its book."""

    @property
    def at(self) -> int: ...
    @property
    def is_started(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def ruled(self) -> dict[str, Any] | None: ...
    @property
    def has_pace(self) -> bool: ...
    @property
    def seats(self) -> tuple[str, ...]: ...


class Chain(Struct, frozen=True):
    """A chain as far as it has been read.

    It knows the head, the game, the time of the last entry, and what decides which entry may be
    next.
    """

    head: Head = Head.empty
    game: str | None = None
    at: int = 0
    is_started: bool = False
    is_over: bool = False
    ruled: dict[str, Any] | None = None  # a result that was ruled, and is now to be closed with
    has_pace: bool = False
    seats: tuple[str, ...] = ()

    def read(self, raw: bytes) -> tuple["Chain", Entry]:
        """Return the chain with one more entry, and the entry.

        IntegrityError if the entry may not be next.
        """
        entry = read(self.head, raw, game=self.game)
        if why := objection(self, entry.content):
            raise IntegrityError(entry.seq, "chain", why)
        return self._after(entry), entry

    def _after(self, entry: Entry) -> "Chain":
        content = entry.content
        return Chain(
            entry.head,
            content.game,
            content.at,
            self.is_started or isinstance(content, Start),
            is_ending(content),
            ruled_result(content),
            self.has_pace or (isinstance(content, Open) and content.pace is not None),
            content.seats if isinstance(content, Open) else self.seats,
        )


def objection(so_far: Standing, content: Content) -> str | None:
    """Return why an entry may not be next in this chain, or None.

    What the entry refers to, and the dice in it, are checked elsewhere.
    """
    if so_far.is_over:
        return "the game was over before"
    if isinstance(content, Open) != (content.seq == 0):
        return "a record begins with its only `open`"
    if content.at < so_far.at:
        return f"time goes back from {so_far.at} to {content.at}"
    if isinstance(content, Start) and so_far.is_started:
        return "the game was started before"
    if not so_far.is_started and not _may_precede_start(content):
        return "the game is not started yet"
    if so_far.ruled is not None and (not isinstance(content, Close) or content.result != so_far.ruled):
        return "a result was ruled, and the game is not closed with it"
    if (ruled := ruled_result(content)) is not None and not is_ranking(ruled.get("ranks"), so_far.seats):
        return "the places that are ruled are no ranking of the seats"
    is_in_time = so_far.has_pace or not _is_about_time(content)
    return None if is_in_time else "there is no pace, and so no deadline to move"


class Log(Lines[Entry], frozen=True):
    """A log as far as its bytes and chain are right."""


def read_log(raws: Iterable[bytes]) -> Log:
    """Read a log, each entry once; CannotCheckError if it is of a format that is not known here."""
    chain = Chain()

    def read_next(raw: bytes) -> Entry:
        nonlocal chain
        chain, entry = chain.read(raw)
        return entry

    lines = read_lines(raws, read_next)
    return Log(lines.entries, lines.bad)


def is_ending(content: Content) -> bool:
    """Return whether the game is over after this entry."""
    return isinstance(content, Close) or (isinstance(content, Ruling) and content.act == "void")


def is_ranking(places: object, seats: Collection[str]) -> bool:
    """Return whether every seat has a rank, and the ranks fit each other.

    A rank is one more than the number of seats with better ranks.
    """
    if not isinstance(places, dict) or places.keys() != set(seats):
        return False
    taken = list(places.values())
    if any(type(place) is not int for place in taken):
        return False
    return all(place == 1 + sum(other < place for other in taken) for place in taken)


def ruled_result(content: Content) -> dict[str, Any] | None:
    """Return the result that an entry rules; None if it rules none."""
    if isinstance(content, Ruling) and content.result is not UNSET:
        return content.result
    return None


def _may_precede_start(content: Content) -> bool:
    match content:
        case Order(word=word):
            return word in BEFORE_START
        case Ruling(act=act):
            return act in _ANY_TIME and not content.asks  # nobody is awaited yet
    return not isinstance(content, Move | Clock | Close)


def _is_about_time(content: Content) -> bool:
    """Tell whether an entry is about deadlines, of which there are none without a pace."""
    match content:
        case Clock() | Move(cause="late") | Order(word="leave"):
            return True
        case Ruling(act=act):
            return act in _ABOUT_TIME
    return False


def verify_chain(raws: Iterable[bytes]) -> Head:
    """Return the head of a chain by its links alone; IntegrityError at the first entry that breaks it.

    Covers that each entry is JSON and has the right game, seq and prev. Everything else is left to `verify`.
    """
    size, prev, game = 0, Head.empty.hash.hex(), None
    for raw in raws:
        try:
            link = _link.decode(raw)
        except (ValueError, RecursionError) as error:
            raise IntegrityError(size, "bytes", str(error)) from None
        if link.prev != prev or link.seq != size or link.game != (game or link.game):
            raise IntegrityError(size, "chain", "does not follow the entry before")
        prev, size, game = sha256(b"\0" + raw).hexdigest(), size + 1, link.game
    return Head(size, bytes.fromhex(prev))


class _Link(Struct, gc=False):
    """What ties an entry to its chain; other fields are passed over."""

    game: str
    prev: str
    seq: int


_link = Decoder(_Link)

"""The eleven kinds of entry of an event: their fields, and per kind what types alone cannot say.

They are the format (docs/events.md). The header is that of a game's entries.
"""

import re
from itertools import pairwise
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from pbem.characters import is_printable
from pbem.record.log.canonical import INTEGER_LIMIT
from pbem.record.log.header import (
    QUOTED,
    REFEREE,
    SEAT_NAME,
    Count,
    Dice,
    Digest,
    Header,
    Number,
    Rules,
    not_hex,
    other_fields,
)
from pbem.record.log.kinds import KEY_ID, Opening, Roll, Seen, no_slot
from pbem.record.log.pace import Pace
from pbem.record.log.weak import is_weak_key

MOST_PLAYERS = 256  # whose draws, standings and lucks have room in an entry
MOST_PARTS = 12_000  # that a penalty takes: a hundred points
MOST_RUNGS = 65_536  # of a ladder: whoever checks an event climbs down one for every table
_NAME_BYTES = 64

Integer = Annotated[int, Meta(gt=-INTEGER_LIMIT, lt=INTEGER_LIMIT)]
Field = Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
Costs = dict[str, Count]
Names = tuple[str, ...]

# An id of a table is the event's, and behind it three numbers after dots; so no event's id holds one.
EVENT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
BEACON = re.compile(r"[0-9a-z]{1,128}")  # in one spelling only: another would be another draw


class Entries(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who can enter: until when, how many there must and may be, and into which round the last late ones come."""

    late: Count  # 0: nobody comes late
    least: Field
    most: Field
    until: Count


class Event(Header, tag="event", frozen=True, kw_only=True):
    """The event is announced, and its director is bound to draws and to the dice of every table."""

    accepts: tuple[str, ...]
    beacon: str  # which public number will be entered, that nobody knows yet; empty: none
    checkin: Count  # until when lucks are revealed
    dice: Dice
    entries: Entries
    form: dict[str, Any]
    format: Literal[2]
    key: Digest
    luck: Literal["asked", "none"]
    most_games: Count  # of a player at once; 0: as many as there are
    options: dict[str, str]
    pace: Pace | None
    referee: str
    rounds: tuple[Count, ...]  # when each ends
    rules: Rules
    seats: Names  # of a full table; a smaller one has the first of them
    secret: Digest  # commitment to E
    table: dict[str, Any]
    title: str
    unfinished: Literal["default", "director"]

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if not EVENT_ID.fullmatch(self.game):
            return f"{self.game!r} is no event's id"
        if not REFEREE.fullmatch(self.referee):
            return f"{self.referee!r} is no referee's name"
        if len(set(self.seats)) < max(2, len(self.seats)) or not all(map(SEAT_NAME.fullmatch, self.seats)):
            return "seats are fewer than two, named twice, or no names"
        if self.luck == "asked" and self.beacon:
            return "an event has luck of its players or a public number, not both"
        if self.dice.n > MOST_RUNGS:
            return f"a ladder of {self.dice.n} rungs: of an event it has {MOST_RUNGS} at most"
        if why := self._untimely() or not_hex(self.key, self.secret, self.dice.anchor):
            return why
        if self.pace and (why_not := self.pace.fault()):
            return why_not
        return "the referee's key is no key: anybody can sign for it" if is_weak_key(bytes.fromhex(self.key)) else None

    def _untimely(self) -> str | None:
        """Say what cannot be of the numbers of players, rounds and instants."""
        entries = self.entries
        if entries.least > entries.most:
            return f"{entries.least} must enter at least, and {entries.most} may at most"
        if entries.late > len(self.rounds):
            return f"people may come until round {entries.late}, and the last is {len(self.rounds)}"
        if self.checkin < entries.until:
            return "the check-in ends before the entries do"
        if self.luck == "none" and self.checkin != entries.until:
            return "there is a check-in, and nothing to check in with"
        instants = (self.checkin, *self.rounds)
        if not self.rounds or any(later <= earlier for earlier, later in pairwise(instants)):
            return "there is no round, or one does not end after the one before"
        return None


class Enter(Header, tag="entry", frozen=True, kw_only=True):
    """Somebody enters, by the terms whose head he quotes, and may commit to a luck."""

    came: Count
    key: str
    luck: str
    player: str
    seal: Digest
    seen: Seen
    sign: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if not is_name(self.player):
            return f"{self.player!r} is no name: 1 to {_NAME_BYTES} bytes of printable text without blanks around"
        if not KEY_ID.fullmatch(self.key):
            return f"{self.key!r} is no key: desk, or a kind of key with an id"
        if len(self.luck) not in (0, 64):
            return "luck is neither empty nor a digest"
        return _untaken(self) or _misquoted(self.seen) or not_hex(self.seal, self.luck)


class Withdraw(Header, tag="withdraw", frozen=True, kw_only=True):
    """A player leaves, by his own word: from the next draw on he is not drawn."""

    came: Count
    player: str
    seal: Digest
    sign: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return _untaken(self) or not_hex(self.seal)


class Reveal(Header, tag="reveal", frozen=True, kw_only=True):
    """A player checks in: he reveals his luck, and quotes a head by which all others have entered."""

    came: Count
    luck: Digest
    player: str
    seal: Digest
    seen: Seen
    sign: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return _untaken(self) or _misquoted(self.seen) or not_hex(self.seal, self.luck)


class Start(Header, tag="start", frozen=True, kw_only=True):
    """Entries are closed: who is drawn, in the order of entry, with which lucks, and who waits."""

    beacon: str
    entrants: Names
    luck: tuple[Digest, ...]  # as the entrants stand; none where none was asked
    waiting: Names

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if self.beacon and not BEACON.fullmatch(self.beacon):
            return f"{self.beacon!r} is no public number: 1 to 128 digits and small letters"
        return not_hex(*self.luck)


class Seated(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as it was drawn, in the order of its seats, and what it costs."""

    cost: Costs
    seats: Names


class Draw(Header, tag="draw", frozen=True, kw_only=True):
    """A round is drawn, by everything up to the entry `cut`."""

    attempt: Number
    byes: Names
    chance: tuple[Roll, ...]
    cost: Costs
    cut: Count
    round: Number
    start: Count
    tables: tuple[Seated, ...]

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(*(roll.r for roll in self.chance)) or no_slot(self.chance)


class TableOpened(Header, tag="table", frozen=True, kw_only=True):
    """A table has its game: which, and the hash of that game's first entry."""

    attempt: Number
    id: str
    open: Digest
    round: Number
    table: Number

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(self.open)


class Result(Header, tag="result", frozen=True, kw_only=True):
    """What a table's game came to, seat by seat, and the hash of the entry by which it ended."""

    attempt: Number
    head: Digest
    how: Literal["adjudicated", "played", "void"]
    places: tuple[Number, ...]
    points: tuple[Integer, ...]
    round: Number
    substitutes: tuple[tuple[str, str], ...]  # whose seat was played to its end by whom
    table: Number

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(self.head)


class Appeal(Header, tag="appeal", frozen=True, kw_only=True):
    """A player appeals to the director. What he says is sealed, until a ruling that answers it opens it."""

    came: Count
    player: str
    seal: Digest
    sign: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return _untaken(self) or not_hex(self.seal)


_RULING_FIELDS: dict[str, frozenset[str]] = {
    "answer": frozenset({"opens", "to"}),
    "cancel": frozenset({"secret"}),
    "discount": frozenset({"round", "table"}),
    "extend": frozenset({"round", "until"}),
    "out": frozenset({"player"}),
    "penalty": frozenset({"parts", "player", "round"}),
    "redraw": frozenset({"round"}),
    "replace": frozenset({"by", "player", "round", "table"}),
    "replay": frozenset({"round", "table"}),
    "result": frozenset({"places", "points", "round", "table"}),
}
_RULING_MORE = tuple(sorted({name for names in _RULING_FIELDS.values() for name in names}))

Act = Literal["answer", "cancel", "discount", "extend", "out", "penalty", "redraw", "replace", "replay", "result"]


class Ruling(Header, tag="ruling", frozen=True, kw_only=True):
    """An act of the director, with its reason. Entries stay, nothing is deleted."""

    act: Act
    by: str | UnsetType = UNSET
    opens: tuple[Opening, ...] | UnsetType = UNSET
    parts: Annotated[int, Meta(ge=0, le=MOST_PARTS)] | UnsetType = UNSET
    places: tuple[Number, ...] | UnsetType = UNSET
    player: str | UnsetType = UNSET
    points: tuple[Integer, ...] | UnsetType = UNSET
    reason: str
    round: Number | UnsetType = UNSET
    secret: Digest | UnsetType = UNSET
    table: Number | UnsetType = UNSET
    to: Count | UnsetType = UNSET
    until: Count | UnsetType = UNSET

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        salts = (opening.salt for opening in self.opens or ())
        return other_fields(self, _RULING_MORE, _RULING_FIELDS) or not_hex(self.secret or "", *salts)


class Standing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player's line of the standings."""

    marks: tuple[str, ...]
    played: Count
    player: str
    points: Integer
    rank: Number
    withdrew: Count


class Close(Header, tag="close", frozen=True, kw_only=True):
    """The standings, the lots that told equals apart, and the secret from which the dice of all tables follow."""

    chance: tuple[Roll, ...]
    secret: Digest
    standings: tuple[Standing, ...]

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(self.secret, *(roll.r for roll in self.chance)) or no_slot(self.chance)


Word = Enter | Withdraw | Reveal | Appeal  # what players say
Content = Event | Word | Start | Draw | TableOpened | Result | Ruling | Close


def is_name(name: str) -> bool:
    """Tell whether a player can be called so in an event."""
    return 0 < len(name.encode()) <= _NAME_BYTES and is_printable(name) and name == name.strip()


def _untaken(word: Word) -> str | None:
    return "the word was taken before it came" if word.came > word.at else None


def _misquoted(seen: Seen) -> str | None:
    return None if QUOTED.fullmatch(seen.head) else "the quoted head is not 32 to 64 lower-case hex digits"

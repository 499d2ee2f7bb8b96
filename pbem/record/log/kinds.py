"""The eight kinds of entry: their fields, and per kind what types alone cannot say.

The fields are the format (docs/format.md), beside those of the header; one that is not listed is
refused. Rolls and openings are the same in events.
"""

import re
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from pbem.record.log.header import (
    QUOTED,
    REFEREE,
    SEAT_NAME,
    Count,
    Dice,
    Digest,
    Header,
    Number,
    Range,
    Rules,
    not_hex,
    other_fields,
)
from pbem.record.log.pace import Pace
from pbem.record.log.weak import is_weak_key

FORMAT = 2

Asks = tuple[tuple[str, str], ...]  # who is awaited: seats with the turn they are in
By = tuple[Count, ...]  # the entries that something was done because of
Word = Literal["", "agree", "appeal", "join", "leave", "luck", "newkey", "resign", "reveal", "undo"]
BEFORE_START: frozenset[Word] = frozenset({"join", "luck", "newkey", "resign", "reveal"})

GAME_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
OF_ADDRESS = re.compile(r"(?:dkim):.*")  # of an id that each record calls otherwise
KEY_ID = re.compile(r"desk|(?:ssh|pgp|x509|dkim):[!-~]{1,128}")
_slot = re.compile(r".*/.*", re.DOTALL)

# How orders are signed that were entered where the referee is: nobody but him vouches for them.
HERE = ("desk", "bot")


class Roll(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One public roll: its slot, its rung of the ladder and every draw made from it."""

    draws: tuple[tuple[Range, Count], ...]
    j: Annotated[int, Meta(ge=1, lt=2**32)]
    r: Digest
    slot: str


class Opening(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The text that entry `seq` sealed, with the salt that proves it."""

    salt: Digest
    seq: Count
    text: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(self.salt)


class Seen(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The head a player quoted; `head` may be cut to its first 32 hex digits."""

    head: str
    size: Count


class OfEvent(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which table of an event a game is: of which round, by which draw (its hash), and the how-manieth game there."""

    attempt: Number
    draw: Digest
    event: str
    round: Number
    table: Number

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(self.draw) if GAME_ID.fullmatch(self.event) else f"{self.event!r} is no event's id"


class Open(Header, tag="open", frozen=True, kw_only=True):
    """The game is announced, and the referee is bound to dice and decks."""

    accepts: tuple[str, ...]
    dice: Dice
    event: OfEvent | None
    format: Literal[2]
    hidden: Digest
    hosted: tuple[str, ...]
    key: Digest
    options: dict[str, str]
    pace: Pace | None
    referee: str
    rules: Rules
    seats: tuple[str, ...]
    table: dict[str, Any]

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if not GAME_ID.fullmatch(self.game):
            return f"{self.game!r} is no game id"
        if not REFEREE.fullmatch(self.referee):
            return f"{self.referee!r} is no referee's name"
        if not self.seats or len(set(self.seats)) < len(self.seats):
            return "seats are missing or named twice"
        if not all(SEAT_NAME.fullmatch(seat) for seat in self.seats):
            return f"a seat of {self.seats!r} is not 1 to 32 ASCII letters without spaces"
        if not set(self.hosted) <= set(self.seats) or len(set(self.hosted)) < len(self.hosted):
            return "`hosted` names what is no seat, or a seat twice"
        if why := not_hex(self.key, self.hidden, self.dice.anchor) or (self.pace and self.pace.fault()):
            return why
        if self.event and (why_not := self.event.fault()):
            return why_not
        return "the referee's key is no key: anybody can sign for it" if is_weak_key(bytes.fromhex(self.key)) else None


class Seat(Header, tag="seat", frozen=True, kw_only=True):
    """A seat gets a holder, or a new key. `by` has the entries that are the reason.

    An empty name means a vacant seat. An empty luck means that none is committed.
    """

    by: By
    key: str
    luck: str
    name: str
    seat: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if len(self.luck) not in (0, 64):
            return "luck is neither empty nor a digest"
        if (not self.name) != (not self.key) or (self.key and not KEY_ID.fullmatch(self.key)):
            return f"{self.key!r} is no key: desk, or ssh, pgp, x509 or dkim with an id; none just where nobody sits"
        return not_hex(self.luck)


class Start(Header, tag="start", frozen=True, kw_only=True):
    """The revealed luck, the draws for the setup, and which seats are asked first."""

    asks: Asks
    chance: tuple[Roll, ...]
    luck: dict[str, Digest]
    position: Digest

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(*self.luck.values(), self.position, *(roll.r for roll in self.chance)) or no_slot(self.chance)


class Order(Header, tag="order", frozen=True, kw_only=True, gc=False):
    """A sheet of orders was used, or a signed word was taken that changes the record itself."""

    came: Count
    seal: Digest
    seat: str
    seen: Seen | None
    sign: str
    word: Word

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if self.came > self.at:
            return "the sheet was used before it came"
        if self.seen and not QUOTED.fullmatch(self.seen.head):
            return "the quoted head is not 32 to 64 lower-case hex digits"
        return not_hex(self.seal)


class Move(Header, tag="move", frozen=True, kw_only=True, gc=False):
    """One resolved decision: its text, or the seal over it."""

    asks: Asks
    cause: Count | Literal["forced", "default", "late", "ruling"]
    chance: tuple[Roll, ...]
    opens: tuple[Opening, ...]
    position: Digest
    seal: Digest | UnsetType = UNSET
    seat: str
    text: str | UnsetType = UNSET

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if (self.text is UNSET) == (self.seal is UNSET):
            return "a move has either a text or a seal"
        salts = (opening.salt for opening in self.opens)
        rungs = (roll.r for roll in self.chance)
        return not_hex(self.position, self.seal or "", *salts, *rungs) or no_slot(self.chance)


_RULING_FIELDS: dict[str, frozenset[str]] = {
    "answer": frozenset({"opens", "to"}),
    "back": frozenset({"asks", "by", "to"}),
    "extend": frozenset({"due", "seat"}),
    "pause": frozenset({"until"}),
    "play": frozenset({"seat"}),
    "result": frozenset({"result"}),
    "resume": frozenset(),
    "substitute": frozenset({"asks", "seat"}),
    "vacate": frozenset({"asks", "by", "seat"}),
    "void": frozenset({"hidden"}),
}
_RULING_MORE = ("asks", "by", "due", "hidden", "opens", "result", "seat", "to", "until")


class Ruling(Header, tag="ruling", frozen=True, kw_only=True):
    """An act of the referee, with its reason. Entries stay, nothing is deleted."""

    act: Literal["answer", "back", "extend", "pause", "play", "result", "resume", "substitute", "vacate", "void"]
    asks: Asks | UnsetType = UNSET
    by: By | UnsetType = UNSET
    due: Count | UnsetType = UNSET
    hidden: Digest | UnsetType = UNSET
    opens: tuple[Opening, ...] | UnsetType = UNSET
    reason: str
    result: dict[str, Any] | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    to: Count | UnsetType = UNSET
    until: Count | UnsetType = UNSET

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        salts = (opening.salt for opening in self.opens or ())
        return other_fields(self, _RULING_MORE, _RULING_FIELDS) or not_hex(self.hidden or "", *salts)


_CLOCK_FIELDS: dict[str, frozenset[str]] = {
    "late": frozenset({"due", "seat"}),
    "leave": frozenset({"by", "from_", "seat", "to"}),
    "outage": frozenset({"from_", "seat", "to"}),
}
_CLOCK_MORE = ("by", "due", "from_", "seat", "to")


class Clock(Header, tag="clock", frozen=True, kw_only=True, rename={"from_": "from"}):
    """An event that moves a deadline without a decision of the host.

    An `outage` with an empty seat is for all seats.
    """

    act: Literal["late", "leave", "outage"]
    by: By | UnsetType = UNSET
    due: Count | UnsetType = UNSET
    from_: Count | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    to: Count | UnsetType = UNSET

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return other_fields(self, _CLOCK_MORE, _CLOCK_FIELDS)


class Close(Header, tag="close", frozen=True, kw_only=True):
    """The result, and the hidden secret from which all decks follow."""

    hidden: Digest
    result: dict[str, Any]

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return not_hex(self.hidden)


Content = Open | Seat | Start | Order | Move | Clock | Ruling | Close  # told apart by their `kind`


def no_slot(chance: tuple[Roll, ...]) -> str | None:
    """Say which slot is not written as one, or None."""
    wrong = (roll.slot for roll in chance if not _slot.fullmatch(roll.slot))
    return next((f"slot {slot!r} is not written turn/attempt" for slot in wrong), None)

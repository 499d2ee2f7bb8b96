"""The seven kinds of entry: their fields, and per kind what types alone cannot say.

The fields are the format (docs/format.md); one that is not listed is refused. They stand in alphabetical order, so that
an entry is written in canonical form just as it stands.
"""

import re
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Decoder

from pbem.record.canonical import INTEGER_LIMIT

Count = Annotated[int, Meta(ge=0, lt=INTEGER_LIMIT)]
Range = Annotated[int, Meta(ge=1, lt=INTEGER_LIMIT)]
# Only the length is a type: it costs nothing. The letters of a digest are looked at by `fault`.
Digest = Annotated[str, Meta(min_length=64, max_length=64)]

_digests = re.compile(r"(?:[0-9a-f]{64})*")
_quoted = re.compile(r"[0-9a-f]{32,64}")
_game = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_referee = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,127}")
_seat = re.compile(r"[!-~]{1,32}")


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rules are played."""

    key: str
    version: Count


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """The published end of the dice ladder: its length and r_0."""

    anchor: Digest
    n: Annotated[int, Meta(ge=1, lt=2**32)]


class Roll(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One public roll: its slot, its rung of the ladder and every draw made from it."""

    draws: tuple[tuple[Range, Count], ...]
    j: Annotated[int, Meta(ge=1, lt=2**32)]
    r: Digest
    slot: str


class Opening(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What was sealed in entry `seq`, with the salt that proves it."""

    salt: Digest
    seq: Count
    text: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return _not_hex(self.salt)


class Seen(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The head a player quoted; `head` may be cut to its first 32 hex digits."""

    head: str
    size: Count


class Open(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game is announced, and the referee is bound to dice and decks."""

    accepts: tuple[str, ...]
    at: Count
    dice: Dice
    game: str
    hidden: Digest
    key: Digest
    kind: Literal["open"]
    options: dict[str, str]
    prev: Digest
    referee: str
    rules: Rules
    seats: tuple[str, ...]
    seq: Count
    table: dict[str, Any]

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if not _game.fullmatch(self.game):
            return f"{self.game!r} is no game id"
        if not _referee.fullmatch(self.referee):
            return f"{self.referee!r} is no referee's name"
        if not self.seats or len(set(self.seats)) < len(self.seats):
            return "seats are missing or named twice"
        if not all(_seat.fullmatch(seat) for seat in self.seats):
            return f"a seat of {self.seats!r} is not 1 to 32 ASCII letters without spaces"
        return _not_hex(self.key, self.hidden, self.dice.anchor)


class Seat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who holds a seat now; an empty name is a vacant seat, an empty luck none."""

    at: Count
    game: str
    key: str
    kind: Literal["seat"]
    luck: str
    name: str
    prev: Digest
    seat: str
    seq: Count

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if len(self.luck) not in (0, 64):
            return "luck is neither empty nor a digest"
        return _not_hex(self.luck)


class Start(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The revealed luck, and what was drawn to lay out the game."""

    at: Count
    chance: tuple[Roll, ...]
    game: str
    kind: Literal["start"]
    luck: dict[str, Digest]
    position: Digest
    prev: Digest
    seq: Count

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return _not_hex(*self.luck.values(), self.position, *(roll.r for roll in self.chance))


class Order(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A sheet of orders was used."""

    at: Count
    game: str
    kind: Literal["order"]
    prev: Digest
    seal: Digest
    seat: str
    seen: Seen | None
    seq: Count
    sign: str

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if self.seen and not _quoted.fullmatch(self.seen.head):
            return "the quoted head is not 32 to 64 lower-case hex digits"
        return _not_hex(self.seal)


class Move(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """One resolved decision: its text, or the seal over it."""

    at: Count
    cause: Count | Literal["forced", "default", "ruling"]
    chance: tuple[Roll, ...]
    game: str
    kind: Literal["move"]
    opens: tuple[Opening, ...]
    position: Digest
    prev: Digest
    seal: Digest | UnsetType = UNSET
    seat: str
    seq: Count
    text: str | UnsetType = UNSET

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if (self.text is UNSET) == (self.seal is UNSET):
            return "a move has either a text or a seal"
        salts = (opening.salt for opening in self.opens)
        return _not_hex(self.position, self.seal or "", *salts, *(roll.r for roll in self.chance))


class Ruling(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An act of the referee, with its reason. Entries stay, nothing is deleted."""

    act: Literal["back", "play", "extend", "void", "result", "vacate", "substitute"]
    at: Count
    game: str
    kind: Literal["ruling"]
    prev: Digest
    reason: str
    seat: str | UnsetType = UNSET
    seq: Count
    to: Count | UnsetType = UNSET

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        if (self.to is not UNSET) != (self.act == "back"):
            return "`to` belongs to the act back and to no other"
        if (self.seat is not UNSET) != (self.act in ("play", "vacate", "substitute")):
            return "`seat` belongs to the acts play, vacate and substitute and to no other"
        return None


class Close(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The result, and the hidden secret from which all decks follow."""

    at: Count
    game: str
    hidden: Digest
    kind: Literal["close"]
    prev: Digest
    result: dict[str, Any]
    seq: Count

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        return _not_hex(self.hidden)


Content = Open | Seat | Start | Order | Move | Ruling | Close

DECODERS: dict[str, Decoder[Content]] = {
    "open": Decoder(Open),
    "seat": Decoder(Seat),
    "start": Decoder(Start),
    "order": Decoder(Order),
    "move": Decoder(Move),
    "ruling": Decoder(Ruling),
    "close": Decoder(Close),
}


def _not_hex(*digests: str) -> str | None:
    return None if _digests.fullmatch("".join(digests)) else "a digest is not 64 lower-case hex digits"

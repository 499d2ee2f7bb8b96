"""A match as bytes, for the cache of positions. Whatever is wrong with one, it is thrown away and made again."""

import zlib
from typing import Any

from msgspec import Struct, json

from pbem.games.game import Seat
from pbem.record.log.entry import Head
from pbem.record.log.kinds import Open, Seen
from pbem.record.time.clocks import Clocks
from pbem.record.time.hosting import Hosting
from pbem.referee.match.match import Holder, Match, Ordered, Phase, Request, rules_of

EVERY = 16  # entries between two snapshots: what lies between is replayed by whoever looks
_LEVEL = 1  # an order pays for packing; harder work saves little more of the disk


class _Packed(Struct, frozen=True):
    """A match without its terms and head, the state as plain data."""

    holders: dict[Seat, Holder]
    phase: Phase
    key: str
    at: int
    used: dict[str, int]
    vacant: frozenset[Seat]
    turns: dict[Seat, str]
    quoted: dict[Seat, Seen]
    hosting: Hosting | None
    clocks: Clocks | None
    ruled_for: frozenset[Seat]
    ruled: Any
    ordered: dict[Seat, Ordered]
    request: Request | None
    asked_back: dict[Seat, str]
    state: Any


_decoder = json.Decoder(_Packed)


def pack_match(match: Match) -> bytes:
    """Return a match as bytes, without its terms and head."""
    state = None if match.state is None else match.game.encode(match.state)
    packed = _Packed(
        match.holders,
        match.phase,
        match.key.hex(),
        match.at,
        match.used,
        match.vacant,
        match.turns,
        match.quoted,
        match.hosting,
        match.clocks,
        match.ruled_for,
        match.ruled,
        match.ordered,
        match.request,
        match.asked_back,
        state,
    )
    return zlib.compress(json.encode(packed), _LEVEL)


def unpack_match(terms: Open, head: Head, raw: bytes) -> Match:
    """Return the match that was packed; ValueError if the bytes are not one."""
    packed = _decoder.decode(_unzipped(raw))
    return Match(
        terms=terms,
        head=head,
        holders=packed.holders,
        phase=packed.phase,
        state=None if packed.state is None else rules_of(terms).decode(packed.state),
        key=bytes.fromhex(packed.key),
        at=packed.at,
        used=packed.used,
        vacant=packed.vacant,
        turns=packed.turns,
        quoted=packed.quoted,
        hosting=packed.hosting,
        clocks=packed.clocks,
        ruled_for=packed.ruled_for,
        ruled=packed.ruled,
        ordered=packed.ordered,
        request=packed.request,
        asked_back=packed.asked_back,
    )


def _unzipped(raw: bytes) -> bytes:
    try:
        return zlib.decompress(raw)
    except zlib.error as error:
        raise ValueError(f"not a snapshot: {error}") from None

"""fair/1: dice and deals that are fixed when the game begins, and that everybody can recompute.

The names lp, T, M, u32, u64, h, r, K are those of docs/format.md. Integers are big-endian, strings
UTF-8.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import TypeVar

from msgspec import Struct

from pbem.record.log.kinds import Open

Part = bytes | str
Card = TypeVar("Card")

RUNGS = 16_384
EVENT = "event"  # whose luck goes into the dice of an event's table: that of all who entered
KEPT_EVERY = 64
BLOCK = 16  # rungs set apart for one turn


def u32(number: int) -> bytes:
    """Return the number as 4 bytes."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Return the number as 8 bytes."""
    return number.to_bytes(8, "big")


def lp(part: Part) -> bytes:
    """Return the part after its length, so that joined parts cannot be taken apart in two ways."""
    raw = part.encode() if isinstance(part, str) else part
    return u32(len(raw)) + raw


def _message(tag: str, parts: Iterable[Part]) -> bytes:
    return b"".join(map(lp, ("pbem/fair/1", tag, *parts)))


def T(tag: str, *parts: Part) -> bytes:  # noqa: N802 - the letter of the specification
    """Return the digest of tagged parts."""
    return sha256(_message(tag, parts)).digest()


def M(key: bytes, tag: str, *parts: Part) -> bytes:  # noqa: N802 - the letter of the specification
    """Return the keyed digest of tagged parts."""
    return hmac.digest(key, _message(tag, parts), "sha256")


def hidden_commitment(game: str, hidden: bytes) -> bytes:
    """Return what `open` publishes of the hidden secret h."""
    return T("hidden", game, hidden)


def luck_commitment(game: str, seat: str, luck: bytes) -> bytes:
    """Return what a seat publishes of its luck n before the start."""
    return T("luck", game, seat, luck)


def joint_key(game: str, anchor: bytes, hidden: bytes, lucks: Iterable[tuple[str, bytes]]) -> bytes:
    """Return K, to which every seat's luck contributes: seats in the order of `open`, an empty luck where none.

    `hidden` is the commitment that `open` published, not the secret.
    """
    return T("joint", game, anchor, hidden, *(part for luck in lucks for part in luck))


def game_key(terms: Open, lucks: Mapping[str, str]) -> bytes:
    """Return K of a game from its opening and what `start` reveals, in hex: of a table of an event, the event's K."""
    sharing = terms.seats if terms.event is None else (EVENT,)
    pairs = [(name, bytes.fromhex(lucks.get(name, ""))) for name in sharing]
    return joint_key(terms.game, bytes.fromhex(terms.dice.anchor), bytes.fromhex(terms.hidden), pairs)


def roll_key(rung: bytes, *, game: str, j: int, key: bytes, slot: str) -> bytes:
    """Return k_j, the key of the stream of one public roll; `key` is K."""
    return M(rung, "roll", game, u32(j), key, slot)


@lru_cache(maxsize=512)
def deck_order(hidden: bytes, game: str, key: bytes, label: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the order of a deck, index 0 on top; `cards` are in table order, `hidden` is h, `key` is K."""
    return Stream(M(hidden, "deck", game, key, label)).shuffle(cards)


class Stream:
    """The draws of one roll, as many as are asked for. `draws` remembers each as (n, value)."""

    __slots__ = ("_block", "_buffer", "_key", "draws")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._buffer = b""
        self.draws: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1."""
        if n < 1:
            raise ValueError(f"cannot draw a number below {n}")
        bits = (n - 1).bit_length()
        value = n
        while value >= n:
            value = int.from_bytes(self._take((bits + 7) // 8), "big") & ((1 << bits) - 1)
        self.draws.append((n, value))
        return value

    def die(self) -> int:
        """Draw a number from 1 to 6."""
        return self.below(6) + 1

    def pick(self, items: Sequence[Card]) -> Card:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[Card]) -> tuple[Card, ...]:
        """Return the items in a random order."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return tuple(mixed)

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._buffer += M(self._key, "stream", u64(self._block))
            self._block += 1
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken


def rung_below(game: str, j: int, rung: bytes) -> bytes:
    """Return r_(j-1), computed from r_j.

    Everybody can compute this way down. Nobody can compute r_j from r_(j-1).
    """
    return T("ladder", game, u32(j), rung)


def _rungs_below(game: str, j: int, rung: bytes) -> Iterator[bytes]:
    """Yield all rungs below r_j; what is hashed begins the same for each, and is joined once."""
    begin = _message("ladder", [game]) + u32(4)  # the length of the number that follows
    for i in range(j, 0, -1):
        rung = sha256(begin + u32(i) + lp(rung)).digest()
        yield rung


@lru_cache(maxsize=64)
def _stretch(game: str, j: int, rung: bytes, count: int) -> tuple[bytes, ...]:
    """Return r_j and those below it, as many as are asked for; a game goes through them one after the other."""
    return rung, *islice(_rungs_below(game, j, rung), count)


def turn_of(slot: str) -> str:
    """Return the turn of a slot, which is written turn/attempt."""
    return slot.rpartition("/")[0]


def next_rung(used: Mapping[str, int], slot: str) -> int:
    """Return the number j of the rung for a slot that is rolled for the first time.

    Within a turn it is the next number. A new turn begins at the next multiple of 16. So the dice
    of other seats are the same whether or not one seat rolls again.
    """
    top = max(used, key=used.__getitem__, default=None)
    if top is None:
        return BLOCK
    if turn_of(top) == turn_of(slot):
        return used[top] + 1
    return (used[top] // BLOCK + 1) * BLOCK


class Rungs(Struct, frozen=True):
    """A ladder of which only some rungs are kept: r_0 and every so-many-th, the top one always."""

    game: str
    n: int
    every: int
    kept: tuple[bytes, ...]

    @property
    def anchor(self) -> bytes:
        """r_0, which `open` publishes."""
        return self.kept[0]

    def rung(self, j: int) -> bytes:
        """Return r_j, computed downwards from the next kept rung."""
        if not 0 <= j <= self.n:
            raise ValueError(f"the ladder has rungs 0 to {self.n}, not {j}")
        place = -(-j // self.every)
        top = min(place * self.every, self.n)
        return _stretch(self.game, top, self.kept[place], self.every)[top - j]

    def encode(self) -> bytes:
        """Return the ladder as bytes for storage. They are secret."""
        return u32(self.n) + u32(self.every) + lp(self.game) + b"".join(self.kept)

    @classmethod
    def decode(cls, raw: bytes) -> "Rungs":
        """Return the ladder that `encode` wrote."""
        n, every, length = (int.from_bytes(raw[i : i + 4], "big") for i in (0, 4, 8))
        rungs = raw[12 + length :]
        kept = tuple(rungs[i : i + 32] for i in range(0, len(rungs), 32))
        return cls(raw[12 : 12 + length].decode(), n, every, kept)


def ladder(game: str, top: bytes, n: int = RUNGS, every: int = KEPT_EVERY) -> Rungs:
    """Climb down from r_n = `top` (32 random bytes) and keep what is needed to find any rung quickly."""
    kept = [top]
    for j, rung in zip(range(n - 1, -1, -1), _rungs_below(game, n, top), strict=True):
        if j % every == 0:
            kept.append(rung)
    return Rungs(game, n, every, tuple(reversed(kept)))

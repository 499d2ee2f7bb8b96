"""The chain: entries one after the other, each naming the hash of the one before."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice, repeat
from operator import attrgetter

from msgspec import Struct

from pbem.record.canonical import encoder
from pbem.record.entry import MAX_BYTES, Entry, Head, decoder, read
from pbem.record.errors import IntegrityError
from pbem.record.kinds import Close, Content, Move, Open, Order, Start

BATCH = 128

_place = attrgetter("seq", "prev", "game")


class Chain(Struct, frozen=True):
    """How far a chain has been read: its head, whose it is, and what may still come."""

    head: Head = Head.empty
    game: str | None = None
    is_started: bool = False
    is_closed: bool = False

    def read(self, raw: bytes) -> tuple["Chain", Entry]:
        """Read the next entry; IntegrityError unless it may stand here."""
        entry = read(self.head, raw, game=self.game)
        if why := self._objection(entry.content):
            raise IntegrityError(entry.seq, "chain", why)
        return self._after(entry), entry

    def _objection(self, content: Content) -> str | None:
        if self.is_closed:
            return "the game was closed before"
        if isinstance(content, Open) != (content.seq == 0):
            return "a record begins with its only `open`"
        if isinstance(content, Start) and self.is_started:
            return "the game was started before"
        if isinstance(content, Order | Move) and not self.is_started:
            return "the game is not started yet"
        return None

    def _after(self, entry: Entry) -> "Chain":
        content = entry.content
        return Chain(
            entry.head,
            content.game,
            self.is_started or isinstance(content, Start),
            isinstance(content, Close),
        )


def verify_chain(raws: Iterable[bytes]) -> Head:
    """Return the head of a chain; IntegrityError at the first entry that breaks it.

    Covers size, canonical form, the fields of each kind and their types, seq, prev, game and the order of kinds. What
    digests, seals, dice and quoted heads say is left to `verify`.
    """
    chain = Chain()
    for batch in _batches(raws):
        chain = _pass_plain(chain, batch) or _pass(chain, batch)
    return chain.head


def _batches(raws: Iterable[bytes]) -> Iterator[list[bytes]]:
    rest = iter(raws)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _pass(chain: Chain, batch: list[bytes]) -> Chain:
    for raw in batch:
        chain, _ = chain.read(raw)
    return chain


def _pass_plain(chain: Chain, batch: list[bytes]) -> Chain | None:
    """Pass a whole batch of orders and moves at once, or none of it: then somebody has to look closer.

    These kinds hold no free-form data, so their types leave nothing to look for inside.
    """
    if not chain.is_started or chain.is_closed or len(max(batch, key=len)) > MAX_BYTES:
        return None
    lines = b"\n".join(batch) + b"\n"
    try:
        contents = decoder.decode_lines(lines)
    except ValueError:
        return None
    # A newline inside an entry would give more contents than entries.
    if len(contents) != len(batch) or encoder.encode_lines(contents) != lines:
        return None
    if not {Order, Move}.issuperset(map(type, contents)):
        return None
    size, hashes = chain.head.size, [chain.head.hash.hex(), *[sha256(b"\0" + raw).hexdigest() for raw in batch]]
    if list(map(_place, contents)) != list(
        zip(range(size, size + len(batch)), hashes, repeat(chain.game), strict=False)
    ):
        return None
    return Chain(Head(size + len(batch), bytes.fromhex(hashes[-1])), chain.game, True, False)

"""The chain: entries one after the other, each naming the hash of the one before."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from msgspec import Struct
from msgspec.json import Decoder

from pbem.record.canonical import encoder
from pbem.record.entry import MAX_BYTES, Entry, Head, read
from pbem.record.errors import IntegrityError
from pbem.record.kinds import DECODERS, Close, Content, Move, Open, Order, Start


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
    chain, rest = Chain(), iter(raws)
    for raw in rest:
        chain, _ = chain.read(raw)
        while chain.is_started and not chain.is_closed:
            chain, odd = _pass_plain(chain, rest)
            if odd is None:
                return chain.head
            chain, _ = chain.read(odd)
    return chain.head


def verify_links(raws: Iterable[bytes]) -> Head:
    """Return the head of a chain by its links alone; IntegrityError at the first entry that breaks it.

    Covers that each entry is JSON and has the right game, seq and prev. Whether it is canonical, and has the fields of
    its kind, is left to `verify_chain`.
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


def _pass_plain(chain: Chain, raws: Iterator[bytes]) -> tuple[Chain, bytes | None]:
    """Pass orders and moves, of which a game is made, as fast as can be; stop before anything else, good or bad.

    These kinds hold no free-form data: once their types are right, their form is canonical if they are written as read.
    """
    size, prev, game, odd = chain.head.size, chain.head.hash.hex(), chain.game, None
    read_move, read_order = DECODERS["move"].decode, DECODERS["order"].decode
    write, written = encoder.encode_into, bytearray()
    for raw in raws:
        try:
            # {"at":1700000000,"cause": begins a move. A wrong guess stops here and is looked at again.
            content = read_move(raw) if raw[18:19] == b"c" else read_order(raw)
        except ValueError:
            odd = raw
            break
        write(content, written)
        if (
            written != raw
            or content.prev != prev
            or content.seq != size
            or content.game != game
            or len(raw) > MAX_BYTES
        ):
            odd = raw
            break
        prev = sha256(b"\0" + raw).hexdigest()
        size += 1
    return Chain(Head(size, bytes.fromhex(prev)), game, is_started=True), odd

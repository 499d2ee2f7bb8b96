"""The chain: entries one after the other, each naming the hash of the one before."""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct
from msgspec.json import Decoder

from pbem.record.entry import Entry, Head, read
from pbem.record.errors import IntegrityError
from pbem.record.kinds import Close, Content, Move, Open, Order, Start


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

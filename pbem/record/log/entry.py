"""One entry of a record, of a game or of an event: made at a head, read at a head.

Both sorts of record have the same lines. Which kinds of entry there are, the `Form` of a sort says.
"""

from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from typing import Any, ClassVar, Generic, Protocol, TypeVar, get_args

from msgspec import Struct
from msgspec.json import Decoder

from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.log import canonical
from pbem.record.log.kinds import FORMAT, Content

MAX_BYTES = 65_535
ZERO = bytes(32)


class Said(Protocol):
    """The content of an entry, as a value of its kind."""

    def fault(self) -> str | None:
        """Return what is wrong with the content, besides wrong types; None if nothing is."""


C = TypeVar("C", bound=Said)


class Head(Struct, frozen=True):
    """How long a chain is, and the hash of its last entry."""

    size: int
    hash: bytes

    empty: ClassVar["Head"]


Head.empty = Head(0, ZERO)


class Line(Struct, Generic[C], frozen=True):
    """An entry in its place in the record.

    The raw bytes are the truth. `body` and `content` are two ways to read them.
    """

    seq: int
    hash: bytes
    raw: bytes
    body: dict[str, Any]
    content: C

    @property
    def head(self) -> Head:
        """The head of the chain that ends here."""
        return Head(self.seq + 1, self.hash)


L = TypeVar("L", bound=Line[Any])


class Entry(Line[Content], frozen=True):
    """An entry of a game."""


class Form(Generic[L, C]):
    """How the entries of one sort of record are made and read: by a tagged union of their kinds."""

    def __init__(self, line: Callable[..., L], content: Any, *, first: str, free: Collection[str]) -> None:
        """`first` is the kind that begins a record.

        `free` are fields that hold data of any form; of entries without one their types say it all.
        """
        self.kinds: dict[str, type[Struct]] = {kind.__struct_config__.tag: kind for kind in get_args(content)}
        self._line = line
        self._decoder: Decoder[C] = Decoder(content)
        self._first = first
        self._free = frozenset(free)

    def write(self, head: Head, body: Mapping[str, Any]) -> L:
        """Make the entry that follows `head`; ValueError if the body has not the fields of its kind."""
        encode = canonical.encoder.encode if self._free.isdisjoint(body) else canonical.encode
        raw = encode({**body, "seq": head.size, "prev": head.hash.hex()})
        check_size(raw)
        plain = canonical.parse(raw)
        return self._line(head.size, entry_hash(raw), raw, plain, self._content(plain, raw))

    def read(self, head: Head, raw: bytes, *, game: str | None = None) -> L:
        """Read the entry that follows `head`; IntegrityError unless bytes, fields, seq, prev (and game) are right.

        CannotCheckError if it opens a record of a format that is not known here.
        """
        try:
            check_size(raw)
            body = canonical.decode(raw)
            content = self._content(body, raw)
        except ValueError as error:
            raise IntegrityError(head.size, "bytes", str(error)) from None
        _check_link(head, body, game=game)
        return self._line(head.size, entry_hash(raw), raw, body, content)

    def content(self, raw: bytes) -> C:
        """Return what the bytes of an entry say that was checked before."""
        return self._decoder.decode(raw)

    def _content(self, body: Any, raw: bytes) -> C:
        """Return canonical bytes as an entry of their kind; ValueError if they are none."""
        kind = body.get("kind") if isinstance(body, dict) else None
        if kind == self._first:
            _check_format(body)
        if not isinstance(kind, str) or kind not in self.kinds:
            raise ValueError(f"there is no kind {kind!r}")
        content = self._decoder.decode(raw)
        if why := content.fault():
            raise ValueError(why)
        return content


_games: Form[Entry, Content] = Form(Entry, Content, first="open", free=("table", "result"))
KINDS = _games.kinds
read_content = _games.content
write, read = _games.write, _games.read


def entry_hash(raw: bytes) -> bytes:
    """Return the hash that the next entry names: the leaf hash of RFC 6962."""
    return sha256(b"\0" + raw).digest()


def check_size(raw: bytes) -> None:
    """Raise ValueError if a line, of the log or of a file beside it, is too long."""
    if len(raw) > MAX_BYTES:
        raise ValueError(f"{len(raw)} bytes, at most {MAX_BYTES} are allowed")


def _check_link(head: Head, body: Mapping[str, Any], *, game: str | None) -> None:
    """Raise IntegrityError unless an entry follows a head, and is of that game or event."""
    if body["seq"] != head.size:
        raise IntegrityError(head.size, "chain", f"seq is {body['seq']} where {head.size} was expected")
    if body["prev"] != head.hash.hex():
        raise IntegrityError(head.size, "chain", "prev is not the hash of the entry before")
    if game is not None and body["game"] != game:
        raise IntegrityError(head.size, "chain", f"belongs to game {body['game']!r}, not {game!r}")


def _check_format(body: Mapping[str, Any]) -> None:
    """Raise CannotCheckError if the entry that begins a record is of a format that is not known here."""
    number = body.get("format", 1)
    if type(number) is int and number != FORMAT:
        raise CannotCheckError(f"the record is of format {number}, this program knows format {FORMAT}")

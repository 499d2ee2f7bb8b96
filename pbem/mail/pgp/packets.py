"""OpenPGP as bytes (RFC 9580): armor, the cleartext framework, packets. Structure only, nothing is verified here.

Whatever form a signed message has, it is taken apart into the exact data and one signature packet, so that only
detached signatures are ever verified and no reader decides for us what was covered.
"""

import base64
import binascii
import bz2
import re
import zlib

from msgspec import Struct

from pbem.mail.safe import UnusableError

SIGNATURE = 2
ONE_PASS = 4
SECRET_KEYS = frozenset({5, 7})
PUBLIC_KEY = 6
COMPRESSED = 8
LITERAL = 11
_ENCRYPTED = frozenset({1, 3, 9, 18, 20})
_PACKET_LIMIT = 20
_PIECE_LIMIT = 1_000
_DATA_LIMIT = 131_072
_ARMOR_HEADER = re.compile(rb"[A-Za-z][A-Za-z-]{0,30}: ?[^\n]*")
_CHECKSUM = re.compile(rb"=[A-Za-z0-9+/]{4}")
_HASH = re.compile(rb"Hash: ?[A-Za-z0-9, -]{1,100}")
BEGIN_CLEAR = "-----BEGIN PGP SIGNED MESSAGE-----"
_BEGIN_SIGNATURE = b"-----BEGIN PGP SIGNATURE-----"
_END_SIGNATURE = b"-----END PGP SIGNATURE-----"


class Packet(Struct, frozen=True):
    """One packet: its tag and its body."""

    tag: int
    body: bytes


class Covered(Struct, frozen=True):
    """Data and the one signature packet that is said to cover it."""

    data: bytes
    signature: bytes


def dearmor(text: bytes, label: str) -> bytes:
    """Undo armor; refuse another label, and anything but armor headers, base64 and a checksum inside."""
    lines = [line.rstrip(b" \t") for line in text.strip().split(b"\n")]
    begin, end = f"-----BEGIN PGP {label}-----".encode(), f"-----END PGP {label}-----".encode()
    if len(lines) < 3 or lines[0] != begin or lines[-1] != end:
        raise UnusableError(f"the {label.lower()} is not in OpenPGP armor")
    headers, body = _split_armor(lines[1:-1])
    if not all(_ARMOR_HEADER.fullmatch(line) for line in headers):
        raise UnusableError("the OpenPGP armor has headers that are none")
    if body and _CHECKSUM.fullmatch(body[-1]):
        body = body[:-1]
    try:
        return base64.b64decode(b"".join(body), validate=True)
    except (binascii.Error, ValueError):
        raise UnusableError("the OpenPGP armor is not written in base64") from None


def _split_armor(inner: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    if b"" not in inner:  # some programs leave out the blank line when there are no headers
        return [], inner
    blank = inner.index(b"")
    return inner[:blank], inner[blank + 1 :]


def read_clearsigned(text: bytes) -> Covered:
    """Take the one clearsigned message in a text apart; refuse other headers than Hash, and lines left unescaped."""
    lines = [line.rstrip(b" \t") for line in text.split(b"\n")]
    if lines.count(_BEGIN_SIGNATURE) != 1:
        raise UnusableError("the clearsigned message must have one signature")
    try:
        begin = lines.index(BEGIN_CLEAR.encode())
        blank = lines.index(b"", begin)
        signature = lines.index(_BEGIN_SIGNATURE, blank)
        end = lines.index(_END_SIGNATURE, signature)
    except ValueError:
        raise UnusableError("the clearsigned message is damaged") from None
    if not all(_HASH.fullmatch(line) for line in lines[begin + 1 : blank]):
        raise UnusableError("the clearsigned message has other headers than Hash")
    data = b"\r\n".join(_unescape(line).rstrip(b" \t") for line in lines[blank + 1 : signature])
    return Covered(data, read_detached(dearmor(b"\n".join(lines[signature : end + 1]), "SIGNATURE")))


def read_message(raw: bytes) -> Covered:
    """Take a signed message apart: one-pass signature, literal data, signature; at most once compressed."""
    packets = read_packets(raw)
    if [packet.tag for packet in packets] == [COMPRESSED]:
        packets = read_packets(_decompress(packets[0].body))
    if any(packet.tag in _ENCRYPTED for packet in packets):
        raise UnusableError("encrypted letters are not read here, send signed ones")
    if [packet.tag for packet in packets] != [ONE_PASS, LITERAL, SIGNATURE]:
        raise UnusableError("the OpenPGP message must be one text with one signature")
    return Covered(_literal(packets[1].body), frame(packets[2]))


def read_detached(raw: bytes) -> bytes:
    """Give the one signature packet of a detached signature; refuse none, two, and anything beside it."""
    packets = read_packets(raw)
    if [packet.tag for packet in packets] != [SIGNATURE]:
        raise UnusableError(f"the letter must bear one OpenPGP signature, it has {len(packets)} packets")
    return frame(packets[0])


def read_packets(raw: bytes, *, limit: int = _PACKET_LIMIT) -> list[Packet]:
    """Split bytes into packets, to the last byte."""
    packets: list[Packet] = []
    cursor = _Cursor(raw)
    while not cursor.is_at_end:
        if len(packets) == limit:
            raise UnusableError(f"the OpenPGP data has more than {limit} packets")
        packets.append(_take_packet(cursor))
    return packets


def frame(packet: Packet) -> bytes:
    """Write a packet with a header of the new form."""
    return bytes([0xC0 | packet.tag, 0xFF]) + len(packet.body).to_bytes(4, "big") + packet.body


class _Cursor:
    """A place in the data. What was taken is not copied with the rest: a packet may come in thousands of pieces."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._at = 0
        self._pieces = 0

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._raw)

    def take(self, length: int) -> bytes:
        """Give so many bytes and go on behind them."""
        end = self._at + length
        if end > len(self._raw):
            raise UnusableError("the OpenPGP data is cut short")
        taken = self._raw[self._at : end]
        self._at = end
        return taken

    def take_number(self, width: int) -> int:
        """Give a number of so many bytes."""
        return int.from_bytes(self.take(width), "big")

    def take_rest(self) -> bytes:
        """Give everything that is left."""
        return self.take(len(self._raw) - self._at)

    def count_piece(self) -> None:
        """Count a piece of a packet; there are only so many in all the data."""
        self._pieces += 1
        if self._pieces > _PIECE_LIMIT:
            raise UnusableError("the OpenPGP data is in too many pieces")


def _take_packet(cursor: _Cursor) -> Packet:
    first = cursor.take_number(1)
    if not first & 0x80:
        raise UnusableError("the OpenPGP data is damaged")
    if first & 0x40:
        return Packet(first & 0x3F, _take_pieces(cursor))
    tag, size = first >> 2 & 0x0F, first & 0x03
    if size == 3:  # to the end of the data
        return Packet(tag, cursor.take_rest())
    return Packet(tag, cursor.take(cursor.take_number(1 << size)))


def _take_pieces(cursor: _Cursor) -> bytes:
    pieces: list[bytes] = []
    is_partial = True
    while is_partial:
        length, is_partial = _take_length(cursor)
        pieces.append(cursor.take(length))
        cursor.count_piece()
    return b"".join(pieces)


def _take_length(cursor: _Cursor) -> tuple[int, bool]:
    first = cursor.take_number(1)
    if first < 192:
        return first, False
    if first < 224:
        return (first - 192 << 8) + cursor.take_number(1) + 192, False
    if first < 255:
        return 1 << (first & 0x1F), True
    return cursor.take_number(4), False


def _decompress(body: bytes) -> bytes:
    try:
        data = _inflate(body[:1], body[1:])
    except (zlib.error, OSError, ValueError, EOFError):
        raise UnusableError("the OpenPGP message is damaged") from None
    if len(data) > _DATA_LIMIT:
        raise UnusableError(f"the OpenPGP message is larger than {_DATA_LIMIT // 1024} kB")
    return data


def _inflate(how: bytes, body: bytes) -> bytes:
    if how == b"\0":
        return body
    if how == b"\1":
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, _DATA_LIMIT + 1)
    if how == b"\2":
        return zlib.decompressobj().decompress(body, _DATA_LIMIT + 1)
    if how == b"\3":
        return bz2.BZ2Decompressor().decompress(body, _DATA_LIMIT + 1)
    raise UnusableError("the OpenPGP message is compressed in an unknown way")


def _literal(body: bytes) -> bytes:
    name_length = body[1] if len(body) > 1 else 0
    if body[:1] not in (b"b", b"t", b"u") or len(body) < 6 + name_length:
        raise UnusableError("the OpenPGP message holds no text")
    return body[6 + name_length :]


def _unescape(line: bytes) -> bytes:
    if line.startswith(b"- "):
        return line[2:]
    if line.startswith(b"-"):
        raise UnusableError("a line of the clearsigned message is not escaped")
    return line

"""The SSH wire encoding (RFC 4251): strings, numbers, big integers. Read strictly, to the last byte."""

import re

from pbem.mail.safe import UnusableError

_WORD = re.compile(rb"[!-~]*")


class Unpacker:
    """Takes values off the front of some bytes; refuses what is short, padded or left over."""

    __slots__ = ("_rest",)

    def __init__(self, data: bytes) -> None:
        """Start at the first byte."""
        self._rest = data

    def take(self, size: int) -> bytes:
        """Take exactly `size` bytes."""
        if size > len(self._rest):
            raise UnusableError("the signature or key is cut short")
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def number(self) -> int:
        """Take a uint32."""
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        """Take a string: its length, then its bytes."""
        return self.take(self.number())

    def word(self) -> str:
        """Take a string that must be printable ASCII, as names of algorithms are."""
        raw = self.string()
        if not _WORD.fullmatch(raw):
            raise UnusableError("the signature or key names something unreadable")
        return raw.decode("ascii")

    def integer(self) -> int:
        """Take an mpint that is positive and has no needless leading zero."""
        raw = self.string()
        value = int.from_bytes(raw, "big")
        if value == 0 or raw != _mpint(value):
            raise UnusableError("the signature or key holds a badly written number")
        return value

    def end(self) -> None:
        """Refuse anything left."""
        if self._rest:
            raise UnusableError("the signature or key has bytes after its end")


def number(value: int) -> bytes:
    """Write a uint32."""
    return value.to_bytes(4, "big")


def string(value: bytes) -> bytes:
    """Write a string: its length, then its bytes."""
    return number(len(value)) + value


def _mpint(value: int) -> bytes:
    return value.to_bytes(value.bit_length() // 8 + 1, "big")

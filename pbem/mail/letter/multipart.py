"""Cutting the body of a multipart mail at its delimiters, by rules of our own (see `fields`)."""

import re
from itertools import pairwise

from msgspec import Struct

from pbem.mail.safe import UnusableError

_BOUNDARY = re.compile(r"[ -~]{0,199}[!-~]")


class Pieces(Struct, frozen=True):
    """The parts of a multipart body, each with its own header, and the texts before and behind them."""

    parts: tuple[bytes, ...]
    margins: tuple[bytes, bytes]


def cut_pieces(body: bytes, boundary: str) -> Pieces:
    """Cut a body with line feeds; refuse one without a usable boundary, without a part, or without its end."""
    marks = find_delimiters(body, boundary.rstrip(), rb"(--)?[ \t]*")
    last = next((place for place, mark in enumerate(marks) if mark[1]), 0)
    if not last:
        raise damaged()
    parts = tuple(between(body, one, other) for one, other in pairwise(marks[: last + 1]))
    return Pieces(parts, (body[: max(marks[0].start() - 1, 0)], body[marks[last].end() :]))


def find_delimiters(body: bytes, boundary: str, ending: bytes) -> list[re.Match[bytes]]:
    """Find the lines that begin with the boundary and go on with what the pattern says."""
    if not _BOUNDARY.fullmatch(boundary):
        raise damaged()
    mark = re.escape(b"--" + boundary.encode("ascii"))
    return list(re.finditer(rb"^" + mark + ending + rb"(?:\n|\Z)", body, re.MULTILINE))


def between(body: bytes, one: re.Match[bytes], other: re.Match[bytes]) -> bytes:
    """Return the bytes between two delimiters.

    The line end before a delimiter belongs to the delimiter.
    """
    if other.start() - 1 < one.end():
        raise damaged()
    return body[one.end() : other.start() - 1]


def damaged() -> UnusableError:
    """Return the refusal of a letter whose parts cannot be separated."""
    return UnusableError("the letter's parts are damaged")

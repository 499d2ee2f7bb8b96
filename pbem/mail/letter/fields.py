"""The fields of a header, of a mail or of one of its parts, and what they say beside their parameters.

Read by rules of our own and never by Python's: those change from one version to the next, and a mail must mean the
same on every machine that checks it. What can be read in two ways is refused.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from pbem.mail.safe import UnusableError

# `From sender date`, which a mail server puts before a mail that it pipes into a program; no header field.
MBOX_LINE = re.compile(rb"\AFrom [^\n]*\n")
_FIELD = re.compile(rb"^([!-9;-~]{1,100}):([^\n]*\n(?:[ \t][^\n]*\n)*)", re.MULTILINE)
# Without ever going back: a quote that is not closed reaches to the end.
_PIECE = re.compile(r'(?:[^;"]|"(?:[^"\\]|\\.)*+(?:"|\\?\Z))*+', re.DOTALL)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")


class Field(Struct, frozen=True):
    """One header field as it arrived: its name, and its value with blanks and the line end after it."""

    name: bytes
    value: bytes

    def raw(self) -> bytes:
        """Return the line of a header for this field."""
        return self.name + b":" + self.value


class Fields(Struct, frozen=True):
    """The fields of one header: names in lower case, values on one line; bytes beyond ASCII are not told apart."""

    pairs: tuple[tuple[str, str], ...]

    @property
    def names(self) -> frozenset[str]:
        """The names of all fields."""
        return frozenset(name for name, _ in self.pairs)

    def all(self, name: str) -> list[str]:
        """Give the values of every field of that name, in their order."""
        return [value for other, value in self.pairs if other == name]

    def first(self, name: str) -> str:
        """Give the value of the first field of that name, or an empty text."""
        return next(iter(self.all(name)), "")

    def main(self, name: str) -> str:
        """Give what a field says before its parameters, in lower case."""
        return self.first(name).partition(";")[0].strip().lower()

    def kind(self, default: str = "text/plain") -> str:
        """Give the content type; one that makes no sense is plain text (RFC 2045)."""
        if not self.all("content-type"):
            return default
        kind = self.main("content-type")
        return kind if kind.count("/") == 1 else "text/plain"

    def parameters(self, field: str, name: str) -> list[str]:
        """Give every value of a parameter; refuse one in pieces or percent signs (RFC 2231)."""
        found = [(key, value) for key, value in _parameters(self.first(field)) if key.partition("*")[0] == name]
        if any(key != name for key, _ in found):
            raise UnusableError(f"the letter says {name!r} in a form that is not read here")
        return [value for _, value in found]

    def parameter(self, field: str, name: str) -> str:
        """Give the one value of a parameter, or an empty text; refuse two that differ."""
        values = self.parameters(field, name)
        if len(set(values)) > 1:
            raise UnusableError(f"the letter says {name!r} twice")
        return values[0] if values else ""

    def has_parameter(self, field: str, name: str) -> bool:
        """Say whether a parameter is there, in whatever form."""
        return any(key.partition("*")[0] == name for key, _ in _parameters(self.first(field)))


def split_head(lines: bytes) -> tuple[bytes, bytes]:
    """Split a mail or a part with line feeds into its header and its body."""
    if lines.startswith(b"\n"):
        return b"", lines[1:]
    head, blank, body = lines.partition(b"\n\n")
    return head + b"\n" if blank else head, body


def read_fields(head: bytes) -> Fields:
    """Read a header with line feeds, below the line that an mbox begins it with; refuse a line that is no field."""
    fields = cut_fields(MBOX_LINE.sub(b"", head, count=1))
    return Fields(tuple((field.name.decode("ascii").lower(), _unfolded(field.value)) for field in fields))


def cut_fields(head: bytes) -> list[Field]:
    """Cut a header with line feeds into its fields; refuse a line that is no field and continues none."""
    whole = head if head.endswith(b"\n") or not head else head + b"\n"
    found = list(_FIELD.finditer(whole))
    if sum(field.end() - field.start() for field in found) != len(whole):
        raise UnusableError("the letter's header is damaged")
    return [Field(field[1], field[2]) for field in found]


def _unfolded(value: bytes) -> str:
    return value.replace(b"\n", b"").decode("ascii", "replace").lstrip(" \t")


def _parameters(value: str) -> Iterator[tuple[str, str]]:
    """Give names in lower case and values without quotes; a semicolon between quotes parts nothing."""
    _, *pieces = _PIECE.findall(value)
    for piece in pieces:
        name, _, said = piece.partition("=")
        yield name.strip().lower(), _unquoted(said.strip())


def _unquoted(said: str) -> str:
    quoted = _QUOTED.fullmatch(said)
    return _ESCAPED.sub(r"\1", quoted[1]) if quoted else said

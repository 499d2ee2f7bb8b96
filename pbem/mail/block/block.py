"""The order block: the text a player signs.

    -----BEGIN PBEM ORDERS-----
    to: referee.example.org;
    game: fortuna-7;
    seat: blue;
    token: 9f1c27d0;
    seen: 57 3f9c0d5be1a2c3d4e5f60718293a4b5c;
    n: 1748779200123;
    play harvest water 1;

`seen` and `n` may be missing. Of two sheets for one turn the one with the greater `n` was signed later.

The canonical text is UTF-8 in NFC: the marker line, then each statement on a line of its own, ended by `;` and a
line feed. Inside a statement each run of white space is one blank; header values hold no blank (`seen` holds one);
typographic quotes and dashes are plain ones; invisible characters are gone. Since only `;` ends a statement,
`canonical` makes the same bytes again from text that was wrapped, refilled or re-encoded on its way.

The marker line is signed too, so a mail's block is this text followed by the signature as `ssh-keygen` writes it.
"""

import re
import unicodedata
from itertools import takewhile

from msgspec import Struct, structs

from pbem.characters import is_hidden
from pbem.mail.block.statements import one_line, statements, without_comment
from pbem.mail.phrases import unusable
from pbem.mail.safe import HIDDEN, Unusable, UnusableError, clean

MARKER = "-----BEGIN PBEM ORDERS-----"
TEXT_LIMIT = 32_768
ORDER_LIMIT = 400
MARK_LIMIT = 30
DESK = "desk"  # the game that a block names which concerns the desk itself
_REQUIRED = ("to", "game", "seat", "token")
NAMES = frozenset({*_REQUIRED, "seen", "n"})
_HEADER = re.compile(r"(\w+) ?: ?(.*)")
_VALUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@/+-]{0,99}")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")  # below 2^53, which every reader can count to
_SEEN = re.compile(r"(0|[1-9][0-9]{0,8}) ([0-9a-f]{32,64})")
_PLAIN_MARKS = {"'": "\u2018\u2019\u201a\u201b", '"': "\u201c\u201d\u201e\u201f", "-": "\u2010-\u2015\u2212"}
_TYPOGRAPHY = [(re.compile(f"[{marks}]"), plain) for plain, marks in _PLAIN_MARKS.items()]


class Seen(Struct, frozen=True):
    """The head of the game's chain that the player answers."""

    size: int
    head: str


class Block(Struct, frozen=True):
    """The orders that a player signed: for which referee, game and seat, with the turn's token.

    Of two sheets for one turn, the one with the greater `n` was signed later, if both have it.
    """

    to: str
    game: str
    seat: str
    token: str
    seen: Seen | None
    orders: tuple[str, ...]
    n: int | None = None


def order_lines(text: str) -> tuple[str, ...]:
    """Return the lines of order text as players type it.

    Line ends and `;` end a line. `#` starts a comment, which ends with its line.
    """
    return tuple(words for _, words in statements(_plain(text)))


def write(block: Block) -> bytes:
    """Write the canonical text to be signed; refuse a block that would not be read back with the same orders."""
    text = canonical("".join(f"{statement};\n" for statement in _said(block)))
    if parse(text) != structs.replace(block, orders=tuple(one_line(_plain(order)) for order in block.orders)):
        raise UnusableError("an order may not hold ';', '#', a line end or a leading 'word:'")
    return text


def is_tidy(text: bytes, block: Block) -> bool:
    """Return whether signed bytes have only what was read in them, each statement on its line.

    Typographic marks that were signed stay as they are: people see what was signed.
    """
    return "\n".join([MARKER, *(f"{statement};" for statement in _said(block)), ""]).encode() == text


def _said(block: Block) -> list[str]:
    """Return the statements of a block in their order."""
    seen = [f"seen: {block.seen.size} {block.seen.head}"] if block.seen else []
    number = [] if block.n is None else [f"n: {block.n}"]
    return [*(f"{name}: {getattr(block, name)}" for name in _REQUIRED), *seen, *number, *block.orders]


def canonical(text: str) -> bytes:
    """Return the canonical text of the statements between marker and signature."""
    tidied = (_tidy(statement) for statement in _plain(text).split(";"))
    return "\n".join([MARKER, *(f"{statement};" for statement in tidied if statement), ""]).encode("utf-8", "replace")


def read(text: bytes) -> Block | Unusable:
    """Read signed bytes as `parse` does; what is wrong with them is given back."""
    try:
        return parse(text)
    except UnusableError as error:
        return error.value


def parse(text: bytes) -> Block:
    """Return the block in signed bytes.

    Refuse a header that is there twice, missing, unknown or among the orders, and a line without
    `;`.
    """
    lines = _statements(_decode(text))
    found = [_HEADER.fullmatch(line) for line in lines]
    headers = [(header[1], header[2]) for header in takewhile(bool, found) if header]
    orders = lines[len(headers) :]
    late = next((header[1] for header in found[len(headers) :] if header), None)
    if late is not None:
        raise unusable("late_statement", name=repr(clean(late)))
    unknown = next((name for name, _ in headers if name not in NAMES), None)
    if unknown is not None:
        raise unusable("unknown_statement", name=repr(clean(unknown)))
    if not 1 <= len(orders) <= ORDER_LIMIT:
        raise unusable("order_count", count=len(orders), most=ORDER_LIMIT)
    return _block(headers, orders)


def _block(headers: list[tuple[str, str]], orders: list[str]) -> Block:
    values = dict(headers)
    if len(values) < len(headers):
        raise unusable("twice")
    seen = _seen(values["seen"]) if "seen" in values else None
    number = _number(values["n"]) if "n" in values else None
    to, game, seat, token = (_value(values, name) for name in _REQUIRED)
    return Block(to, game, seat, token, seen, tuple(orders), number)


def _value(values: dict[str, str], name: str) -> str:
    if name not in values:
        raise unusable("missing", name=repr(name))
    if not _VALUE.fullmatch(values[name]):
        raise unusable("bad_value", value=repr(clean(values[name])), name=repr(name))
    return values[name]


def _seen(value: str) -> Seen:
    found = _SEEN.fullmatch(value)
    if found is None:
        raise unusable("bad_seen")
    return Seen(int(found[1]), found[2])


def _number(value: str) -> int:
    if not _NUMBER.fullmatch(value):
        raise unusable("bad_value", value=repr(clean(value)), name="'n'")
    return int(value)


def _decode(text: bytes) -> str:
    if len(text) > TEXT_LIMIT:
        raise unusable("block_long", most=TEXT_LIMIT)
    try:
        decoded = _compose(text.decode("utf-8")).replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise unusable("not_utf8") from None
    check_visible(decoded)
    # Words are compared without accents and ornaments. Nobody's own words grow by that beyond their bytes, but some
    # single signs stand for a whole phrase.
    if not decoded.isascii() and len(unicodedata.normalize("NFKD", decoded)) > TEXT_LIMIT:
        raise unusable("block_long", most=TEXT_LIMIT)
    return decoded


def check_visible(text: str, first: int = 1) -> None:
    """Refuse text with an invisible character; `first` is the number of its first line."""
    character = _invisible(text)
    if character:
        line = first + text[: text.index(character)].count("\n")
        raise unusable("invisible", line=line, code=f"U+{ord(character):04X}")


def _invisible(text: str) -> str:
    """Return the first character that nobody sees, or nothing."""
    if text.isascii():
        found = _CONTROL.search(text)
        return found[0] if found else ""
    hidden = (one for one in text if one not in "\t\n" and is_hidden(one))
    return next(hidden, "")


def _statements(text: str) -> list[str]:
    marker, _, rest = text.partition("\n")
    if marker != MARKER:
        raise unusable("no_marker", marker=MARKER)
    *lines, after = (piece.strip() for piece in rest.split(";"))
    unended = after or next((line for line in lines if "\n" in line), "")
    if unended:
        raise unusable("unended", line=repr(clean(unended.partition("\n")[0])))
    return [words for line in lines if (words := without_comment(line))]


def _plain(text: str) -> str:
    if text.isascii():
        return text
    visible = HIDDEN.sub("", text)
    for marks, plain in _TYPOGRAPHY:
        visible = marks.sub(plain, visible)
    return _compose(visible)


def _compose(text: str) -> str:
    # Always before splitting: NFC turns the Greek question mark into the `;` that ends a statement.
    if text.isascii():
        return text
    # Sorting the marks on one letter takes quadratic time.
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > MARK_LIMIT:
            raise unusable("many_marks", most=MARK_LIMIT)
    return unicodedata.normalize("NFC", text)


def _tidy(statement: str) -> str:
    folded = one_line(statement)
    header = _HEADER.fullmatch(folded)
    if header is None or header[1] not in NAMES:
        return folded
    size, blank, head = header[2].partition(" " if header[1] == "seen" else "\n")
    # Values hold no blank of their own: one that is there was made by a line broken after a hyphen or inside a digest.
    return f"{header[1]}: {_solid(size)}{blank}{_solid(head)}"


def _solid(text: str) -> str:
    return text.replace(" ", "")

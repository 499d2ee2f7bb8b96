"""Rows of a text board, never wider than a mail shows without breaking lines."""

import re
import textwrap
from collections.abc import Iterator
from itertools import accumulate, takewhile
from unicodedata import combining, east_asian_width

from pbem import phrases
from pbem.phrases import NARROW

WIDTH = 76
colon = phrases.colon  # as it stands behind a label
CUT = "\N{HORIZONTAL ELLIPSIS}"  # stands for what had no room
# all characters of two columns are in these ranges; most texts have none, and need no counting
_MAY_BE_WIDE = re.compile(
    "[\u1100-\u11ff\u231a-\u2fff\u3000-\ud7ff\uf900-\ufaff\ufe10-\ufe6f\uff00-\uffe6\U00016fe0-\U0010ffff]"
)
_GLUE = "\u00a0"  # a space where no line is cut
_UNBROKEN = str.maketrans("", "", NARROW + _GLUE)  # spaces at which no line is broken
_BREAKABLE = re.compile(r"-(?:-|[^\W\d]-?[^\W\d])")  # a hyphen that a line may end with


def wrapped(text: str, indent: str = "") -> list[str]:
    """Return a text as lines; all lines after the first are indented."""
    return wrap(text, rest=indent)


def wrap(
    text: str,
    width: int = WIDTH,
    *,
    first: str = "",
    rest: str = "",
    has_hyphens: bool = True,
) -> list[str]:
    """Return a text as lines, broken at spaces and (if it `has_hyphens`) at hyphens.

    `first` and `rest` indent the first line and the others. The result is that of `textwrap`, with
    two differences: most texts are broken faster, and wide characters count as two columns.
    """
    if not text.isascii() and _MAY_BE_WIDE.search(text):
        return _cut_by_columns(text, width, first, rest)
    lines = _cut_at_blanks(text, width, first, rest)
    if lines is None or (has_hyphens and len(lines) > 1 and _BREAKABLE.search(text)):
        return textwrap.wrap(
            text,
            width,
            initial_indent=first,
            subsequent_indent=rest,
            break_on_hyphens=has_hyphens,
        )
    return lines


def _cut_at_blanks(text: str, width: int, first: str, rest: str) -> list[str] | None:
    """Return the lines of words with one space between them, or None for any other text."""
    body = text.lstrip(" ")
    if not body or body[-1] == " " or "  " in body or not body.translate(_UNBROKEN).isprintable():
        return None
    lines, indent = [], first + text[: len(text) - len(body)]
    room = width - len(first)  # the longest word that is not cut here
    while len(indent) + len(body) > width:
        end = body.rfind(" ", 0, max(0, width - len(indent) + 1))
        word = body[end + 1 :].partition(" ")[0]
        if end < 0 or len(word) > room:
            return None
        lines.append(indent + body[:end])
        indent, body, room = rest, body[end + 1 :], width - len(rest)
    return [*lines, indent + body]


def columns_of(text: str) -> int:
    """Return how many columns a text takes.

    A wide character, such as a Chinese one or a picture, takes two; a combining accent takes none.
    """
    if text.isascii() or not _MAY_BE_WIDE.search(text):
        return len(text)
    return sum(map(_columns_of_sign, text))


def _columns_of_sign(sign: str) -> int:
    if combining(sign):
        return 0
    return 2 if east_asian_width(sign) in "WF" else 1


def fitted(text: str, width: int) -> str:
    """Return a text in at most `width` columns; an ellipsis replaces what has no room."""
    if columns_of(text) <= width:
        return text
    return _head(text, width - 1) + CUT


def flush_left(text: str, width: int) -> str:
    """Return a text padded at its right end to `width` columns, with at least one space."""
    cut = fitted(text, width - 1)
    return cut + " " * (width - columns_of(cut))


def flush_right(text: str, width: int) -> str:
    """Return a text padded at its left end to `width` columns, with at least one space."""
    cut = fitted(text, width - 1)
    return " " * (width - columns_of(cut)) + cut


def _cut_by_columns(text: str, width: int, first: str, rest: str) -> list[str]:
    """Return the lines of words, counted in columns; a word that fits no line is cut."""
    lines, line = [], first
    is_begun = False
    for word in text.split(" "):
        beside = f"{line} {word}" if is_begun else line + word
        if columns_of(beside) > width and is_begun:
            lines.append(line)
            beside = rest + word
        while columns_of(beside) > width:
            head = _head(beside, width)
            lines.append(head)
            beside = rest + beside[len(head) :]
        line, is_begun = beside, True
    return [*lines, line]


def _head(text: str, width: int) -> str:
    """Return as much of a text as fits into so many columns."""
    taken = accumulate(map(_columns_of_sign, text))
    return text[: sum(1 for _ in takewhile(lambda columns: columns <= width, taken))]


def listed(label: str, *values: str, indent: str = "", colon: str = ":") -> Iterator[str]:
    """Yield the lines of a label and its values; lines break only between values."""
    whole = ", ".join(value.replace(" ", _GLUE) for value in values) or "-"
    lines = wrap(f"{label}{colon} {whole}", first=indent, rest=f"{indent}  ")
    yield from (line.replace(_GLUE, " ") for line in lines)


def abreast(label: str, *parts: str, margin: int) -> Iterator[str]:
    """Yield the lines of a label and parts side by side; a part without room begins a new line."""
    lines = [""]
    for part in filter(None, parts):
        beside = f"{lines[-1]}   {part}" if lines[-1] else part
        if len(beside) <= WIDTH - margin:
            lines[-1] = beside
        else:
            lines += wrap(part, WIDTH - margin)
    if len(lines) > 1 and not lines[0]:
        lines = lines[1:]  # the first part alone was too wide
    for line in lines:
        yield f"{label:<{margin}}{line}".rstrip()
        label = ""


def columns(label: str, cells: list[str], *, margin: int, width: int) -> str:
    """Return a row of a table: the label, then cells of equal width, aligned right."""
    return (f"{label:<{margin}}" + "".join(f"{cell:>{width}}" for cell in cells)).rstrip()

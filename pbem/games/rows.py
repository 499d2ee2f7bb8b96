"""Rows of a text board: nothing is ever wider than a mail shows without breaking it."""

import re
import textwrap
from collections.abc import Iterator

from pbem.phrases import NARROW

WIDTH = 76
_GLUE = "\u00a0"  # a space where no line is cut
_BREAKABLE = re.compile(r"-(?:-|[^\W\d]-?[^\W\d])")  # a hyphen that a line may end with


def wrapped(text: str, indent: str = "") -> list[str]:
    """Return a text as lines; those after the first are indented."""
    return wrap(text, rest=indent)


def wrap(text: str, width: int = WIDTH, *, first: str = "", rest: str = "", has_hyphens: bool = True) -> list[str]:
    """Break a text into lines, at blanks and (if it `has_hyphens`) within words; `first` and `rest` indent them.

    It gives what `textwrap` gives, which takes long and is asked only where a break is more than a blank left out.
    """
    lines = _cut_at_blanks(text, width, first, rest)
    if lines is None or (has_hyphens and len(lines) > 1 and _BREAKABLE.search(text)):
        return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=has_hyphens)
    return lines


def _cut_at_blanks(text: str, width: int, first: str, rest: str) -> list[str] | None:
    """Return the lines of words with one blank between them, or None if there is anything else in the text."""
    body = text.lstrip(" ")
    if not body or body[-1] == " " or "  " in body or not body.replace(NARROW, "").isprintable():
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


def listed(label: str, *values: str, indent: str = "", colon: str = ":") -> Iterator[str]:
    """Yield a label and its values, cut between values only."""
    whole = ", ".join(value.replace(" ", _GLUE) for value in values) or "-"
    lines = wrap(f"{label}{colon} {whole}", first=indent, rest=f"{indent}  ")
    yield from (line.replace(_GLUE, " ") for line in lines)


def abreast(label: str, *parts: str, margin: int) -> Iterator[str]:
    """Yield parts side by side after a label; one that does not fit any more begins a line of its own."""
    lines = [""]
    for part in filter(None, parts):
        beside = f"{lines[-1]}   {part}" if lines[-1] else part
        if len(beside) <= WIDTH - margin:
            lines[-1] = beside
        else:
            lines += wrap(part, WIDTH - margin)
    if len(lines) > 1 and not lines[0]:
        lines = lines[1:]  # the first part was too wide to stand beside nothing
    for line in lines:
        yield f"{label:<{margin}}{line}".rstrip()
        label = ""


def columns(label: str, cells: list[str], *, margin: int, width: int) -> str:
    """Return a row of a table: the label, then cells of one width, flush right."""
    return (f"{label:<{margin}}" + "".join(f"{cell:>{width}}" for cell in cells)).rstrip()

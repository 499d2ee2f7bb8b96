"""Rows of a text board: nothing is ever wider than a mail shows without breaking it."""

from collections.abc import Iterator
from textwrap import wrap

WIDTH = 76
_GLUE = "\u00a0"  # a space where no line is cut


def wrapped(text: str, indent: str = "") -> list[str]:
    """Return a text as lines; those after the first are indented."""
    return wrap(text, WIDTH, subsequent_indent=indent)


def listed(label: str, *values: str, indent: str = "") -> Iterator[str]:
    """Yield a label and its values, cut between values only."""
    whole = ", ".join(value.replace(" ", _GLUE) for value in values) or "-"
    lines = wrap(f"{label}: {whole}", WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")
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

"""Places told from one piece to the next: where a board grows in its middle, everything below moves, and nothing else.

A piece becomes how far it is to the right and below the piece before it, in tenths of a unit, and a pattern in which
places are told from there:

    text x="21" y="105.5">3</text          after a piece at 16, 93 it is
    50 125 ETX text x="SOH;" y="STX;">3</text

A group that is moved (`g transform="translate(16 93)"`) is told from the moved group before it, and what stands in it
from its corner.

SOH stands for the piece's own place to the right, STX for that downwards, with a number of tenths before the semicolon
for what is further on. Pieces without a place, and such as are written in another way, stay as they are.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

MOVED = 'g transform="translate('  # so begins a group that is moved
RIGHT, DOWN, BEHIND = "\x01", "\x02", "\x03"
Pattern = tuple[str, int, int]  # and the place of the piece

_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[1-9])?"
_BOX = re.compile(rf'((?:text|use|rect|circle)(?: href="[^"]*")?) (c?x)="({_NUMBER})" (c?y)="({_NUMBER})"')
_PATH = re.compile(rf'path d="M({_NUMBER}) ({_NUMBER})([^"]*)"')
_MOVED = re.compile(rf'g transform="translate\(({_NUMBER}) ({_NUMBER})\)"')
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_TENTHS = re.compile(_NUMBER)
_ARC = 5  # numbers of an arc before the place that it leads to


class _OddError(ValueError):
    """A piece that is written in another way."""


@lru_cache(maxsize=1 << 17)
def pattern(piece: str) -> Pattern | None:
    """Return a piece as a pattern with its place; None if it stays as it is."""
    if found := _BOX.match(piece):
        tag, x, right, y, down = found.groups()
        return f'{tag} {x}="{RIGHT};" {y}="{DOWN};"{piece[found.end() :]}', _tenths(right), _tenths(down)
    if found := _PATH.match(piece):
        x, y = _tenths(found[1]), _tenths(found[2])
        try:
            course = "".join(_steps(found[3], x, y))
        except _OddError:
            return None
        return f'path d="M{RIGHT}; {DOWN};{course}"{piece[found.end() :]}', x, y
    if found := _MOVED.match(piece):
        return f'{MOVED}{RIGHT}; {DOWN};)"{piece[found.end() :]}', _tenths(found[1]), _tenths(found[2])
    return None


def told_on(pieces: Iterable[str]) -> Iterator[str]:
    """Yield pieces with their places told from one to the next."""
    x = y = left = top = 0
    for piece in pieces:
        found = pattern(piece)
        if found is None:
            yield piece
            continue
        told, right, down = found
        if told.startswith(MOVED):
            yield f"{right - left} {down - top}{BEHIND}{told}"
            left, top, x, y = right, down, 0, 0
        else:
            yield f"{right - x} {down - y}{BEHIND}{told}"
            x, y = right, down


def tag(piece: str) -> str:
    """Return the tag that a piece begins with."""
    return piece.rpartition(BEHIND)[2].partition(" ")[0].partition(">")[0]


def _tenths(number: str) -> int:
    if not _TENTHS.fullmatch(number):
        raise _OddError(number)
    return round(float(number) * 10)


def _steps(course: str, x: int, y: int) -> Iterator[str]:
    """Yield the steps of a path, those to a place told from its beginning."""
    for step, given in _STEP.findall(course):
        numbers = given.split(" ")
        if step == "H":
            yield f"H{_hole(RIGHT, _tenths(given) - x)}"
        elif step == "V":
            yield f"V{_hole(DOWN, _tenths(given) - y)}"
        elif step in "ML" and len(numbers) == 2:
            yield f"{step}{_pair(numbers, x, y)}"
        elif step == "A" and len(numbers) == _ARC + 2:
            yield f"A{' '.join(numbers[:_ARC])} {_pair(numbers[_ARC:], x, y)}"
        elif step.islower():
            yield step + given
        else:
            raise _OddError(course)


def _pair(numbers: list[str], x: int, y: int) -> str:
    right, down = map(_tenths, numbers)
    return f"{_hole(RIGHT, right - x)} {_hole(DOWN, down - y)}"


def _hole(way: str, far: int) -> str:
    return f"{way}{far or ''};"

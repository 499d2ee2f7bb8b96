"""Parts that are defined once a document and used by name: icons, tokens, pips.

A part is a `<symbol>` whose id begins with `d-`; drawings refer to it and carry the definition beside them, so that a
page with many drawings holds each part once and no id twice. Nothing but symbols is referred to: patterns, clips and
gradients of a drawing that is not shown are not found by browsers, and take a renderer of pictures long.
"""

from collections.abc import Mapping
from functools import lru_cache

from pbem.games.drawing.numbers import written
from pbem.games.drawing.remembered import remembered

_REFERENCE = 'href="#'


def symbol(name: str, content: str, *, kind: str = "d-i", box: str = "0 0 24 24") -> str:
    """Return the definition of a part drawn in a box of its own, which it must not leave: nothing is clipped."""
    return f'<symbol id="{name}" viewBox="{box}" overflow="visible"><g class="{kind}">{content}</g></symbol>'


@remembered
def placed(name: str, x: float, y: float, size: float, kind: str = "") -> str:
    """Return a part in a square around a point; `kind` is a class for what in it has none of its own."""
    left, top, side = written(x - size / 2), written(y - size / 2), written(size)
    named = f' class="{kind}"' if kind else ""
    return f'<use href="#{name}" x="{left}" y="{top}" width="{side}" height="{side}"{named}/>'


def used(markup: str, known: Mapping[str, str]) -> dict[str, str]:
    """Return the parts that a drawing refers to, and those that they refer to, in the order of their names.

    KeyError for one that is not known.
    """
    found: set[str] = set()
    left = _references(markup)
    while left:
        found |= left
        left = {name for part in left for name in _inner(known[part])} - found
    return {name: known[name] for name in sorted(found)}


def _references(markup: str) -> set[str]:
    return {reference.partition('"')[0] for reference in markup.split(_REFERENCE)[1:]}


@lru_cache(maxsize=2048)  # parts are few, and come with every drawing
def _inner(part: str) -> frozenset[str]:
    return frozenset(_references(part))

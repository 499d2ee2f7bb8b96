"""Parts that are defined once a document and used by name: icons, tokens, pips.

A part is a `<symbol>` whose id begins with `d-`; drawings refer to it and carry the definition beside them, so that a
page with many drawings holds each part once and no id twice. Nothing but symbols is referred to: patterns, clips and
gradients of a drawing that is not shown are not found by browsers, and take a renderer of pictures long.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from pbem.games.drawing.numbers import written
from pbem.games.drawing.remembered import remembered

_REFERENCE = re.compile(r'href="#([^"]*)"')


def symbol(name: str, content: str, *, kind: str = "d-i", box: str = "0 0 24 24") -> str:
    """Return the definition of a part drawn in a box of its own, which it must not leave: nothing is clipped."""
    return f'<symbol id="{name}" viewBox="{box}" overflow="visible"><g class="{kind}">{content}</g></symbol>'


@remembered
def placed(name: str, x: float, y: float, size: float, kind: str = "") -> str:
    """Return a part in a square around a point; `kind` is a class for what in it has none of its own."""
    left, top, side = written(x - size / 2), written(y - size / 2), written(size)
    named = f' class="{kind}"' if kind else ""
    return f'<use href="#{name}" x="{left}" y="{top}" width="{side}" height="{side}"{named}/>'


def used(names: frozenset[str], *known: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of these names, and those that they refer to, in the order of their names.

    They are looked for in one mapping after the other; KeyError for one that is in none.
    """
    found: dict[str, str] = {}
    left = names
    while left:
        found |= {name: _defined(name, known) for name in left}
        left = frozenset(inner for name in left for inner in references(found[name])) - found.keys()
    return dict(sorted(found.items()))


def _defined(name: str, known: tuple[Mapping[str, str], ...]) -> str:
    for parts in known:
        if name in parts:
            return parts[name]
    raise KeyError(name)


@lru_cache(maxsize=4096)
def references(markup: str) -> frozenset[str]:
    """Return what markup refers to; panels stand in many drawings, and are looked through once."""
    return frozenset(_REFERENCE.findall(markup))

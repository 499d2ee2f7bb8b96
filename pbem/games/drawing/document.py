"""A whole drawing: one SVG element on its ground, and beside it the parts it refers to."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.drawing import parts
from pbem.games.drawing.icons.catalogue import ICONS
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces import dice, marks, plazas
from pbem.games.drawing.places import Panel
from pbem.games.drawing.remembered import once
from pbem.games.game import EMBLEM, Drawing, Look
from pbem.games.kit.svg import desc, document, element, title

KNOWN: Mapping[str, str] = {**ICONS, **marks.PARTS, **dice.PARTS, **plazas.PARTS}
_ROUNDED = 12


def finish(
    panels: Sequence[Panel],
    look: Look[Any],
    *,
    height: float,
    called: str,
    told: str,
    own: Mapping[str, str] | None = None,
) -> Drawing:
    """Return a drawing of what was drawn: `called` names it, `told` describes it, `own` are parts of the game's own."""
    wide, high = written(look.width), written(height)
    ground = element("rect", width=wide, height=high, rx=_ROUNDED, class_="d-ground")
    content = title(called) + desc(told) + ground + "".join([panel.moved for panel in panels])
    whole = document(content, viewBox=f"0 0 {wide} {high}", width=wide, height=high, class_="d", role="img")
    names = frozenset().union(*[parts.references(panel.drawn) for panel in panels])
    return Drawing(whole, once(look, ("parts", names), lambda: parts.used(names, own or {}, KNOWN)))


def finish_small(body: str, *, own: Mapping[str, str] | None = None) -> Drawing:
    """Return the small drawing of a list: it has no words, and whoever cannot see it misses nothing."""
    wide, high = EMBLEM
    ground = element("rect", width=wide, height=high, class_="d-inset")
    whole = document(
        ground + body, viewBox=f"0 0 {wide} {high}", width=wide, height=high, class_="d", aria_hidden="true"
    )
    return Drawing(whole, parts.used(parts.references(body), own or {}, KNOWN))

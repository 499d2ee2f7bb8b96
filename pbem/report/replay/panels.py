"""Drawings cut into panels, and panels into pieces: most panels stand in hundreds of drawings, and are cut once.

A drawing is what stands before its first group that is moved, then of each such group its head, which says how far it
is moved, and what is in it.
"""

from collections.abc import Collection, Iterable, Iterator

from pbem.report.replay.places import MOVED, tag, told_on
from pbem.report.replay.splices import Part

Frame = tuple[Part, ...]  # a drawing by its panels and heads, each as the numbers of its pieces
Panels = tuple[int, ...]  # a drawing by the numbers of its panels and heads
_BETWEEN = "><"  # two pieces


class Numbered(dict[str, int]):
    """Every text with its number, in the order in which they came."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


class Cutter:
    """Cuts drawings, and knows every piece by its number in the end."""

    def __init__(self) -> None:
        self._panels = Numbered()
        self._heads = Numbered()

    def cut(self, svg: str) -> Panels:
        """Return a drawing as its panels."""
        first, *moved = svg.split(_BETWEEN + MOVED)
        panels = [self._panels[first]]
        for panel in moved:
            head, _, inside = panel.partition(_BETWEEN)
            panels += self._heads[MOVED + head], self._panels[inside]
        return tuple(panels)

    def frames(self, drawings: Collection[Panels]) -> tuple[dict[Panels, Frame], list[str]]:
        """Return drawings by their pieces; and all pieces in the order of their numbers, those of a kind together."""
        pieces = Numbered()
        shown = {number for panels in drawings for number in (panels[0], *panels[2::2])}
        inside = [
            [pieces[piece] for piece in told_on(panel.split(_BETWEEN))] if number in shown else []
            for panel, number in self._panels.items()
        ]
        texts = list(self._heads)
        heads = {
            moved: [pieces[piece] for piece in told_on(texts[number] for number in moved)]
            for moved in dict.fromkeys(panels[1::2] for panels in drawings)
        }
        new, names = _sorted(pieces)
        parts = [tuple(new[piece] for piece in part) for part in inside]
        alone = [(number,) for number in range(len(names))]
        moved = {head: [alone[new[piece]] for piece in told] for head, told in heads.items()}
        frames = {
            panels: (parts[panels[0]], *_alternately(moved[panels[1::2]], [parts[panel] for panel in panels[2::2]]))
            for panels in drawings
        }
        return frames, names


def _alternately(heads: Iterable[Part], panels: Iterable[Part]) -> Iterator[Part]:
    for head, panel in zip(heads, panels, strict=True):
        yield head
        yield panel


def _sorted(pieces: Iterable[str]) -> tuple[list[int], list[str]]:
    """Return the new number of each piece, like beside like, and all of them in that order: so they squeeze better."""
    came = list(pieces)
    tags = [tag(piece) for piece in came]
    order = sorted(range(len(came)), key=lambda number: (tags[number], number))
    new = [0] * len(came)
    for number, old in enumerate(order):
        new[old] = number
    return new, [came[number] for number in order]

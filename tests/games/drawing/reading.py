"""Drawings read back: where every word and every icon stands, by the widths of the packed fonts.

Parts of the kit (icons, tokens) are one thing each; parts of a game's own that hold words or icons are looked into.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from xml.etree import ElementTree

from pbem.games.drawing.document import KNOWN
from pbem.games.drawing.text.measure import BOLD, SANS, SERIF, width_of
from pbem.games.game import Drawing

CAPITALS, BELOW = 0.74, 0.2  # of the size: how far words reach above and below their baseline
TOUCH = 0.35  # units that may be shared before two things collide
_MOVE = re.compile(r"translate\((-?[0-9.]+) (-?[0-9.]+)\)")
INSIDE = 0.09  # of an icon's side: its own margin


class Spot(NamedTuple):
    """A rectangle that something takes."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def hits(self, other: "Spot") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > TOUCH and down > TOUCH


class Frame(NamedTuple):
    """How what stands in a part comes to stand on the drawing."""

    scale: float = 1
    x: float = 0
    y: float = 0

    def spot(self, what: str, left: float, top: float, right: float, bottom: float) -> Spot:
        """Return where a rectangle of the part lies."""
        return Spot(
            what,
            self.x + self.scale * left,
            self.y + self.scale * top,
            self.x + self.scale * right,
            self.y + self.scale * bottom,
        )


def root_of(drawing: Drawing) -> ElementTree.Element:
    return _read(drawing.svg)


@lru_cache(maxsize=4096)
def _read(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def named(drawing: Drawing, name: str) -> list[ElementTree.Element]:
    """Return all elements of a name, without those in parts."""
    return [element for element in root_of(drawing).iter() if _name(element) == name]


def unfolded(drawing: Drawing) -> tuple[tuple[ElementTree.Element, Frame], ...]:
    """Return all that is shown, parts of the game's own looked into, and how it comes to its place."""
    return _all_unfolded(drawing.svg, tuple(drawing.parts.items()))


@lru_cache(maxsize=16)
def _all_unfolded(svg: str, parts: tuple[tuple[str, str], ...]) -> tuple[tuple[ElementTree.Element, Frame], ...]:
    return tuple(_unfolded(dict(parts), _read(svg), Frame()))


def _unfolded(
    parts: Mapping[str, str], element: ElementTree.Element, frame: Frame
) -> Iterator[tuple[ElementTree.Element, Frame]]:
    part = _inside(parts, element) if _name(element) == "use" else None
    if part is not None:
        yield from _unfolded(parts, part, _framed(element, part, frame))
        return
    yield element, frame
    inner = _moved(element, frame)
    for child in element:
        yield from _unfolded(parts, child, inner)


def _moved(group: ElementTree.Element, frame: Frame) -> Frame:
    """Return the frame of what stands in a group: the kit moves groups, and turns or scales none."""
    found = _MOVE.fullmatch(group.attrib.get("transform", ""))
    if found is None:
        return frame
    right, down = map(float, found.groups())
    return Frame(frame.scale, frame.x + frame.scale * right, frame.y + frame.scale * down)


def _inside(parts: Mapping[str, str], use: ElementTree.Element) -> ElementTree.Element | None:
    """Return the part that is used, if it is the game's own and holds words or icons."""
    name = use.attrib["href"].removeprefix("#")
    if name in KNOWN:
        return None
    part = _read(parts[name])
    return part if {"text", "use"} & {_name(element) for element in part.iter()} else None


def _framed(use: ElementTree.Element, part: ElementTree.Element, around: Frame) -> Frame:
    x, y, width, height = _sides(use)
    left, top, wide, high = map(float, part.attrib["viewBox"].split())
    scale = around.scale * width / wide
    assert abs(width * high - height * wide) < 0.02 * width * high, "a part is not placed in its own proportions"
    return Frame(scale, around.x + around.scale * x - scale * left, around.y + around.scale * y - scale * top)


def _sides(element: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(element.attrib.get(name, 0)) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def _shown_as(drawing: Drawing, name: str) -> Iterator[tuple[ElementTree.Element, Frame]]:
    return ((element, frame) for element, frame in unfolded(drawing) if _name(element) == name)


def size_of(drawing: Drawing) -> tuple[float, float]:
    _, _, width, height = map(float, root_of(drawing).attrib["viewBox"].split())
    return width, height


def texts(drawing: Drawing) -> list[str]:
    """Return all words that are shown."""
    return [_shown(element) for element, _ in _shown_as(drawing, "text")]


def titles(drawing: Drawing) -> list[str]:
    """Return what pointers and screen readers are told."""
    return [element.text or "" for element, _ in _shown_as(drawing, "title")]


def uses(drawing: Drawing) -> list[str]:
    """Return the names of all parts used, in order."""
    return [element.attrib["href"].removeprefix("#") for element, _ in _shown_as(drawing, "use")]


def classes(drawing: Drawing) -> list[str]:
    """Return the classes of all elements, in order."""
    return [name for element, _ in unfolded(drawing) for name in element.attrib.get("class", "").split()]


def text_spots(drawing: Drawing) -> Iterator[Spot]:
    """Yield where each line of words stands."""
    for element, frame in _shown_as(drawing, "text"):
        words, size = _shown(element), float(element.attrib["font-size"])
        kinds = element.attrib.get("class", "").split()
        width = width_of(words, size, SERIF if "d-h" in kinds else BOLD if "d-b" in kinds else SANS)
        width = float(element.attrib.get("textLength", width))
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        left = x - (width if "d-e" in kinds else width / 2 if "d-m" in kinds else 0)
        yield frame.spot(words, left, y - CAPITALS * size, left + width, y + BELOW * size)


def sizes(drawing: Drawing) -> Iterator[tuple[str, float]]:
    """Yield all words that are shown with the size they have on the drawing."""
    for element, frame in _shown_as(drawing, "text"):
        yield _shown(element), float(element.attrib["font-size"]) * frame.scale


def use_spots(drawing: Drawing) -> Iterator[Spot]:
    """Yield where each icon, token or die stands, without its own margin."""
    for element, frame in _shown_as(drawing, "use"):
        x, y, width, height = _sides(element)
        margin = INSIDE * width
        yield frame.spot(element.attrib["href"], x + margin, y + margin, x + width - margin, y + height - margin)


def rect_spots(drawing: Drawing) -> Iterator[Spot]:
    """Yield where each box stands."""
    for element, frame in _shown_as(drawing, "rect"):
        x, y, width, height = _sides(element)
        yield frame.spot(element.attrib.get("class", ""), x, y, x + width, y + height)


def collisions(drawing: Drawing) -> list[tuple[Spot, Spot]]:
    """Return the words that stand on other words, or on an icon."""
    words, signs = list(text_spots(drawing)), list(use_spots(drawing))
    written = frozenset(map(id, words))
    return [
        (one, other)
        for one, other in _abreast([*words, *signs])
        if (id(one) in written or id(other) in written) and one.hits(other)
    ]


def _abreast(spots: list[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Yield every two spots of which one is beside the other or on it."""
    from_above = sorted(spots, key=lambda spot: spot.top)
    for at, one in enumerate(from_above):
        for other in islice(from_above, at + 1, None):
            if other.top >= one.bottom:
                break
            yield one, other


def strays(drawing: Drawing) -> list[Spot]:
    """Return whatever leaves the canvas."""
    width, height = size_of(drawing)
    spots = (*text_spots(drawing), *use_spots(drawing), *rect_spots(drawing))
    return [spot for spot in spots if min(spot.left, spot.top) < 0 or spot.right > width or spot.bottom > height]


def assert_tidy(drawing: Drawing) -> None:
    """No words collide with anything, and nothing leaves the canvas."""
    turned = [how for element, _ in unfolded(drawing) if (how := element.attrib.get("transform"))]
    assert all(map(_MOVE.fullmatch, turned)), "places cannot be read"
    assert not (found := collisions(drawing)), f"{len(found)} collisions, such as {found[0]}"
    assert not (found_out := strays(drawing)), f"outside: {found_out[0]}"


def _shown(element: ElementTree.Element) -> str:
    return (element.text or "") + "".join(child.tail or "" for child in element)

"""Drawings read back: where every word and every icon stands, by the widths of the packed fonts."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple
from xml.etree import ElementTree

from pbem.games.drawing.measure import BOLD, SANS, SERIF, width_of
from pbem.games.game import Drawing

CAPITALS, BELOW = 0.74, 0.2  # of the size: how far words reach above and below their baseline
TOUCH = 0.35  # units that may be shared before two things collide
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


def root_of(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def named(drawing: Drawing, name: str) -> list[ElementTree.Element]:
    """Return all elements of a name."""
    return [element for element in root_of(drawing).iter() if element.tag.rpartition("}")[2] == name]


def size_of(drawing: Drawing) -> tuple[float, float]:
    _, _, width, height = map(float, root_of(drawing).attrib["viewBox"].split())
    return width, height


def texts(drawing: Drawing) -> list[str]:
    """Return all words that are shown."""
    return [_shown(element) for element in named(drawing, "text")]


def titles(drawing: Drawing) -> list[str]:
    """Return what pointers and screen readers are told."""
    return [element.text or "" for element in named(drawing, "title")]


def uses(drawing: Drawing) -> list[str]:
    """Return the names of all parts used, in order."""
    return [element.attrib["href"].removeprefix("#") for element in named(drawing, "use")]


def classes(drawing: Drawing) -> list[str]:
    """Return the classes of all elements, in order."""
    return [name for element in root_of(drawing).iter() for name in element.attrib.get("class", "").split()]


def text_spots(drawing: Drawing) -> Iterator[Spot]:
    """Yield where each line of words stands."""
    for element in named(drawing, "text"):
        words, size = _shown(element), float(element.attrib["font-size"])
        kinds = element.attrib.get("class", "").split()
        width = width_of(words, size, SERIF if "d-h" in kinds else BOLD if "d-b" in kinds else SANS)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        left = x - (width if "d-e" in kinds else width / 2 if "d-m" in kinds else 0)
        yield Spot(words, left, y - CAPITALS * size, left + width, y + BELOW * size)


def use_spots(drawing: Drawing) -> Iterator[Spot]:
    """Yield where each icon, token or die stands, without its own margin."""
    for element in named(drawing, "use"):
        x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
        margin = INSIDE * width
        name = element.attrib["href"]
        yield Spot(name, x + margin, y + margin, x + width - margin, y + height - margin)


def rect_spots(drawing: Drawing) -> Iterator[Spot]:
    """Yield where each box stands."""
    for element in named(drawing, "rect"):
        x, y, width, height = (float(element.attrib.get(name, 0)) for name in ("x", "y", "width", "height"))
        yield Spot(element.attrib.get("class", ""), x, y, x + width, y + height)


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
    assert not any("transform" in element.attrib for element in root_of(drawing).iter()), "places cannot be read"
    assert not (found := collisions(drawing)), f"{len(found)} collisions, such as {found[0]}"
    assert not (found_out := strays(drawing)), f"outside: {found_out[0]}"


def _shown(element: ElementTree.Element) -> str:
    return (element.text or "") + "".join(child.tail or "" for child in element)

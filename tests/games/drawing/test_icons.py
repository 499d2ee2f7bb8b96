"""Icons: all there are, each within its box, each its own, readable when small and grey."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from pbem.games.drawing.document import KNOWN
from pbem.games.drawing.icons.catalogue import ICONS, NAMES, icon
from pbem.games.drawing.palette import THEMES
from pbem.games.drawing.sheet import RULES
from tests.games.drawing.painting import difference, painted, shade, spilled

CARDS = "coin water grain wine vestal centurion die laurel ring step token card back lock eye bribe wheel hammer altar"
HOUSES = "graintrade winetrade market aqueduct basilica palace gate village temple senate castrum latrine"
CITY = "wood stone marble sword flag person trainee retired wall deck goldmine sawmill stonequarry marblequarry smith"
TILES = "curia forum maia apollo pluto mercury venus colosseum oracle workcamp outpost academy labourcamp statue arch"
DICE = "reroll fortune man woman AEG BRI GAL GER HIS MAC star special arrow next turn up even"
LANGUAGE = f"{CARDS} {HOUSES} {CITY} {TILES} {DICE}".split()
SAME = {("senate", "curia"), ("castrum", "workcamp")}  # one drawing under two names


def test_every_icon_of_the_language_is_there() -> None:
    assert sorted(NAMES) == sorted(LANGUAGE)
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.parametrize("name", KNOWN)
def test_a_part_parses_is_filed_under_its_id_and_uses_classes_of_the_sheet(name: str) -> None:
    root = ElementTree.fromstring(KNOWN[name])
    assert root.attrib["id"] == name
    for element in root.iter():
        assert all(f".{kind}" in RULES for kind in element.attrib.get("class", "").split()), name
        assert not {"fill", "stroke", "style"} & element.attrib.keys(), "a colour of its own"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ICONS)
def test_an_icon_stays_in_its_box_and_fills_it(name: str, theme: str) -> None:
    picture = painted(name, theme)
    assert spilled(picture) is None
    left, top, right, bottom = picture.getchannel("A").getbbox() or (0, 0, 0, 0)
    unit = picture.width / 36
    assert max(right - left, bottom - top) >= (8 if name == "d-special" else 11) * unit


def test_icons_are_told_apart_when_small_and_in_grey() -> None:
    small = {name: shade(painted(f"d-{name}", pixels=24)) for name in NAMES}  # 16 pixels, and the ground around
    for one, other in combinations(NAMES, 2):
        if (one, other) not in SAME and (other, one) not in SAME:
            assert difference(small[one], small[other]) > 2, (one, other)


def test_an_icon_is_placed_by_its_corner() -> None:
    assert icon("coin", 5, 6.25, 15) == '<use href="#d-coin" x="5" y="6.2" width="15" height="15"/>'

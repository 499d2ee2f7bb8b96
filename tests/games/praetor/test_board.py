"""The drawings: what a player must be able to see on them."""

import re
from xml.etree import ElementTree

import pytest

from pbem.games.game import LANGUAGES, Look
from pbem.games.praetor import GAME
from pbem.games.praetor.goods import Goods
from tests.games.praetor.making import EXAMPLE, Case

MAP = """\
       -2      -1      0       1       2       3
    +-------+-------+-------+-------+-------+-------
  3 |       |       |       | (1,3) |       |
    |       |       |       |       |       |
    +-------+-------+-------+-------+-------+-------
  2 |       |(-1,2) | (0,2) |3 GM3 2| (2,2) |
    |       |       |       |1  W  3|       |
    +-------+-------+-------+-------+-------+-------
  1 |(-2,1) |2 GM2 1|2 WC1 2|2 WC2 4|1 GM4 1| (3,1)
    |       |4  P  2|4  .  1|4  .  3|4  B  4|
    +-------+-------+-------+-------+-------+-------
  0 |(-2,0) |4 SA1 2|2 IO1 4|3 MK1 4| (2,0) |
    |       |2Y2*P31|3  .  2|2  .  1|       |
    +-------+-------+-------+-------+-------+-------
 -1 |       |(-1,-1)|3 GM1 1|(1,-1) |       |
    |       |       |1  Y  3|       |       |
    +-------+-------+-------+-------+-------+-------
 -2 |       |       |(0,-2) |       |       |
    |       |       |       |       |       |
"""


def example() -> Case:
    case = Case(EXAMPLE)
    case.offer("SA1", "SQ1", "MQ1")
    case.to_move("yellow", "purple")
    case.order("yellow", "build SA1 with 2 at -1,0 rot 0")
    case.order("purple", "activate SA1 with 3")
    return case


def test_the_map_shows_tiles_corners_owners_workers_and_sites() -> None:
    assert MAP in GAME.board(example().view("white"), "en")


def test_a_wide_city_is_drawn_in_strips() -> None:
    case = Case(2)
    for number in range(15):
        case.tile(f"XX{number}")
        case.lay(f"XX{number}", 2 + number, 0, owner="blue")
    text = GAME.board(case.view("blue"), "en")
    assert max(map(len, text.splitlines())) <= 76
    assert all(f"XX{number}" in text for number in range(15))
    assert "(17,0)" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_tells_everything_on_the_table(language: str) -> None:
    case = example()
    case.set(section="W01", last="wall")
    case.give("blue", walls=("W07",), retired=2, citizens=3, goods=Goods(91, 92, 93, 94, 95), vacant=True, passed=True)
    text = GAME.board(case.view("white"), language)
    words = re.sub(r"\s+", " ", text)
    for shown in ("W01", "W07", "SQ1", "MQ1", "91", "92", "93", "94", "95", "house-2", "[0]", "2-1"):
        assert shown in words


def test_only_who_is_asked_is_told_what_he_could_do() -> None:
    case = example()
    asked = case.state.now.asked[0]
    other = next(seat for seat in EXAMPLE if seat != asked)
    assert "You (" in GAME.board(case.view(asked), "en")
    assert "You (" not in GAME.board(case.view(other), "en")
    assert "You (" not in GAME.board(case.view(None), "en")


def test_who_is_to_send_a_sheet_is_told_what_he_could_do() -> None:
    case = Case(2, mode="sheet")
    assert all("could use: GM1, GM2" in GAME.board(case.view(seat), "en") for seat in ("blue", "yellow"))


def test_the_text_tells_colours_and_the_picture_explains_its_signs() -> None:
    case = example()
    text = re.sub(r"\s+", " ", GAME.board(case.view(None), "en"))
    assert "SA1 Sawmill (-1,0) red, 1 gold *" in text
    assert "SQ1 Stone Quarry: 1 gold, 2 wood; 2; 3 4 1 4; red, 1 gold; P" in text
    case.give("blue", walls=("W02", "W03"))
    root = ElementTree.fromstring(GAME.draw(case.view(None), Look("en")).svg)
    told = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    assert {"gold", "wood", "stone", "marble", "weapons", "red area: the worker gains a level"} <= set(told)
    assert {"city deck 23, era I, wall deck 13", "Wall: W02 W03 (+6)"} <= set(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_names_every_tile(language: str) -> None:
    case = example()
    case.give("blue", trainees1=2, retired=1, citizens=2, walls=("W02",))
    root = ElementTree.fromstring(GAME.draw(case.view(None), Look(language)).svg)
    texts = {element.text for element in root.iter() if element.tag.endswith("text")}
    assert {*case.state.now.city, *case.state.now.display, "Y", "P", "W", "B"} <= texts
    assert "-2,0" in texts
    titles = [element.text or "" for element in root.iter() if element.tag.endswith("title")]
    assert len(titles) == 1 + len(case.state.now.city) + len(case.state.now.display) + 1


def test_a_finished_game_can_be_drawn() -> None:
    case = Case(2)
    case.set(phase="over", asked=(), section="", back=None, wall_back=-1)
    assert "The game is over." in GAME.board(case.view(None), "en")

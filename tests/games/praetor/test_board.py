"""The board as text: what a player must be able to see on it. The drawn one has tests of its own."""

import re

import pytest

from pbem.games.drawing.pieces.marks import MARKS
from pbem.games.game import LANGUAGES
from pbem.games.praetor import GAME
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import EXAMPLE, Case
from tests.wording import game_text

MAP = """\
       -2      -1      0       1       2       3
    +-------+-------+-------+-------+-------+-------
  3 |       |       |       | (1,3) |       |
    |       |       |       |       |       |
    +-------+-------+-------+-------+-------+-------
  2 |       |(-1,2) | (0,2) |3 GM3 2| (2,2) |
    |       |       |       |1  T  3|       |
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
    for note in ("board_passed", "board_vacant"):
        assert words.count(f" ({game_text(GAME, note, language)})") == 1


def test_only_who_is_asked_is_told_what_he_could_do() -> None:
    case = example()
    asked = case.state.now.asked[0]
    other = next(seat for seat in EXAMPLE if seat != asked)
    you, _, _ = game_text(GAME, "board_you", seat=f"seats/{asked}", tiles="|", offers="").partition("|")
    others, _, _ = game_text(GAME, "board_you", seat=f"seats/{other}", tiles="|", offers="").partition("|")
    assert you in GAME.board(case.view(asked), "en")
    assert others not in GAME.board(case.view(other), "en")
    assert you not in GAME.board(case.view(None), "en")


def test_who_is_to_send_a_sheet_is_told_what_he_could_do() -> None:
    case = Case(2, mode="sheet")
    for seat in ("blue", "yellow"):
        you, _, _ = game_text(GAME, "board_you", seat=f"seats/{seat}", tiles="GM1, GM2|", offers="").partition("|")
        assert you in " ".join(GAME.board(case.view(seat), "en").split())


def test_the_text_tells_colours_fees_and_the_best_place() -> None:
    case = example()
    text = re.sub(r"\s+", " ", GAME.board(case.view(None), "en"))
    assert "SA1 Sawmill (-1,0) red, 1 gold *" in text
    assert "SQ1 Stone Quarry: 1 gold, 2 wood; 2; 3 4 1 4; red, 1 gold; P" in text


def test_players_have_the_letters_of_their_tokens() -> None:
    text = GAME.board(example().view(None), "de")
    assert all(f"\n{MARKS[seat].letter} " in text for seat in EXAMPLE)


def test_a_finished_game_can_be_drawn() -> None:
    case = Case(2)
    case.set(phase="over", asked=(), section="", back=None, wall_back=-1)
    assert game_text(GAME, "board_over") in GAME.board(case.view(None), "en")

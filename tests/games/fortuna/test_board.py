"""Drawings: text within 76 columns, SVG that stands alone, nothing that others may not see."""

import json
from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbem.games.fortuna import GAME
from pbem.games.fortuna.labels import Labels
from pbem.games.fortuna.table import CARDS, PRIVILEGES
from pbem.games.game import LANGUAGES
from tests.games.fate import Fate
from tests.games.fortuna.making import SEATS, Case


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_of_a_whole_game_fit(players: int, language: str) -> None:
    fate, random = Fate(players), Random(players)
    seats = tuple(SEATS[players])
    options = {"setup": "expert"}
    state = GAME.setup(seats=seats, options=options, table=GAME.table(), chance=fate).state  # type: ignore[arg-type]
    while waiting := GAME.waiting(state):
        seat = waiting[0].seat
        for viewer in (seat, None) if random.random() < 0.2 else ():
            drawn = GAME.draw(GAME.view(state, viewer), language)
            assert max(map(len, drawn.text.splitlines())) <= 76
            assert ElementTree.fromstring(drawn.svg).tag.endswith("svg")
            assert "http" not in drawn.svg.replace("http://www.w3.org/2000/svg", "")
        state = GAME.play(state, seat, random.choice(list(GAME.moves(GAME.view(state, seat)))), fate).state
    assert GAME.draw(GAME.view(state, None), language).text


def test_the_board_shows_what_stands_where() -> None:
    case = Case(2).lay(blue="WATER [CLERGY]").give("blue", pos=3, hand=["B_STEP"], buildings=("MARKET",))
    text = GAME.draw(case.favours("2+3 4-").view(), "en").text
    assert "  .  .  .  B" in text
    assert "water, [clergy]" in text
    assert "tokens 3 ooo" in text
    assert "used by blue" in text
    assert "your privileges: step" in text
    assert "empty side (grey)" in text


def test_the_board_of_others_does_not_show_a_hand() -> None:
    case = Case().give("blue", hand=["C_MARRIAGE"]).set(discard=())
    for seat in ("grey", None):
        drawn = GAME.draw(case.view(seat) if seat else GAME.view(case.state, None), "en")
        assert "your privileges: marriage" not in drawn.text + drawn.svg
    assert "your privileges: marriage" in GAME.draw(case.view("blue"), "en").svg


@pytest.mark.parametrize("players", [2, 4])
def test_a_stored_position_is_drawn_alike(players: int) -> None:
    state = Case(players).give("blue", pos=12, hand=["C_WINE"]).set(step="over").state
    shown = {seat: state.secret.hands[seat] for seat in reversed(state.public.players)}
    state = replace(state, public=replace(state.public, shown=shown))
    stored = GAME.decode(json.loads(json.dumps(GAME.encode(state), sort_keys=True)))
    for language in LANGUAGES:
        assert GAME.draw(GAME.view(stored, None), language) == GAME.draw(GAME.view(state, None), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pawns_have_a_letter_of_their_own(language: str) -> None:
    case = Case()
    letters = {Labels(case.view(), language).letter(seat) for seat in SEATS[4]}
    assert len(letters) == 4
    road = GAME.draw(case.view(), language).text.split("\n\n")[1]
    assert {line.split()[0] for line in road.splitlines()[2:]} == letters


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_svg_is_longer_than_the_board(language: str) -> None:
    hand = [card for card in PRIVILEGES for _ in range(2)]
    case = Case(2).give("blue", hand=hand).set(step="draft", pool=CARDS)
    root = ElementTree.fromstring(GAME.draw(case.view(), language).svg)
    texts = [element for element in root.iter() if element.tag.endswith("}text")]
    assert max(len(element.text or "") for element in texts) <= 112
    assert max(int(element.attrib.get("y", 0)) for element in texts) < int(root.attrib["height"])


def test_the_board_tells_what_buildings_cost() -> None:
    drawn = GAME.draw(Case(2).view(), "en")
    cost = GAME.table()["building_cost"]["PALACE"]
    assert f"palace 2 ({cost})" in drawn.text
    assert f"palace 2 ({cost})" in drawn.svg


def test_the_svg_speaks_to_screen_readers() -> None:
    root = ElementTree.fromstring(GAME.draw(Case().view(), "en").svg)
    names = [child.tag.split("}")[1] for child in root]
    assert names[:2] == ["title", "desc"]
    assert root.attrib["role"] == "img"


def test_a_stock_without_end_is_not_counted() -> None:
    case = Case(stock_limits="unlimited").stock(water=-3, dice=-1).set(tokens=-2)
    for drawn in (GAME.draw(case.view(), "en").text, GAME.draw(case.view(), "de").svg):
        assert "-3" not in drawn
    assert (
        "stock: water \u221e, grain \u221e, wine \u221e, Vestals 8, Centurions 8, dice \u221e, tokens \u221e"
        in " ".join(GAME.draw(case.view(), "en").text.split())
    )
    strict = Case(token_limit="strict").set(tokens=7)
    assert "dice 5, tokens 7" in " ".join(GAME.draw(strict.view(), "en").text.split())

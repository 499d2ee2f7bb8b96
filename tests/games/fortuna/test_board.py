"""The text board: within 76 columns, everything there is, nothing that others may not see."""

import json
import re
from random import Random

import pytest
from msgspec.structs import replace

from pbem.games.fortuna import GAME
from pbem.games.fortuna.words.labels import Labels
from pbem.games.game import LANGUAGES, Data, Look
from tests.games.fate import Fate
from tests.games.fortuna.making import SEATS, Case
from tests.wording import game_text


def label(key: str, **places: Data) -> str:
    return game_text(GAME, f"label_{key}", **places)


def good(name: str) -> str:
    return GAME.words.say("goods", name, "en")


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
            text = GAME.board(GAME.view(state, viewer), language)
            assert max(map(len, text.splitlines())) <= 76
        state = GAME.play(state, seat, random.choice(list(GAME.moves(GAME.view(state, seat)))), fate).state
    assert GAME.board(GAME.view(state, None), language)


def test_the_board_shows_what_stands_where() -> None:
    case = Case(2).lay(blue="WATER [CLERGY]").give("blue", pos=3, hand=["B_STEP"], buildings=("MARKET",))
    text = GAME.board(case.favours("2+3 4-").view(), "en")
    assert "  .  .  .  B" in text
    assert "water, [clergy]" in text
    assert re.search(f"{label('open')} +{label('tokens')} 3", text)
    assert label("used", who="seats/blue") in text
    assert f"{label('mine')}: step" in text
    assert f"{label('empty')} (grey)" in text


def test_the_board_of_others_does_not_show_a_hand() -> None:
    case = Case().give("blue", hand=["C_MARRIAGE"]).set(discard=())
    for seat in ("grey", None):
        text = GAME.board(case.view(seat) if seat else GAME.view(case.state, None), "en")
        assert f"{label('mine')}: marriage" not in text
        assert GAME.board(case.view("blue"), "en").count("marriage") == text.count("marriage") + 1
    assert f"{label('mine')}: marriage" in GAME.board(case.view("blue"), "en")


@pytest.mark.parametrize("players", [2, 4])
def test_a_stored_position_is_drawn_alike(players: int) -> None:
    state = Case(players).give("blue", pos=12, hand=["C_WINE"]).set(step="over").state
    shown = {seat: state.secret.hands[seat] for seat in reversed(state.public.players)}
    state = replace(state, public=replace(state.public, shown=shown))
    stored = GAME.decode(json.loads(json.dumps(GAME.encode(state), sort_keys=True)))
    for language in LANGUAGES:
        assert GAME.board(GAME.view(stored, None), language) == GAME.board(GAME.view(state, None), language)
        assert GAME.draw(GAME.view(stored, None), Look(language)) == GAME.draw(GAME.view(state, None), Look(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pawns_have_a_letter_of_their_own(language: str) -> None:
    case = Case()
    letters = {Labels(case.view(), language).letter(seat) for seat in SEATS[4]}
    assert len(letters) == 4
    road = GAME.board(case.view(), language).split("\n\n")[1]
    assert {line.split()[0] for line in road.splitlines()[2:]} == letters


def test_the_board_tells_what_buildings_cost() -> None:
    cost = GAME.table()["building_cost"]["PALACE"]
    assert f"palace 2 ({cost})" in GAME.board(Case(2).view(), "en")


def test_a_stock_without_end_is_not_counted() -> None:
    case = Case(stock_limits="unlimited").stock(water=-3, dice=-1).set(tokens=-2)
    for drawn in (GAME.board(case.view(), "en"), GAME.draw(case.view(), Look("de")).svg):
        assert ">-3<" not in drawn
        assert " -3" not in drawn
    endless = [f"{good(name)} \u221e" for name in ("water", "grain", "wine")]
    stock = [*endless, f"{good('vestals')} 8", f"{good('centurions')} 8", f"{good('dice')} \u221e"]
    written = " ".join(GAME.board(case.view(), "en").split())
    assert f"{label('stock')}: {', '.join(stock)}, {label('tokens')} \u221e" in written
    strict = Case(token_limit="strict").set(tokens=7)
    assert f"{good('dice')} 5, {label('tokens')} 7" in " ".join(GAME.board(strict.view(), "en").split())

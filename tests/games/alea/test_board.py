"""Text boards: within 76 columns, and nothing that others may not see."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from pbem.games.alea import GAME
from pbem.games.drawing.pieces.marks import MARKS
from pbem.games.game import LANGUAGES, Seat
from tests.games.alea.making import C, at_table, seats
from tests.games.playing import Ply, random_game


def _some_plies() -> Iterator[Ply]:
    for players in GAME.meta.players:
        yield from islice(random_game(GAME, seats(players), players), 0, None, 17)


def test_boards_show_what_everybody_has() -> None:
    for ply in _some_plies():
        position = ply.state.position
        text = GAME.board(GAME.view(ply.state, None), "en")
        for code in (*position.provinces, *position.patricians, *(t for p in position.players for t in p.provinces)):
            assert code in text
        for language in LANGUAGES:
            board = GAME.board(GAME.view(ply.state, ply.seat), language)
            assert max(map(len, board.splitlines())) <= 76


def test_own_cards_are_on_the_own_board_only() -> None:
    shown = 0
    for ply in random_game(GAME, seats(3), 4):
        for index, own in enumerate(ply.state.own):
            if ply.state.position.phase != "place" or not own.cards:
                continue
            shown += 1
            mine = GAME.board(GAME.view(ply.state, Seat(seats(3)[index])), "en")
            assert all(card in mine for card in own.cards)
            public = GAME.view(ply.state, None)
            text = GAME.board(public, "en")
            assert not any(f"{card}(" in text or f" {card}\n" in text for card in own.cards)
    assert shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_are_those_of_the_drawn_board_and_of_its_page_in_the_docs(language: str) -> None:
    state = at_table(5, [1, 2], seat=C, forum="1A 2B 3C 4D 5E", castrum="B2x3")
    text = GAME.board(GAME.view(state, None), language)
    assert "[1E][2N][3B][4V][5Y]" in text
    assert " N 2x3" in text
    for seat in GAME.meta.seats:
        assert f"\n{MARKS[seat].letter} {GAME.called(seat, language)} " in text
    page = Path(__file__).parents[3].joinpath("docs/games/alea.md").read_text("utf-8")
    assert "letters E, N, B,\nV and Y" in page

"""How a game is laid out (10.1)."""

from collections import Counter

import pytest

from pbem.games.alea.table.table import cards, fortune, patricians, tiles
from tests.games.alea.making import A, B, begin
from tests.games.fate import Fate


@pytest.mark.parametrize(
    ("players", "rounds", "columns", "temple", "deck", "left"),
    [
        pytest.param(2, 6, 4, False, 18, (23, 32), id="V1"),
        pytest.param(3, 6, 5, False, 18, (22, 31), id="V2"),
        pytest.param(4, 5, 6, True, 19, (21, 30), id="V3"),
        pytest.param(5, 5, 7, True, 19, (20, 29), id="V4"),
    ],
)
def test_the_layout_by_players(
    players: int, rounds: int, columns: int, temple: bool, deck: int, left: tuple[int, int]
) -> None:
    state = begin(players)
    fixed, position = state.fixed, state.position
    assert (fixed.rounds, fixed.columns, fixed.has_temple) == (rounds, columns, temple)
    assert len(cards(fixed.table, players)) == deck
    assert ("IV" in cards(fixed.table, players)) == (players >= 4)
    assert (len(position.provinces), len(position.patricians)) == (players, columns)
    assert (25 - len(position.provinces), 36 - len(position.patricians)) == left
    if temple:
        assert position.fortune is not None
        assert Counter(position.fortune.tiles) == {"1": 8, "2": 14, "3": 8}
    else:
        assert position.fortune is None


def test_v4_the_piles_after_the_last_deal() -> None:
    fixed = begin(5).fixed
    assert len(tiles(fixed.table)) - fixed.rounds * 5 == 0
    assert len(patricians(fixed.table)) - fixed.rounds * fixed.columns == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_v5_nobody_has_anything_but_eight_dice(players: int) -> None:
    state = begin(players)
    for player in state.position.players:
        assert (player.hand, player.tokens, player.cards) == (8, 0, 0)
        assert (player.provinces, player.patricians, player.kept) == ((), (), ())
    deck = cards(state.fixed.table, players)
    assert sum(card.startswith("XII-") for card in deck) == 6
    assert sum(card.startswith("XIII-") for card in deck) == 2
    assert len(fortune(state.fixed.table)) == 30


def test_the_first_start_player_is_random_or_named() -> None:
    firsts = {begin(5, start_seat="random", chance=Fate(seed)).position.start for seed in range(60)}
    assert firsts == {0, 1, 2, 3, 4}
    assert begin(3, start_seat="brown").position.start == B
    assert begin(3).position.active == A

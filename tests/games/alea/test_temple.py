"""The Temple (10.2)."""

import pytest
from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.state import Pile, State
from tests.games.alea.making import A, B, C, at_table, begin, buildings, do, legal, refused, view
from tests.wording import game_text


def test_v6_the_first_die_has_any_value_and_is_alone() -> None:
    state = at_table(4, [1, 6, 6])
    assert legal(state, "temple") == {"1", "6"}
    assert refused(state, "place temple 1 6") == "temple_first"
    assert do(state, "place temple 6").state.position.players[A].drawn == 1


def test_v7_an_equal_total_is_not_enough() -> None:
    assert refused(at_table(4, [2, 2], seat=B, temple={A: (4,)}), "place temple 2 2", B) == "temple_total"


def test_v8_a_higher_total_draws_a_tile_for_each_die() -> None:
    played = do(at_table(4, [2, 3], seat=B, temple={A: (4,)}), "place temple 2 3", B)
    assert played.state.position.players[B].drawn == 2
    assert len(played.state.own[B].drawn) == 2


def test_v9_one_die_more_than_the_biggest_set() -> None:
    assert refused(at_table(4, [6], seat=B, temple={A: (4,)}), "place temple 6", B) == "temple_count"


def test_v10_the_third_needs_three_dice() -> None:
    state = at_table(4, [1, 2, 2, 3], seat=C, temple={A: (4,), B: (2, 3)})
    assert legal(state, "temple", C) == {"1 2 3", "2 2 3"}
    assert refused(state, "place temple 1 2 2", C) == "temple_total"
    assert do(state, "place temple 1 2 3", C).state.position.players[C].drawn == 3


def test_v11_who_returns_draws_for_new_dice_only() -> None:
    state = at_table(4, [1, 1, 2], temple={A: (4,), B: (2, 3)})
    state = replace(
        state,
        position=replace(
            state.position, players=tuple(replace(p, drawn=int(i == A)) for i, p in enumerate(state.position.players))
        ),
        own=tuple(replace(own, drawn=(2,) if i == A else ()) for i, own in enumerate(state.own)),
    )
    after = do(state, "place temple 1 1").state
    assert after.position.temple[A] == (1, 1, 4)
    assert after.position.players[A].drawn == 3
    assert after.own[A].drawn[0] == 2


def test_v12_a_small_size_that_became_free_stays_closed() -> None:
    state = at_table(4, [1, 1, 2, 2, 2], seat=C, temple={A: (1, 1, 4), B: (2, 3)})
    assert legal(state, "temple", C) == {"1 2 2 2"}
    assert refused(state, "place temple 1 1 2 2", C) == "temple_total"
    assert refused(state, "place temple 2", C) == "temple_count"


@pytest.mark.parametrize(("option", "wanted"), [("true", ""), ("false", "temple_leader")])
def test_v13_the_leader_raises_himself_by_option(option: str, wanted: str) -> None:
    state = at_table(4, [1, 1], temple={A: (6,)}, options={"temple_self_raise": option})
    assert refused(state, "place temple 1") == wanted
    assert refused(state, "place temple 1 1") == "temple_count"
    assert ("temple" in buildings(state)) == (option == "true")


def test_v14_no_temple_for_three() -> None:
    assert refused(at_table(3, [1, 2, 3]), "place temple 1") == "temple_absent"
    assert "temple" not in buildings(at_table(3, [1, 2, 3]))


def test_v15_eight_dice_close_the_temple() -> None:
    state = at_table(4, [6] * 8, seat=B, temple={A: (1,) * 8})
    assert refused(state, "place temple 8x6", B) == "temple_full"
    assert "temple" not in buildings(state, B)


def _with_pile(state: State, left: int, discard: tuple[int, ...]) -> State:
    pile = Pile(0, begin(4).position.fortune.tiles, 30 - left)  # type: ignore[union-attr]
    return replace(state, position=replace(state.position, fortune=pile, discard=discard))


def test_v16_discards_are_shuffled_when_a_tile_is_needed() -> None:
    state = _with_pile(at_table(4, [2, 3], seat=B, temple={A: (4,)}), 1, (1, 1, 2, 3))
    step = do(state, "place temple 2 3", B)
    after = step.state.position
    told = [GAME.say(news.saying, "en") for news in step.happenings if news.to is None]
    drew = game_text(GAME, "drew", seat="seats/brown", count=2)
    assert told[1:3] == [game_text(GAME, "reshuffled", count=4), drew]
    assert after.players[B].drawn == 2
    assert after.discard == ()
    assert after.fortune == Pile(1, ("1", "1", "2", "3"), 1)


def test_v17_without_tiles_there_are_fewer() -> None:
    state = _with_pile(at_table(4, [2, 2, 3], seat=C, temple={A: (4,), B: (2, 3)}), 1, ())
    after = do(state, "place temple 2 2 3", C).state
    assert after.position.players[C].drawn == len(after.own[C].drawn) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_tiles_put_away_are_shown(language: str) -> None:
    state, away = _with_pile(at_table(4, [2]), 5, (1, 1, 3)), game_text(GAME, "board_away", language)
    assert f"{away}: 1 1 3" in GAME.board(view(state), language)
    assert f"{away}: -" in GAME.board(view(at_table(4, [2])), language)
    assert away not in GAME.board(view(at_table(3, [2])), language)

"""Evaluation (10.7), and who sees what of it (3.3)."""

import pytest
from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.moves import TakePatrician, TakeProvince
from pbem.games.alea.position.state import Pile, State
from tests.games.alea.making import (
    A,
    B,
    C,
    D,
    E,
    asked,
    by_default,
    do,
    end_of_round,
    evaluate,
    legal,
    refused,
    view,
)


def test_v70_the_leader_keeps_two_tiles_the_others_one() -> None:
    state = end_of_round(4, temple={A: ((1, 2, 6), (1, 2, 3)), B: ((4,), (3,)), C: ((2, 3), (1, 1))})
    state = by_default(evaluate(state).state, "place")
    assert [player.kept for player in state.position.players] == [(3, 2), (3,), (1,), ()]
    assert state.position.discard == (1, 1)
    assert all(player.tokens == 0 for player in state.position.players)


def test_v71_a_single_die_draws_another_tile() -> None:
    state = by_default(evaluate(end_of_round(4, temple={A: ((5,), (2,))})).state, "place")
    assert len(state.position.players[A].kept) == 2
    assert 2 in state.position.players[A].kept
    assert state.position.discard == ()


def test_v71_without_tiles_he_keeps_one() -> None:
    state = end_of_round(4, temple={A: ((5,), (2,))})
    state = replace(state, position=replace(state.position, fortune=Pile(0, ("1",), 1)))
    assert by_default(evaluate(state).state, "place").position.players[A].kept == (2,)


def test_v72_no_more_than_was_drawn() -> None:
    state = end_of_round(4, temple={A: ((2, 4), (3,)), B: ((4,), (1,))})
    state = by_default(evaluate(state).state, "place")
    assert [player.kept for player in state.position.players[:2]] == [(3,), (1,)]


def test_v73_an_empty_temple() -> None:
    state = by_default(evaluate(end_of_round(4)).state, "place")
    assert not any(player.kept for player in state.position.players)


@pytest.mark.parametrize("option", ["auto", "manual"])
def test_tiles_are_kept_by_choice_if_the_host_says_so(option: str) -> None:
    given = {A: ((1, 2, 6), (1, 2, 3)), B: ((4,), (3,)), C: ((2, 3), (1, 2))}
    state = evaluate(end_of_round(4, temple=given, options={"temple_keep": option})).state
    if option == "auto":
        assert state.position.players[A].kept == (3, 2)
        return
    assert asked(state) == [A, C]  # B keeps all he has
    assert all(decision.private for decision in GAME.waiting(state))
    assert refused(state, "keep 3") == "keep_count"
    assert refused(state, "keep 3 3") == "keep_not_drawn"
    step = do(state, "keep 1 2")
    assert not [news for news in step.happenings if news.to is None]
    assert step.state.position.players == state.position.players
    assert GAME.view(step.state, None) != GAME.view(state, None)  # only who is still asked
    shown = do(step.state, "keep best", C).state
    assert [player.kept for player in shown.position.players] == [(2, 1), (3,), (2,), ()]
    assert shown.position.discard == (1, 3)


@pytest.mark.parametrize(("option", "faces"), [("false", (3, 2)), ("true", (0, 0))])
def test_kept_tiles_lie_open_or_hidden(option: str, faces: tuple[int, ...]) -> None:
    state = end_of_round(4, temple={A: ((2, 4), (2, 3)), B: ((4,), (1,))}, options={"fortune_kept_hidden": option})
    step = evaluate(state)
    assert step.state.position.players[A].kept == faces
    assert step.state.own[A].kept == (3, 2)
    assert ("kept" in {news.saying.key for news in step.happenings}) == (option == "false")
    public = GAME.view(step.state, None)
    assert ("?" in GAME.board(public, "en")) == (option == "true")


def test_v74_two_players_one_card() -> None:
    state = evaluate(end_of_round(2, senate={A: (3, 5), B: (2, 4)})).state
    assert state.position.queue == (A,)
    assert len(view(state).offer) == 3
    assert state.position.latrine[B] == 3
    after = do(state, f"card {view(state).offer[1]}").state
    assert after.own[A].cards == (view(state).offer[1],)
    assert after.position.players[A].cards == 1
    assert after.offer == ()


def test_v75_four_players_two_cards() -> None:
    state = evaluate(end_of_round(4, senate={A: (2, 5), B: (4, 6), C: (1, 1)})).state
    assert state.position.queue == (A, B)
    assert state.position.latrine[C] == 1
    after = do(state, f"card {view(state).offer[0]}").state
    assert asked(after) == [B]
    assert view(after, B).offer == view(state).offer[1:]
    done = do(after, f"card {view(after, B).offer[0]}", B).state
    assert [player.cards for player in done.position.players] == [1, 1, 0, 0]


def test_v76_the_third_of_five_takes_the_last_card_without_a_choice() -> None:
    runs = {A: (1, 6), B: (1, 5), C: (1, 4), D: (1, 3), E: (1, 2)}
    state = evaluate(end_of_round(5, senate=runs)).state
    cards = state.offer
    assert state.position.latrine == (0, 0, 0, 3, 2)
    state = do(state, f"card {cards[2]}").state
    step = do(state, f"card {cards[0]}", B)
    assert step.state.own[C].cards == (cards[1],)
    assert step.state.offer == ()
    told = [news for news in step.happenings if news.saying.key == "took_this_card"]
    assert [news.to for news in told] == [frozenset({"brown"}), frozenset({"blue"})]


def test_v77_fewer_runs_than_prizes() -> None:
    state = evaluate(end_of_round(3, senate={B: (6, 6)})).state
    assert state.position.queue == (B,)
    after = do(state, f"card {view(state, B).offer[2]}", B).state
    assert [player.cards for player in after.position.players] == [0, 1, 0]
    assert after.position.players[B].tokens == 0


def test_v78_nobody_in_the_senate() -> None:
    assert evaluate(end_of_round(2)).state.position.deck == 0


def test_v79_the_last_two_of_six_sets_win_nothing() -> None:
    state = evaluate(end_of_round(4, castrum="A3x6 B3x5 C2x6 D2x5 A2x1 B1x6")).state
    assert state.position.queue == (A, B, C, D)
    assert state.position.latrine == (2, 1, 0, 0)


def test_v80_patricians_from_left_to_right() -> None:
    state = evaluate(end_of_round(2, forum="1B 3A 6B")).state
    offer = state.position.patricians
    for seat, patrician in ((B, offer[3]), (A, offer[0]), (B, offer[1])):
        assert asked(state) == [seat]
        state = do(state, f"patrician {patrician}", seat).state
    assert state.position.patricians_removed == (offer[2],)
    assert state.position.players[B].patricians == (offer[3], offer[1])


def test_v81_everything_in_the_latrine_counts() -> None:
    state = end_of_round(2, senate={A: (1, 3), B: (1, 4)}, castrum="B4x1 B3x1 A1x6", latrine={A: 3})
    state = by_default(evaluate(state).state, "place")
    assert state.position.players[A].tokens == 7


@pytest.mark.parametrize(
    ("option", "supply", "tokens"), [("30", 4, [2, 2]), ("unlimited", None, [3, 3]), ("30", 30, [3, 3])]
)
def test_v82_a_short_supply_is_shared_out(option: str, supply: int | None, tokens: list[int]) -> None:
    state = end_of_round(2, latrine={A: 3, B: 3}, options={"reroll_supply": option})
    state = replace(state, position=replace(state.position, supply=supply))
    after = evaluate(state).state.position
    assert [player.tokens for player in after.players] == tokens
    assert after.supply == (None if supply is None else supply - sum(tokens))


def test_v83_the_last_round_is_not_refilled() -> None:
    state = evaluate(end_of_round(4, round_=5)).state
    assert state.position.phase == "over"
    assert state.position.provinces == state.position.patricians == ()
    assert GAME.outcome(state) is not None


def test_v84_the_two_best_sets_pick_twice() -> None:
    state = evaluate(end_of_round(2, castrum="A3x6 A2x6 B1x1")).state
    assert state.position.queue == (A, A)
    state = do(state, f"province {state.position.provinces[0]}").state
    assert asked(state) == [A]


def test_a_single_piece_left_is_forced() -> None:
    state = evaluate(end_of_round(2, castrum="A3x6 B2x6", forum="1A 2A 3B 4B")).state
    state = do(state, f"province {state.position.provinces[0]}").state
    (decision,) = GAME.waiting(state)
    assert decision.forced == TakeProvince(state.position.provinces[0])
    state = do(state, f"province {state.position.provinces[0]}", B).state
    for seat in (A, A, B):
        assert GAME.waiting(state)[0].forced is None
        state = do(state, f"patrician {state.position.patricians[0]}", seat).state
    (decision,) = GAME.waiting(state)
    assert decision.forced == TakePatrician(state.position.patricians[0])


def test_refused_picks() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)}, castrum="A2x6", forum="1A")).state
    held = {"I", "II", "III", "V", "VI", "VII", "VIII", "IX", "X", "XI"} - set(view(state).offer)
    assert refused(state, f"card {min(held)}") == "card_not_offered"
    assert refused(state, "place forum 1") == "asked_other"
    state = by_default(state, "province")
    other = "WILD" if "WILD" not in state.position.provinces else "GER1"
    assert refused(state, f"province {other}") == "province_gone"
    assert refused(state, "reroll all") == "asked_other"
    state = by_default(state, "patrician")
    gone = next(
        code for code in ("GER-M1", "GER-M2", "GER-M3", "HIS-W1", "HIS-W2") if code not in state.position.patricians
    )
    assert refused(state, f"patrician {gone}") == "patrician_gone"


def test_v148_only_the_picker_sees_the_cards() -> None:
    state = evaluate(end_of_round(4, senate={A: (2, 5), B: (4, 6), C: (1, 1)})).state
    assert _shown(state) == [3, 0, 0, 0, 0]
    state = do(state, f"card {state.offer[0]}").state
    assert _shown(state) == [0, 2, 0, 0, 0]
    for seat in (A, C, D):
        board = GAME.board(view(state, seat), "en")
        assert not any(f" {card} " in f"{board} " for card in state.offer)


def _shown(state: State) -> list[int]:
    return [*(len(view(state, seat).offer) for seat in range(4)), len(GAME.view(state, None).offer)]


def test_cards_put_under_the_deck_never_return() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)})).state
    first = state.offer
    state = by_default(state, "place")
    again = replace(state, position=replace(state.position, senate=((1, 2), (0, 0))))
    second = evaluate(again).state.offer
    assert not set(first) & set(second)
    assert legal(state, "latrine", asked(state)[0]) == set()

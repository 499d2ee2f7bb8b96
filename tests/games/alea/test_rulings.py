"""Rulings that no vector pins down, each by its number, and what the rulebook says against them."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.course.rounds import begin_end
from pbem.games.alea.position.moves import Place, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import Camp, Stand, State
from pbem.games.alea.scoring.assignment import refuse_split
from pbem.games.alea.scoring.scoring import tally
from pbem.games.alea.scoring.split import assign_best
from pbem.games.alea.table.table import borders, patricians
from pbem.games.game import LANGUAGES, Look
from tests.games.alea.making import (
    A,
    B,
    C,
    after,
    asked,
    at_table,
    begin,
    buildings,
    by_default,
    do,
    end_of_round,
    evaluate,
    hand,
    legal,
    parse,
    refused,
    row,
    seats,
    show_row,
    terms,
    view,
)
from tests.games.fate import Fate
from tests.games.playing import random_game, random_options
from tests.wording import game_text

MIXED = terms({"border_mode": "mixed_couple"}, XII_1=("HIS", "MAC"))
ONE_EACH = terms({"border_mode": "one_per_colour"}, XII_1=("HIS", "MAC"))
PER_COLOUR = terms(XII_1=("HIS", "MAC"))


def split_of(text: str) -> tuple[Stand, ...]:
    """`HIS-M1 XII-1, GER-M2 GER4+` as an assignment."""
    pairs = (pair.split() for pair in text.split(", "))
    return tuple(Stand(who, where.rstrip("+"), where.endswith("+")) for who, where in pairs)


def test_a_r1_who_was_overtaken_twice_brings_what_is_missing() -> None:
    state = at_table(5, [1, 1, 5, 6], temple={A: (4,), B: (2, 3), C: (2, 2, 3)})
    assert legal(state, "temple") == {"1 1 5", "1 1 6", "1 5 6"}
    assert refused(state, "place temple 5") == "temple_count"
    assert refused(state, "place temple 1 1 5 6") == "temple_count"


def test_a_r2_the_old_dice_count_in_the_total() -> None:
    state = at_table(4, [1, 1, 2], temple={A: (6,), B: (4, 4)})
    assert legal(state, "temple") == {"1 2"}  # 6+1+1 only equals 8


def test_a_r4_kept_tiles_never_return_to_the_pile() -> None:
    state = end_of_round(4, temple={A: ((2, 4), (3, 2)), B: ((4,), (1,))})
    kept = by_default(evaluate(state).state, "place")
    assert kept.position.discard == ()
    assert sum(len(player.kept) for player in kept.position.players) == 3


def test_a_r6_two_players_with_a_die_each_are_not_one_die() -> None:
    state = end_of_round(4, temple={A: ((5,), (2,)), B: ((3, 4), (1, 1))})
    kept = by_default(evaluate(state).state, "place").position
    assert [len(player.kept) for player in kept.players] == [1, 2, 0, 0]


def test_a_r6_one_player_with_two_dice_keeps_two_and_draws_none() -> None:
    kept = by_default(evaluate(end_of_round(4, temple={A: ((5, 6), (2, 1))})).state, "place").position
    assert kept.players[A].kept == (2, 1)
    assert kept.fortune == begin(4).position.fortune


def test_a_r7_a_lower_and_shorter_run_may_follow() -> None:
    assert refused(at_table(3, [1], seat=C, senate={A: (3, 6), B: (4, 6)}), "place senate 1", C) == ""


@pytest.mark.parametrize(("runs", "rank"), [({A: (1, 3), B: (4, 6)}, (B, A)), ({A: (1, 2), B: (6, 6)}, (A, B))])
def test_a_r9_length_before_height(runs: dict[int, tuple[int, int]], rank: tuple[int, ...]) -> None:
    state = evaluate(end_of_round(3, senate=runs)).state
    assert state.position.queue == rank


def test_a_r10_no_card_is_seen_twice_in_a_game() -> None:
    for seed in range(4):
        shown: list[str] = []
        for ply in random_game(GAME, seats(2), seed):
            if ply.state.position.phase == "card":
                shown += ply.state.offer
        assert len(set(shown)) == len(shown) <= 18


def test_a_r11_two_own_sets_of_one_value() -> None:
    state = at_table(2, [4, 4, 4], castrum="A2x4")
    assert after(state, "place castrum 4 new").castrum == (Camp(A, 4, 2), Camp(A, 4, 1))
    assert refused(state, "place castrum 4 4 new") == "castrum_equal"
    assert after(state, "place castrum 3x4 new").castrum == (Camp(A, 4, 2), Camp(A, 4, 3))
    assert refused(state, "place castrum 4 extend 1x4") == "castrum_no_set"


def test_a_r11_no_set_of_another_player_grows() -> None:
    state = at_table(2, [4], castrum="B2x4")
    assert refused(state, "place castrum 4 extend 2x4") == "castrum_no_set"
    assert refused(state, "add castrum 4") == "nothing_to_add_to"


def test_a_r12_more_dice_may_be_legal_where_fewer_are_not() -> None:
    state = at_table(2, [5, 5], castrum="A1x5 B2x5")
    assert refused(state, "place castrum 5 extend 1x5") == "castrum_equal"
    assert refused(state, "place castrum 5 5 extend 1x5") == ""


def test_a_r13_each_die_of_a_pair_finds_its_own_column() -> None:
    assert show_row(after(at_table(3, [1, 4], forum="1B 2C 4B"), "place forum 1 4")) == "1A 1B 2C 4A 4B"


def test_a_r14_the_die_that_keeps_a_column_may_go_alone() -> None:
    state = at_table(2, [1, 4], forum="1A 1B 2A 3B")
    assert legal(state, "forum") == {"1"}


def test_a_r15_two_dice_push_two_out_even_own_ones() -> None:
    state = at_table(2, [2, 3, 6], forum="3B 3A 5A 6A")
    position = after(state, "place forum 2 3")
    assert show_row(position) == "2A 3A 3B 3A"
    assert position.latrine[A] == state.position.latrine[A] + 2
    assert position.players[A].hand == 1


def test_a_r17_one_die_of_any_value_and_only_one() -> None:
    made = at_table(2, [5, 6, 6], castrum="A1x5 A1x6 A2x6")
    state = replace(
        made,
        position=replace(
            made.position,
            forum=row("1B 2A 2A 3B"),
            senate=((1, 2), (5, 6)),
            castrum=(Camp(B, 5, 1), Camp(B, 6, 1), Camp(B, 6, 2)),
        ),
    )
    assert buildings(state) == {"latrine"}
    assert legal(state, "latrine") == {"5", "6"}
    assert refused(state, "place latrine 6 6") == "latrine_one"


def test_a_r19_one_token_rolls_any_number_of_dice() -> None:
    state = at_table(2, [1, 2, 3, 4, 5, 6, 6, 6], tokens=1)
    rolled = after(state, "reroll all", chance=Fate(7, dice={"1.1/grey/1": [1] * 8}))
    assert rolled.rolls[A] == (1,) * 8
    assert rolled.players[A].tokens == 0


def test_a_r20_tokens_go_round_from_the_start_player() -> None:
    state = end_of_round(3, latrine={A: 3, B: 3, C: 3}, options={"reroll_supply": "30"})
    state = replace(state, position=replace(state.position, supply=4, start=B))
    assert [player.tokens for player in evaluate(state).state.position.players] == [1, 2, 1]


def test_a_r21_tokens_are_public() -> None:
    state = at_table(2, [1, 2], tokens=3)
    assert GAME.view(state, None).position.players[A].tokens == 3
    assert f"{game_text(GAME, 'board_tokens')} 3" in GAME.board(GAME.view(state, None), "en")


def test_a_r23_picks_cannot_be_declined() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)}, castrum="A2x6 B1x6", forum="1A")).state
    for kind in (TakeCard, TakeProvince, TakeProvince, TakePatrician):
        (decision,) = GAME.waiting(state)
        moves = list(GAME.moves(GAME.view(state, decision.seat)))
        assert decision.decline is None
        assert moves
        assert all(isinstance(move, kind) for move in moves)
        state = GAME.play(state, decision.seat, moves[0], Fate(7)).state


def test_a_r23_even_the_wild_tile_is_taken() -> None:
    state = evaluate(end_of_round(2, castrum="A2x6 B1x6")).state
    state = replace(state, position=replace(state.position, provinces=("GER1", "WILD")))
    state = do(state, "province GER1").state
    (decision,) = GAME.waiting(state)
    assert decision.forced == TakeProvince("WILD")


def test_a_r24_the_wild_tile_takes_one_couple_of_one_colour() -> None:
    holdings = hand("WILD", "HIS-M1 HIS-W2 HIS-M3 MAC-W3")
    assert refuse_split(holdings, split_of("HIS-M1 WILD, HIS-W2 WILD"), terms()) is None
    assert refuse_split(holdings, split_of("HIS-M1 WILD, HIS-M3 WILD"), terms()) is not None
    assert refuse_split(holdings, split_of("HIS-M1 WILD, MAC-W3 WILD"), terms()) is not None
    assert tally(holdings, split_of("HIS-M1 WILD, HIS-W2 WILD"), terms()).provinces == 0


def test_a_r25_the_wild_tile_is_a_tile_for_i_v_viii_and_xi() -> None:
    holdings = hand("WILD", "HIS-M1 HIS-W2 HIS-M3", "I V VIII XI")
    score = tally(holdings, split_of("HIS-M3 WILD, HIS-W2 WILD, HIS-M1 WILD+"), terms())
    assert refuse_split(holdings, score.split, terms()) is None
    assert score.cards == {"I": 1, "V": 2, "VIII": 1, "XI": 0}
    assert tally(holdings, assign_best(holdings, terms()), terms()).total == score.total


def test_a_r26_a_single_patrician_of_either_colour_scores_its_value_only() -> None:
    for who in ("HIS-M2", "MAC-W2"):
        for given in (MIXED, ONE_EACH, PER_COLOUR):
            score = tally(hand("", who, "XII-1"), split_of(f"{who} XII-1"), given)
            assert (score.cards["XII-1"], score.patricians) == (0, 2)


@pytest.mark.parametrize(
    ("stands", "mixed", "one_each", "per_colour"),
    [
        ("HIS-M1 XII-1, MAC-W1 XII-1, HIS-W2 XII-1+", True, True, False),
        ("HIS-M1 XII-1, MAC-W1 XII-1, MAC-M2 XII-1+", True, True, False),
        ("HIS-M1 XII-1, MAC-W1 XII-1, HIS-W2 XII-1+, MAC-M2 XII-1+", False, False, False),
        ("HIS-M1 XII-1, MAC-M2 XII-1, HIS-W2 XII-1+", False, False, False),
        ("HIS-M1 XII-1, HIS-W2 XII-1, MAC-M2 XII-1, HIS-M3 XII-1+", False, False, True),
        ("HIS-M1 XII-1, HIS-W2 XII-1, MAC-M2 XII-1, MAC-W1 XII-1+", False, False, False),
        ("HIS-M1 XII-1, HIS-W2 XII-1, MAC-M2 XII-1, MAC-W1 XII-1, HIS-M3 XII-1+, MAC-M1 XII-1+", False, False, True),
        ("HIS-M1 XII-1, HIS-W2 XII-1, HIS-M3 XII-1+", False, False, False),
    ],
)
def test_a_r27_extras_beside_the_couples_of_a_border(
    stands: str, mixed: bool, one_each: bool, per_colour: bool
) -> None:
    holdings = hand("", "HIS-M1 HIS-M3 HIS-W2 MAC-M1 MAC-M2 MAC-W1", "XI XII-1")
    fits = [refuse_split(holdings, split_of(stands), given) is None for given in (MIXED, ONE_EACH, PER_COLOUR)]
    assert fits == [mixed, one_each, per_colour]


def test_a_r28_everybody_assigned_counts_also_extras() -> None:
    holdings = hand("WILD", "HIS-M1 HIS-W2 HIS-M3 MAC-W3 BRI-M1 AEG-W1", "II V VI IX X XI XII-1 XIII-1")
    given = terms(XII_1=("HIS", "MAC"))
    split = split_of("HIS-M1 WILD, HIS-W2 WILD, HIS-M3 WILD+, MAC-W3 XII-1, BRI-M1 XIII-1")
    assert refuse_split(holdings, split, given) is None
    score = tally(holdings, split, given)
    assert {card: score.cards[card] for card in ("II", "V", "VI", "IX", "X")} == {
        "II": 2,
        "V": 2,  # the extra makes no second couple
        "VI": 3,
        "IX": 2,
        "X": 3,
    }
    assert score.spare == 1


@pytest.mark.parametrize(("tiles", "points"), [("GER1", 1), ("GER1 GER2", 2), ("GER1 GER2 HIS1", 2)])
def test_a_r29_only_full_pairs_count_for_card_i(tiles: str, points: int) -> None:
    assert tally(hand(tiles, "", "I"), (), terms()).cards["I"] == points


@pytest.mark.parametrize(("kept", "points"), [(2, 1), (3, 3), (5, 3), (6, 5)])
def test_a_r29_only_full_threes_count_for_card_iv(kept: int, points: int) -> None:
    assert tally(hand("", "", "IV", [1] * kept), (), terms()).cards["IV"] == points


def test_a_r29_an_odd_patrician_is_no_half_point() -> None:
    assert tally(hand("GER1", "GER-M1", "II"), split_of("GER-M1 GER1"), terms()).cards["II"] == 0


def test_a_r30_worthless_cards_count_for_card_iii() -> None:
    assert tally(hand("", "", "III XI XII-2 XIII-1"), (), terms()).cards["III"] == 5


@pytest.mark.parametrize(("cards", "wanted"), [(0, [A]), (1, [A, B])])
def test_a_r31_only_who_may_have_a_province_is_asked(cards: int, wanted: list[int]) -> None:
    """Whether a card is a province is a secret, so any card will do."""
    state = begin(2, final_allocation="manual")
    first, second = state.position.players
    players = (
        replace(first, provinces=("GER1",), patricians=("GER-M1",)),
        replace(second, patricians=("GER-W1",), cards=cards),
    )
    own = (state.own[A], replace(state.own[B], cards=("I",) * cards))
    made = replace(state, position=replace(state.position, active=-1, round=6, players=players), own=own)
    scene = Scene(made, Fate(1))
    begin_end(scene)
    assert asked(scene.state) == wanted


def test_a_r32_the_tiebreak_looks_at_one_or_all() -> None:
    holdings = hand("", "HIS-M2 HIS-W2 MAC-W1")
    assert tally(holdings, (), terms()).spare == 5
    assert tally(holdings, (), terms({"tiebreak": "highest_single"})).spare == 2


def test_a_r34_temple_and_forum_earn_no_tokens() -> None:
    state = end_of_round(4, temple={A: ((5,), (2,)), B: ((3, 4), (1, 1))}, forum="1A 2B 3C")
    done = by_default(evaluate(state).state, "place")
    assert [player.tokens for player in done.position.players] == [0, 0, 0, 0]


def test_a_r36_all_dice_may_go_at_once() -> None:
    state = at_table(2, [4] * 8)
    position = after(state, "place castrum *4")
    assert position.castrum == (Camp(A, 4, 8),)
    assert position.last_lap


def test_a_r37_one_patrician_of_each_kind() -> None:
    people = patricians(begin(2).fixed.table)
    assert len(people) == len(set(people)) == 36
    assert Counter(code[4] for code in people) == {"M": 18, "W": 18}
    assert Counter(code[5] for code in people) == {"1": 12, "2": 12, "3": 12}
    assert set(Counter(code[:3] for code in people).values()) == {6}


def test_a_r38_borders_are_what_the_table_says() -> None:
    table = GAME.table()
    table["senate"]["border"][0] = ["AEG", "GER"]
    assert GAME.faults(seats=seats(2), options={}, table=table) == ()
    state = GAME.setup(seats=seats(2), options={}, table=table, chance=Fate(7)).state
    assert borders(state.fixed.table)["XII-1"] == ("AEG", "GER")
    shown = replace(state, own=(replace(state.own[A], cards=("XII-1",)), state.own[B]))
    assert "XII-1(AEG/GER)" in GAME.board(view(shown), "en")


def test_a_r40_two_may_end_in_the_same_lap() -> None:
    state = at_table(3, [6], seat=A)
    players = tuple(replace(player, hand=1 if seat < 2 else 3) for seat, player in enumerate(state.position.players))
    state = replace(state, position=replace(state.position, players=players, lap=4))
    chance = Fate(7, dice={"1.4/brown/0": [5], "1.4/blue/0": [4, 4, 1]})
    state = do(state, "place castrum 6", A, chance).state
    state = do(state, "place castrum 5", B, chance).state
    assert asked(state) == [C]
    before = state.position.latrine[C]
    state = do(state, "place castrum 4", C, chance).state
    assert state.position.phase == "province"
    assert state.position.latrine[C] == before + 2  # A-R41


@pytest.mark.parametrize("option", ["false", "true"])
def test_a_r42_the_next_roll_is_known_only_by_option(option: str) -> None:
    state = begin(3, preroll_lap=option)
    rolled = [bool(roll) for roll in GAME.view(state, None).position.rolls]
    assert rolled == ([True] * 3 if option == "true" else [True, False, False])


def test_card_iv_is_left_out_below_four_players_only() -> None:
    for players in (2, 3, 4, 5):
        seen = set()
        for seed in range(8):
            for ply in random_game(GAME, seats(players), seed):
                seen |= {card for own in ply.step.state.own for card in own.cards}
        assert ("IV" in seen) == (players >= 4)


def test_kept_tiles_that_lay_hidden_are_shown_at_the_end() -> None:
    state = begin(4, fortune_kept_hidden="true")
    for ply in random_game(GAME, seats(4), 3, {"fortune_kept_hidden": "true"}):
        state = ply.step.state
    assert state.position.phase == "over"
    public = GAME.view(state, None)
    assert "?" not in GAME.board(public, "en")
    assert "?" not in GAME.draw(public, Look("en")).svg


def by_the_book(state: State, seat: int, dice: tuple[int, ...]) -> set[tuple[str, int]]:
    """Where dice may go by the rulebook, written apart from the game: building and size of the set extended."""
    position, fixed = state.position, state.fixed
    found: set[tuple[str, int]] = set()
    sets = position.temple
    mine = (*sets[seat], *dice)
    others = [there for there in sets if there]
    leads = bool(sets[seat]) and len(sets[seat]) == max(map(len, sets))
    if len(fixed.seats) > 3 and len(mine) == max((len(there) for there in others), default=0) + 1:
        higher = all(sum(mine) > sum(there) for there in others)
        if higher and (fixed.options.temple_self_raise or not leads):
            found.add(("temple", 0))
    low, high = position.senate[seat]
    run = sorted((*dice, *(range(low, high + 1) if low else ())))
    runs = [list(range(a, b + 1)) for other, (a, b) in enumerate(position.senate) if a and other != seat]
    if run == list(range(run[0], run[0] + len(run))) and run not in runs:
        found.add(("senate", 0))
    if len(set(dice)) == 1:
        camps = [(camp.size, camp.value) for camp in position.castrum]
        own = [camp.size for camp in position.castrum if camp.owner == seat and camp.value == dice[0]]
        found |= {("castrum", size) for size in (0, *own) if (size + len(dice), dice[0]) not in camps}
    if len(dice) == 1 or (len(dice) == 2 and sum(dice) == 5):
        columns = [(die.value, 1) for die in position.forum] + [(die, 0) for die in dice]  # new ones before equals
        if all(is_old for _, is_old in sorted(columns)[fixed.columns :]):
            found.add(("forum", 0))
    return found


@pytest.mark.parametrize("players", GAME.meta.players)
def test_legal_placements_are_those_of_the_rulebook(players: int) -> None:
    for seed in range(4):
        options = random_options(GAME, seats(players), Random(seed)) if seed % 2 else {}
        for ply in random_game(GAME, seats(players), seed, options):
            if ply.state.position.phase == "place":
                assert_by_the_book(ply.state, ply.state.position.active)


def assert_by_the_book(state: State, seat: int) -> None:
    roll = state.position.rolls[seat]
    parts = {part for count in range(1, len(roll) + 1) for part in combinations(roll, count)}
    wanted = {(building, part, size) for part in parts for building, size in by_the_book(state, seat, part)}
    wanted = wanted or {("latrine", (die,), 0) for die in roll}
    listed = [move for move in GAME.moves(view(state, seat)) if isinstance(move, Place)]
    assert len(listed) == len(set(listed))
    assert {(move.building, move.dice, move.size) for move in listed} == wanted


def idle_dice(state: State, seat: int, move: Place) -> list[int]:
    """How many dice of each player win nothing if this placement ends the placing; counted from the rulebook."""
    position, count = state.position, len(state.fixed.seats)
    temple = [len(dice) for dice in position.temple]
    runs = [high - low + 1 if low else 0 for low, high in position.senate]
    tops = [high for _, high in position.senate]
    camps = [(camp.size, camp.value, camp.owner) for camp in position.castrum]
    row_ = [(die.value, 1, at, die.owner) for at, die in enumerate(position.forum)]
    if move.building == "temple":
        temple[seat] += len(move.dice)
    elif move.building == "senate":
        runs[seat], tops[seat] = runs[seat] + len(move.dice), max(tops[seat], *move.dice)
    elif move.building == "castrum":
        if move.size:
            camps.remove((move.size, move.dice[0], seat))
        camps.append((move.size + len(move.dice), move.dice[0], seat))
    elif move.building == "forum":
        row_ += [(die, 0, 0, seat) for die in move.dice]
    best = sorted((seat for seat in range(count) if runs[seat]), key=lambda who: (runs[who], tops[who]), reverse=True)
    won = temple
    for who in best[: {2: 1, 3: 2, 4: 2, 5: 3}[count]]:
        won[who] += runs[who]
    for size, _, who in sorted(camps, reverse=True)[:count]:
        won[who] += size
    for *_, who in sorted(row_)[: count + 2]:
        won[who] += 1
    return [8 - dice for dice in won]


@pytest.mark.parametrize("players", GAME.meta.players)
def test_dice_that_win_nothing_become_tokens(players: int) -> None:
    rounds = 0
    for seed in range(8):
        wanted: list[int] = []
        for ply in random_game(GAME, seats(players), seed):
            before, now = ply.state.position, ply.step.state.position
            if isinstance(ply.move, Place) and (now.phase != "place" or now.round != before.round):
                idle = idle_dice(ply.state, before.active, ply.move)
                wanted = [player.tokens + more for player, more in zip(before.players, idle, strict=True)]
            if now.phase == "over" or now.round != before.round:
                assert [player.tokens for player in now.players] == wanted
                rounds += 1
    assert rounds == 8 * (6 if players < 4 else 5)


def test_refusals_of_dice_show_the_roll() -> None:
    state = at_table(4, [1, 2, 2, 6])
    for order in ("place senate 1 6", "place castrum 5", "reroll 1", "place temple 1 2", "place forum 6 6"):
        refusal = GAME.check(view(state), parse(state, order))
        assert refusal is not None
        for language in LANGUAGES:
            assert "1, 2, 2, 6" in GAME.say(refusal.saying, language)
    unread = GAME.parse(view(state), "place senate 1 2 and castrum 6")
    assert "1, 2, 2, 6" in GAME.say(unread.saying, "de")  # type: ignore[union-attr]


@pytest.mark.parametrize(("tokens", "key"), [(0, "ask_place_only"), (1, "ask_place")])
def test_a_reroll_is_offered_only_with_a_token(tokens: int, key: str) -> None:
    (decision,) = GAME.waiting(at_table(2, [1, 2, 6], tokens=tokens))
    assert decision.about.key == key

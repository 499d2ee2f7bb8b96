"""Laying out the game (2)."""

import json
from collections import Counter

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Reserve
from pbem.games.fortuna.position.state import State
from pbem.games.fortuna.table.table import CARDS
from pbem.games.game import Seat
from tests.games.fate import Fate
from tests.games.fortuna.hidden import assert_invariants
from tests.games.fortuna.making import BLUE, GREY, ORANGE, PURPLE, SEATS, read


def set_up(players: int, seed: int = 0, **options: str) -> State:
    seats = tuple(Seat(seat) for seat in SEATS[players])
    return GAME.setup(seats=seats, options=options, table=GAME.table(), chance=Fate(seed)).state


def play(state: State, seat: str, order: str) -> State:
    view = GAME.view(state, Seat(seat))
    move = read(view, order)
    assert GAME.check(view, move) is None
    return GAME.play(state, Seat(seat), move, Fate(1)).state


def cards(state: State, side: str) -> list[str]:
    return [slot.card for slot in state.public.sides[side]]


def test_tv_s01_the_first_player_holds_fortuna_and_begins() -> None:
    state = next(state for seed in range(100) if (state := set_up(4, seed)).public.order[0] == ORANGE)
    assert cards(state, ORANGE)[0] == "FORTUNA"
    for seat in state.public.players:
        state = play(state, seat, "reserve none")
    assert state.public.active == ORANGE
    assert GAME.waiting(state)[0].kind == "play"


@pytest.mark.parametrize(
    ("players", "cubes", "followers", "dice", "copies", "deck"),
    [
        pytest.param(4, 11, 8, 5, 3, 26, id="B01"),
        pytest.param(3, 12, 9, 6, 2, 22, id="B02"),
        pytest.param(2, 13, 10, 7, 2, 22, id="B03"),
    ],
)
def test_b01_b02_b03_the_stock_by_players(
    players: int, cubes: int, followers: int, dice: int, copies: int, deck: int
) -> None:
    public = set_up(players).public
    assert (public.stock.water, public.stock.grain, public.stock.wine) == (cubes, cubes, cubes)
    assert (public.stock.vestals, public.stock.centurions, public.stock.dice) == (followers, followers, dice)
    assert set(public.buildings.values()) == {copies}
    assert public.deck.left == deck
    assert public.tokens == 12
    assert all(len(slots) == 3 for slots in public.sides.values())


@pytest.mark.parametrize("players", [2, 3])
def test_b02_b03_empty_sides_lie_open_and_four_steps_are_left_out(players: int) -> None:
    state = set_up(players)
    empty = [side for side in SEATS[4] if side not in state.public.players]
    assert len(empty) == 4 - players
    assert all(slot.is_up for side in empty for slot in state.public.sides[side])
    assert Counter(state.public.removed) == {"B_STEP": 4}
    assert state.public.deck.cards.count("B_STEP") == 4
    assert len(cards(state, state.public.order[0])) == 3


def test_every_player_starts_alike() -> None:
    for player in set_up(4).public.players.values():
        assert (player.pos, player.money, player.married, player.buildings, player.hand) == (0, 5, False, (), 0)
        assert (player.reservoir, player.grain, player.wine, player.aqueduct) == (1, 1, 1, 0)
        assert (player.vestals, player.centurions, player.dice) == (1, 1, 1)


def drafters(players: int) -> tuple[list[Seat], State]:
    state, seats = set_up(players, setup="expert"), []
    while GAME.waiting(state)[0].kind == "draft":
        (decision,) = GAME.waiting(state)
        assert decision.turn == "setup"
        seats.append(decision.seat)
        state = play(state, decision.seat, GAME.write(next(GAME.moves(GAME.view(state, decision.seat))), "en"))
        assert_invariants(state)
    return seats, state


@pytest.mark.parametrize(
    ("players", "sequence"),
    [
        pytest.param(2, "2 1 2 1 2", id="B04"),
        pytest.param(3, "2 3 1 2 3 1 2 3", id="B05-3"),
        pytest.param(4, "2 3 4 1 2 3 4 1 2 3 4", id="B05-4"),
    ],
)
def test_b04_b05_the_draft_goes_clockwise_from_the_second(players: int, sequence: str) -> None:
    seats, state = drafters(players)
    around = list(state.public.players)
    first = around.index(state.public.order[0])
    assert seats == [around[(first + int(number) - 1) % players] for number in sequence.split()]
    assert all(len(slots) == 3 for slots in state.public.sides.values())
    assert sorted(card for side in SEATS[4] for card in cards(state, side)) == sorted(CARDS)


def test_b04_a_sixth_pick_is_refused() -> None:
    seats, state = drafters(2)
    assert len(seats) == 5
    for seat in state.public.players:
        view = GAME.view(state, seat)
        assert GAME.check(view, read(view, "draft water")) is not None


def test_a_card_is_drafted_once() -> None:
    state = set_up(2, setup="expert")
    first = GAME.waiting(state)[0].seat
    state = play(state, first, "draft bribery")
    view = GAME.view(state, GAME.waiting(state)[0].seat)
    refusal = GAME.check(view, read(view, "draft bribery"))
    assert refusal is not None
    assert refusal.rule == "F-R54"


def test_the_deal_goes_round_from_the_left_of_the_first_player() -> None:
    """1.7: the shuffled cards go one at a time clockwise, full sides skipped."""
    state = set_up(4, 5)
    mixed = Fate(5).roll("setup/deal").shuffle([card for card in CARDS if card != "FORTUNA"])
    first = SEATS[4].index(state.public.order[0])
    around = [SEATS[4][(first + place) % 4] for place in (1, 2, 3, 0)]
    expected: dict[str, list[str]] = {side: [] for side in around}
    expected[around[3]].append("FORTUNA")
    for index, card in enumerate(mixed):
        expected[around[index % 4]].append(card)
    assert {side: cards(state, side) for side in around} == expected


def test_f_r54_the_rest_of_a_draft_goes_round_the_empty_sides() -> None:
    seats, state = drafters(2)
    pool = [card for card in CARDS if all(card not in cards(state, seat) for seat in seats)]
    mixed = Fate(1).roll("setup/empty").shuffle(pool)
    around = [SEATS[4][(SEATS[4].index(state.public.order[0]) + place) % 4] for place in (1, 2, 3)]
    first, second = (side for side in around if side not in state.public.players)
    assert (cards(state, first), cards(state, second)) == (list(mixed[0::2]), list(mixed[1::2]))
    assert state.public.pool == ()


def test_f_r55_the_cards_are_dealt_open() -> None:
    assert all(slot.is_up for slots in set_up(4).public.sides.values() for slot in slots)


@pytest.mark.parametrize("players", [2, 4])
def test_a_table_stored_in_another_order_lays_out_the_same_game(players: int) -> None:
    """1.7: shuffles start from the printed order, however a record sorts its keys."""
    table = json.loads(json.dumps(GAME.table(), sort_keys=True))
    assert list(table["privileges"]) != list(GAME.table()["privileges"])
    seats = tuple(Seat(seat) for seat in SEATS[players])
    state = GAME.setup(seats=seats, options={}, table=table, chance=Fate(3)).state
    assert state.public == set_up(players, 3).public
    assert state.public.deck.cards[:4] == ("A_FOLLOWER", "A_FOLLOWER", "A_WATER", "A_GRAIN")


def test_b06_reserving_one_of_the_own_three() -> None:
    state = set_up(4)
    first = state.public.order[0]
    view = GAME.view(state, first)
    assert GAME.check(view, read(view, "reserve fortuna")) is None
    assert GAME.check(view, read(view, "reserve none")) is None
    other = next(seat for seat in state.public.players if seat != first)
    assert GAME.check(GAME.view(state, other), read(view, "reserve fortuna")) is not None
    strict = GAME.view(set_up(4, initial_reserve="mandatory"), first)
    refusal = GAME.check(strict, read(strict, "reserve none"))
    assert refusal is not None
    assert refusal.rule == "F-R19"


def test_reserves_are_opened_together_when_the_last_is_in() -> None:
    state = set_up(4)
    before = state.public.sides
    for seat in (BLUE, GREY, ORANGE):
        state = play(
            state, seat, "reserve " + GAME.write(next(GAME.moves(GAME.view(state, seat))), "en").split(" ", 1)[1]
        )
        assert state.public.sides == before
        assert seat not in [decision.seat for decision in GAME.waiting(state)]
    state = play(state, PURPLE, "reserve none")
    active = state.public.active
    down = {side for side, slots in state.public.sides.items() if not all(slot.is_up for slot in slots)}
    assert down == {BLUE, GREY, ORANGE} - {active}
    assert state.secret.reserves == {}


@pytest.mark.parametrize(("display", "is_named"), [("open", True), ("hidden", False)])
def test_f_r18_the_first_reserve_is_named_to_others_or_not(display: str, is_named: bool) -> None:
    state = set_up(2, facedown_display=display)
    card = cards(state, BLUE)[2]
    state = play(state, BLUE, GAME.write(Reserve(card), "en"))
    told = GAME.play(state, ORANGE, Reserve(None), Fate()).happenings
    named = [each for each in told if each.saying.key in ("reserved", "you_reserved")]
    assert [each.saying.args["card"] for each in named] == [f"cards/{card}"]
    assert named[0].is_known_to(None) == is_named
    assert named[0].is_known_to(BLUE)


def test_a_reserve_not_opened_yet_is_known_to_its_owner_alone() -> None:
    state = set_up(2)
    card = cards(state, BLUE)[1]
    order = next(
        GAME.write(move, "en") for move in GAME.moves(GAME.view(state, BLUE)) if getattr(move, "card", 0) == card
    )
    state = play(state, BLUE, order)
    assert GAME.view(state, BLUE).reserve == card
    assert GAME.view(state, ORANGE).reserve is None
    assert "reserves" not in GAME.public(state)

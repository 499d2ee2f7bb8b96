"""Swiss draws: fair, the same for everybody, and such that no exchange is better."""

from collections import Counter
from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.tournament.event import check, draw
from pbem.tournament.tables.drawing import starts_for
from pbem.tournament.values import Draw, DrawnTable, Entrant, History, Player, Round
from tests.tournament import by_hand
from tests.tournament.hall import Seeded, entrants, names, plain, play, random_history, swiss, table

EVENTS = [(16, 4, 2), (17, 4, 2), (13, 4, 3), (23, 5, 2), (11, 2, 2), (21, 4, 4), (26, 4, 3), (40, 5, 3), (9, 3, 3)]


@pytest.mark.parametrize(("players", "table", "least"), EVENTS)
def test_every_draw_seats_everybody_once_and_stands_the_exchange_test(players: int, table: int, least: int) -> None:
    form, who = swiss(table, least), entrants(players)
    for past, drawn in play(form, who, rounds=6, seed="fair"):
        seated = [player for one in drawn.tables for player in one.seats]
        assert sorted((*seated, *drawn.byes)) == sorted(names(players))
        assert all(least <= len(one.seats) <= table for one in drawn.tables)
        assert check(form, who, past, drawn, Seeded("fair")) == ()


@given(st.integers(4, 11), st.integers(2, 4), st.integers(0, 2**32), st.data())
@settings(max_examples=25)
def test_draws_are_what_a_second_program_draws(players: int, table: int, seed: int, data: st.DataObject) -> None:
    least = data.draw(st.integers(2, table))
    form, who, chance = swiss(table, least, starts=4), entrants(players), Seeded(seed)
    for past, drawn in play(form, who, rounds=3, seed=seed):
        key = chance.key(f"draw {drawn.round}/1")
        assert plain(drawn) == by_hand.Round(plain(form), list(names(players)), plain(past), key).draw()


@given(st.integers(6, 9), st.integers(1, 3), st.integers(0, 2**32))
@settings(max_examples=10)
def test_so_are_draws_after_byes_voids_penalties_and_short_tables(players: int, rounds: int, seed: int) -> None:
    form, who, past = (
        swiss(4, 3, starts=2),
        entrants(players),
        random_history(players, rounds, seed, is_over=True, least=3, most=4),
    )
    drawn = draw(form, who, past, Seeded(seed))
    key = Seeded(seed).key(f"draw {rounds + 1}/1")
    assert plain(drawn) == by_hand.Round(plain(form), list(names(players)), plain(past), key).draw()
    assert check(form, who, past, drawn, Seeded(seed)) == ()


def test_the_same_input_gives_the_same_draw_and_another_roll_another() -> None:
    form, who = swiss(4), entrants(16)
    one, again = (draw(form, who, History(), Seeded("same")) for _ in range(2))
    assert one == again
    assert draw(form, who, History(), Seeded("other")) != one
    assert draw(form, who, History(), Seeded("same"), attempt=2) != one


def test_the_first_round_is_by_lot_alone() -> None:
    first = [draw(swiss(4), entrants(8), History(), Seeded(seed)).tables[0].seats[0] for seed in range(160)]
    assert all(8 <= times <= 36 for times in Counter(first).values())
    assert set(first) == set(names(8))


def test_a_draw_uses_just_the_chance_that_the_page_tells() -> None:
    chance = Seeded("used")
    draw(swiss(4, 4, starts=5), entrants(9), History(), chance)
    (stream,) = chance.rolled.values()
    lots, start = list(range(9, 1, -1)), list(range(8, 1, -1))
    assert [n for n, _ in stream.draws] == lots + 5 * start


@pytest.mark.parametrize(("seated", "shuffles"), [(16, 64), (31, 64), (120, 16), (400, 5), (900, 4)])
def test_larger_fields_are_shuffled_less_often(seated: int, shuffles: int) -> None:
    assert starts_for(seated, 64) == shuffles
    assert starts_for(seated, 2) == 2


@pytest.mark.parametrize(("players", "starts", "shuffles"), [(8, 6, 6), (12, 200, 166)])
def test_a_draw_tells_how_many_of_its_shuffles_are_improved(players: int, starts: int, shuffles: int) -> None:
    told: list[tuple[int, int]] = []
    draw(swiss(2, starts=starts), entrants(players), History(), Seeded("told"), tell=lambda *done: told.append(done))
    assert told == [(done, shuffles) for done in range(shuffles + 1)]


@pytest.mark.parametrize(("players", "table", "least"), [(21, 4, 4), (11, 2, 2), (5, 4, 3), (10, 4, 4)])
def test_nobody_has_a_second_bye_before_everybody_had_one(players: int, table: int, least: int) -> None:
    form, had = swiss(table, least, rounds=30), Counter(dict.fromkeys(names(players), 0))
    for _, drawn in play(form, entrants(players), rounds=30, seed="byes"):
        assert drawn.byes
        had.update(drawn.byes)
        assert max(had.values()) - min(had.values()) <= 1


@pytest.mark.parametrize(("players", "table", "least"), [(17, 4, 2), (23, 5, 2), (22, 4, 3), (13, 4, 3), (58, 5, 2)])
def test_nobody_sits_at_small_tables_more_than_twice_more_than_others(players: int, table: int, least: int) -> None:
    lacks = Counter(dict.fromkeys(names(players), 0))
    for _, drawn in play(swiss(table, least), entrants(players), rounds=6, seed="short"):
        for one in drawn.tables:
            for player in one.seats:
                lacks[player] += table - len(one.seats)
        assert max(lacks.values()) - min(lacks.values()) <= 2


@pytest.mark.parametrize(("players", "table"), [(16, 4), (40, 4), (30, 2), (40, 5), (27, 3)])
def test_seats_are_spread(players: int, table: int) -> None:
    sat = {player: [0] * table for player in names(players)}
    for _, drawn in play(swiss(table), entrants(players), rounds=6, seed="seats"):
        for one in drawn.tables:
            for seat, player in enumerate(one.seats):
                sat[player][seat] += 1
    spread = [max(seats) - min(seats) for seats in sat.values()]
    assert max(spread) <= 2
    assert mean(spread) <= 1.2  # by chance alone it would be about 3


def test_who_can_be_kept_apart_is() -> None:
    met: Counter[frozenset[Player]] = Counter()
    for _, drawn in play(swiss(4), entrants(40), rounds=6, seed="apart"):
        met.update(frozenset(pair) for one in drawn.tables for pair in combinations(one.seats, 2))
        assert drawn.cost["repeats"] == 0
    assert set(met.values()) == {1}


@pytest.mark.parametrize("seed", range(10))
def test_those_with_the_same_score_meet(seed: int) -> None:
    pairs = ("ae", "bf", "cg", "dh")
    past = History((Round(tuple(table(pair, 2, 1) for pair in pairs)),))
    drawn = draw(swiss(2), [Entrant(Player(letter)) for letter in "abcdefgh"], past, Seeded(seed))
    assert drawn.cost["spread"] == drawn.cost["repeats"] == 0
    assert all(len(set("abcd") & set(one.seats)) in (0, 2) for one in drawn.tables)


def test_who_withdrew_or_comes_later_is_not_drawn() -> None:
    who = (*entrants(8), Entrant(Player("late"), since=2), Entrant(Player("gone"), withdrew=2))
    draws = [drawn for _, drawn in play(swiss(4, rounds=2), with_numbers(who), rounds=2, seed="left")]
    there = [{player for one in drawn.tables for player in one.seats} for drawn in draws]
    assert there[0] - there[1] == {"g999"}
    assert there[1] - there[0] == {"l998"}


def with_numbers(who: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    """Give late and gone names with numbers, as results are made up by them."""
    renamed = {"late": "l998", "gone": "g999"}
    return tuple(replace(one, player=Player(renamed.get(one.player, one.player))) for one in who)


def spoiled(drawn: Draw, one: int, other: int) -> Draw:
    """Exchange the first players of two tables."""
    tables = list(drawn.tables)
    mine, yours = tables[one].seats, tables[other].seats
    tables[one] = DrawnTable((yours[0], *mine[1:]), tables[one].cost)
    tables[other] = DrawnTable((mine[0], *yours[1:]), tables[other].cost)
    return replace(drawn, tables=tuple(tables))


def test_a_draw_that_was_tampered_with_is_found_out() -> None:
    form, who = swiss(4, 4), entrants(17)
    *_, (past, drawn) = play(form, who, rounds=4, seed="tampered")

    def why(changed: Draw) -> str:
        return "; ".join(check(form, who, past, changed, Seeded("tampered")))

    assert why(drawn) == ""
    assert "it would be cheaper to exchange" in why(spoiled(drawn, 0, 3))
    assert "table 1 costs" in why(spoiled(drawn, 0, 3))
    assert "byes are" in why(replace(drawn, byes=(drawn.tables[0].seats[0],)))
    assert "all tables cost" in why(replace(drawn, cost=drawn.cost | {"seats": 99}))
    assert "not seated" in why(replace(drawn, tables=drawn.tables[:-1]))
    assert "round 7" in why(replace(drawn, round=7))
    joined = drawn.tables[0].seats + drawn.tables[1].seats
    halves = (DrawnTable(joined[:5], {}), DrawnTable(joined[5:], {}), *drawn.tables[2:])
    assert "tables are not of 4, 4, 4, 4 players" in why(replace(drawn, tables=halves))


def test_seats_that_were_tampered_with_are_found_out() -> None:
    past = History((Round((table("abcd", 4, 3, 2, 1),)),))
    who = [Entrant(Player(letter)) for letter in "abcd"]
    drawn = draw(swiss(4), who, past, Seeded("seats"))
    assert drawn.cost["seats"] == 0
    parts = drawn.cost | {"seats": 4}
    again = replace(drawn, cost=parts, tables=(DrawnTable(tuple(map(Player, "abcd")), parts),))
    assert check(swiss(4), who, past, again, Seeded("seats")) == ("table 1 could sit cheaper",)

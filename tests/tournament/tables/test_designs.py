"""Designs: what they promise is counted, pair by pair and seat by seat."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from pbem.tournament.tables.designs import (
    PLANES,
    Spread,
    Tables,
    base_blocks,
    developed,
    laps_to_meet,
    plane,
    spread_of,
)
from tests.tournament import by_hand_designs as by_hand

EVERY = [(players, table) for table in (2, 3, 4, 5) for players in range(table, 46)]


def count(tables: Tables, players: int) -> tuple[set[int], set[int]]:
    """Count how often each pair meets and each player has each seat, by looking at every table."""
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    sat = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    pairs = {met[frozenset(pair)] for pair in combinations(range(players), 2)}
    return pairs, {sat[player, seat] for player in range(players) for seat in range(len(tables[0]))}


@pytest.mark.parametrize(("players", "table"), EVERY)
def test_in_a_cyclic_design_all_meet_and_have_each_seat_equally_often(players: int, table: int) -> None:
    laps = laps_to_meet(players, table)
    blocks = base_blocks(players, table, laps)
    tables = developed(blocks, players)
    pairs, seats = count(tables, players)
    assert len(blocks) == laps
    assert all(len(set(one)) == len(one) == table for one in tables)
    assert all(tuple(sorted(block)) == block for block in blocks)
    assert seats == {laps}
    assert min(pairs) >= 1
    assert max(pairs) - min(pairs) <= 1
    assert spread_of(tables, players) == Spread(min(pairs), max(pairs), laps, laps)


@pytest.mark.parametrize(
    ("players", "block"),
    [(7, (0, 1, 3)), (13, (0, 1, 3, 9)), (21, (0, 1, 4, 14, 16))],
)
def test_the_famous_designs_let_every_pair_meet_once(players: int, block: tuple[int, ...]) -> None:
    assert base_blocks(players, len(block), 1) == (block,)
    assert count(developed((block,), players), players) == ({1}, {1})


def has_even_block(players: int, table: int) -> bool:
    """Look through all blocks for one in which differences are there equally often, or nearly."""
    for rest in combinations(range(1, players), table - 1):
        met = Counter((one - other) % players for one in (0, *rest) for other in (0, *rest) if one != other)
        times = [met[difference] for difference in range(1, players)]
        if max(times) - min(times) <= 1:
            return True
    return False


@pytest.mark.parametrize(("players", "table"), [(n, k) for k in (3, 4, 5) for n in range(k, 24)])
def test_what_the_search_misses_is_not_there(players: int, table: int) -> None:
    spread = spread_of(developed(base_blocks(players, table, 1), players), players)
    assert (spread.most_meetings - spread.fewest_meetings <= 1) == has_even_block(players, table)


@pytest.mark.parametrize(("players", "table"), [(n, k) for k in (2, 3, 4, 5) for n in range(k, 26)])
@pytest.mark.parametrize("laps", [1, 2, 3])
def test_blocks_are_what_a_second_program_finds(players: int, table: int, laps: int) -> None:
    assert [list(block) for block in base_blocks(players, table, laps)] == by_hand.blocks(players, table, laps)


@pytest.mark.parametrize(("players", "table"), [(36, 3), (36, 4), (40, 5)])
def test_blocks_are_the_same_where_an_attempt_is_given_up(players: int, table: int) -> None:
    laps = -(-(players - 1) // (table * (table - 1)))
    assert [list(block) for block in base_blocks(players, table, laps)] == by_hand.blocks(players, table, laps)


@pytest.mark.parametrize("table", PLANES)
def test_planes_are_what_a_second_program_draws(table: int) -> None:
    assert [list(one) for one in plane(table)] == list(by_hand.plane(table))


@pytest.mark.parametrize(("players", "table"), EVERY)
def test_more_laps_are_nearly_as_even(players: int, table: int) -> None:
    for laps in range(laps_to_meet(players, table) + 1, 6):
        pairs, seats = count(developed(base_blocks(players, table, laps), players), players)
        assert seats == {laps}
        assert max(pairs) - min(pairs) <= 3


def test_where_two_laps_cannot_be_even_it_takes_three() -> None:
    two = spread_of(developed(base_blocks(12, 3, 2), 12), 12)
    assert (two.fewest_meetings, two.most_meetings) == (0, 2)
    assert laps_to_meet(12, 3) == 3


@pytest.mark.parametrize("table", PLANES)
def test_on_a_plane_every_pair_meets_once(table: int) -> None:
    tables = plane(table)
    pairs, seats = count(tables, table**2)
    assert len(tables) == table * (table + 1)
    assert pairs == {1}
    assert seats == {1, 2}


@pytest.mark.parametrize("table", PLANES)
def test_the_tables_of_a_plane_come_in_rounds(table: int) -> None:
    for first, last in pairwise(range(0, table * (table + 1) + 1, table)):
        players = [player for one in plane(table)[first:last] for player in one]
        assert sorted(players) == list(range(table**2))

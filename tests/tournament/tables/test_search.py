"""The search: what it keeps in its head is what things cost, and it stops where no exchange helps."""

from random import Random

import pytest

from pbem.tournament.tables.exchanges import better_exchange, better_seats
from pbem.tournament.tables.puzzle import Cost, Puzzle, cost_of, puzzle_of, total
from pbem.tournament.tables.search import Search
from pbem.tournament.tables.seats import least_cost, seated
from pbem.tournament.tables.sizes import split
from pbem.tournament.values import EventTable, History, Player, Result, Round
from tests.tournament.hall import history, names, table


def random_puzzle(seed: int) -> Puzzle:
    """A puzzle of any shape, with anything as its past."""
    random = Random(seed)
    full = random.randint(2, 5)
    players = random.randint(full, 5 * full)
    sizes = split(players, full=full, least=2)
    assert sizes is not None
    seated_now = players - sizes.byes
    met = [[0] * seated_now for _ in range(seated_now)]
    for one in range(seated_now):
        for other in range(one):
            met[one][other] = met[other][one] = random.choice((0, 0, 0, 1, 2))
    return Puzzle(
        full=full,
        lacks=tuple(random.choice((0, 0, 1, 2, 3)) for _ in range(seated_now)),
        meetings=tuple(map(tuple, met)),
        sat=tuple(tuple(random.randrange(3) for _ in range(full)) for _ in range(seated_now)),
        scores=tuple(random.choice((0, 120, 225, 360, 600)) for _ in range(seated_now)),
        sizes=sizes.tables,
    )


@pytest.mark.parametrize("seed", range(60))
def test_no_exchange_and_no_other_seat_is_cheaper_in_the_end(seed: int) -> None:
    puzzle, search = random_puzzle(seed), Search(random_puzzle(seed))
    order = list(range(len(puzzle.scores)))
    for _ in range(3):
        Random(seed).shuffle(order)
        tables = [seated(puzzle, group) for group in search.improve(order)]
        assert sorted(player for one in tables for player in one) == sorted(order)
        assert tuple(map(len, tables)) == puzzle.sizes
        assert better_exchange(puzzle, tables) is None
        assert better_seats(puzzle, tables) is None


@pytest.mark.parametrize("seed", range(60))
def test_an_improved_arrangement_is_never_dearer(seed: int) -> None:
    puzzle = random_puzzle(seed)
    order = list(range(len(puzzle.scores)))
    improved = [seated(puzzle, group) for group in Search(puzzle).improve(order)]
    dealt, place = [], 0
    for size in puzzle.sizes:
        dealt.append(seated(puzzle, order[place : place + size]))
        place += size
    before, after = (total([cost_of(puzzle, one) for one in tables]) for tables in (dealt, improved))
    assert after <= before
    assert (after == before) == (better_exchange(puzzle, dealt) is None)


@pytest.mark.parametrize("seed", range(60))
def test_the_least_cost_of_seats_is_that_of_the_best_order(seed: int) -> None:
    puzzle = random_puzzle(seed)
    group = tuple(range(puzzle.sizes[0]))
    best = cost_of(puzzle, seated(puzzle, group)).seats
    assert least_cost([puzzle.sat[player] for player in group]) == best


def test_of_equal_ways_to_sit_the_first_counts() -> None:
    puzzle = puzzle_of(names(3), History(), full=3, scores=dict.fromkeys(names(3), 0), sizes=(3,))
    assert seated(puzzle, (2, 0, 1)) == (2, 0, 1)


def test_an_exchange_that_would_help_is_named() -> None:
    past = history(table("abcd", 4, 3, 2, 1), table("efgh", 4, 3, 2, 1))
    players = tuple(map(Player, "abcdefgh"))
    puzzle = puzzle_of(players, past, full=4, scores=dict.fromkeys(players, 0), sizes=(4, 4))
    same_again = [(0, 1, 2, 3), (4, 5, 6, 7)]
    assert total([cost_of(puzzle, one) for one in same_again]).repeats == 12
    assert better_exchange(puzzle, same_again) == (0, 4)
    assert better_seats(puzzle, same_again) == 0
    mixed = [(1, 0, 5, 4), (3, 2, 7, 6)]
    assert total([cost_of(puzzle, one) for one in mixed]).repeats == 4
    assert better_exchange(puzzle, mixed) is None


def test_parts_of_a_cost() -> None:
    past = history(table("abc", 9, 5, 1), table("abcd", 1, 2, 3, 4))
    players = tuple(map(Player, "abcde"))
    scores = dict(zip(players, (600, 540, 120, 0, 0), strict=True))
    puzzle = puzzle_of(players, past, full=4, scores=scores, sizes=(3, 2))
    assert puzzle.lacks == (1, 1, 1, 0, 0)
    assert cost_of(puzzle, (0, 1)) == Cost(excess=0, repeats=2, short=4, spread=3600, seats=4)
    assert cost_of(puzzle, (2, 3, 4)) == Cost(excess=0, repeats=1, short=1, spread=2 * 120**2, seats=0)


def test_who_sat_at_two_small_tables_more_than_others_is_in_excess() -> None:
    past = history(table("abc", 3, 2, 1), table("abd", 3, 2, 1), table("abe", 3, 2, 1))
    players = tuple(map(Player, "abcdefg"))
    puzzle = puzzle_of(players, past, full=4, scores=dict.fromkeys(players, 0), sizes=(4, 3))
    assert puzzle.lacks == (3, 3, 1, 1, 1, 0, 0)
    assert cost_of(puzzle, (0, 2, 5)).excess == 2
    assert cost_of(puzzle, (2, 3, 4)).excess == 0
    assert cost_of(puzzle, (0, 1, 2, 3)).excess == 0


def test_a_void_table_was_never_there() -> None:
    void = EventTable(names(4), Result(how="void"))
    puzzle = puzzle_of(names(4), History((Round((void,)),)), full=5, scores=dict.fromkeys(names(4), 0), sizes=(4,))
    assert cost_of(puzzle, (0, 1, 2, 3)) == Cost(0, 0, 0, 0, 0)

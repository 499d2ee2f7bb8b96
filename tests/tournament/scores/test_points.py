"""Points for places: exact, shared, and worth the same on average wherever one sits."""

from fractions import Fraction
from itertools import product

import pytest

from pbem.tournament.scores.points import average_points, earned, place_points
from tests.tournament.hall import places_of, played, swiss, table

POINTS = (5, 3, 2, 1, 0)
TABLES = [(full, size) for full in (2, 3, 4, 5) for size in range(2, full + 1)]


def test_full_tables_give_what_the_table_of_points_says() -> None:
    given = [place_points(POINTS, full=5, size=5, place=place) for place in range(1, 6)]
    assert given == [600, 360, 240, 120, 0]


def test_ties_share() -> None:
    assert place_points(POINTS, full=4, size=4, place=1, sharing=2) == 480
    assert place_points(POINTS, full=4, size=4, place=2, sharing=3) == 240
    assert place_points(POINTS, full=4, size=4, place=1, sharing=4) == 330


def test_a_short_table_stands_for_a_full_one() -> None:
    assert [place_points(POINTS, full=4, size=3, place=place) for place in (1, 2, 3)] == [540, 300, 150]
    assert place_points(POINTS, full=4, size=3, place=2, sharing=2) == 225
    assert [place_points(POINTS, full=4, size=2, place=place) for place in (1, 2)] == [480, 180]


def by_areas(points: tuple[int, ...], full: int, size: int, place: int, sharing: int) -> Fraction:
    """Average the points over the stretch of the full table that some places stand for, by overlapping lengths."""
    begin, end = Fraction((place - 1) * full, size), Fraction((place - 1 + sharing) * full, size)
    overlaps = (max(Fraction(0), min(end, Fraction(n + 1)) - max(begin, Fraction(n))) for n in range(full))
    area = sum((worth * overlap for worth, overlap in zip(points, overlaps, strict=False)), Fraction(0))
    return 120 * area / (end - begin)


@pytest.mark.parametrize(("full", "size"), TABLES)
@pytest.mark.parametrize("points", [POINTS, (7, 4, 1, 1, 0), (1, 0, 0, 0, 0), (100, 99, 50, 3, 3)])
def test_points_are_whole_120ths_at_every_table(full: int, size: int, points: tuple[int, ...]) -> None:
    for victory in product(range(size), repeat=size):
        places = places_of(victory)
        seats = table("abcde"[:size], *victory).seats
        form = swiss(full)
        given = earned(form, seats, played(*victory))
        assert sum(given.values()) == size * average_points(POINTS, full)
        for place in set(places):
            shared = places.count(place)
            exact = by_areas(points, full, size, place, shared)
            assert place_points(points, full=full, size=size, place=place, sharing=shared) == exact


def test_a_bye_is_worth_an_average_place() -> None:
    assert average_points(POINTS, 4) == 330
    assert swiss(5).scoring.bye == 264

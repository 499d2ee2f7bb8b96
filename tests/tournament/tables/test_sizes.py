"""How many sit at each table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.tournament.tables.sizes import Sizes, split


@pytest.mark.parametrize(
    ("players", "full", "least", "byes", "tables"),
    [
        (16, 4, 2, 0, (4, 4, 4, 4)),
        (14, 4, 2, 0, (4, 4, 3, 3)),
        (13, 5, 2, 0, (5, 4, 4)),
        (5, 4, 2, 0, (3, 2)),
        (5, 4, 3, 1, (4,)),
        (9, 4, 3, 0, (3, 3, 3)),
        (6, 4, 4, 2, (4,)),
        (7, 2, 2, 1, (2, 2, 2)),
        (3, 5, 2, 0, (3,)),
    ],
)
def test_tables_are_few_and_even(players: int, full: int, least: int, byes: int, tables: tuple[int, ...]) -> None:
    assert split(players, full=full, least=least) == Sizes(byes, tables)


@pytest.mark.parametrize(("players", "least"), [(0, 2), (1, 2), (2, 3), (3, 4)])
def test_too_few_fill_no_table(players: int, least: int) -> None:
    assert split(players, full=4, least=least) is None


def ways(players: int, full: int, least: int, smallest: int) -> bool:
    """Tell by trying everything whether players fill tables of some sizes without anybody left."""
    if players == 0:
        return True
    return any(ways(players - size, full, least, size) for size in range(smallest, full + 1) if size <= players)


@given(st.integers(1, 40), st.integers(2, 5), st.data())
def test_nobody_has_a_bye_unless_some_must(players: int, full: int, data: st.DataObject) -> None:
    least = data.draw(st.integers(2, full))
    sizes = split(players, full=full, least=least)
    fewest = next((byes for byes in range(players) if ways(players - byes, full, least, least)), None)
    if sizes is None:
        assert fewest is None
    else:
        assert sizes.byes == fewest
        assert sizes.byes + sum(sizes.tables) == players
        assert max(sizes.tables) - min(sizes.tables) <= 1
        assert least <= min(sizes.tables)
        assert max(sizes.tables) <= full

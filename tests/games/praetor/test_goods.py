"""Money and goods as one value: sums, what covers what, and how it is written in a state."""

import msgspec
import pytest

from pbem.games.praetor.table.goods import GOODS, NOTHING, Goods, only

HAVE = Goods(gold=4, wood=3, stone=2, marble=1)


def test_a_state_writes_them_as_five_numbers_in_table_order() -> None:
    assert msgspec.json.encode(Goods(1, 2, 3, 4, 5)) == b"[1,2,3,4,5]"
    assert msgspec.json.decode(b"[1,2,3,4,5]", type=Goods) == Goods(gold=1, wood=2, stone=3, marble=4, weapons=5)
    assert tuple(Goods(1, 2, 3, 4, 5).amounts().items()) == tuple(zip(GOODS, (1, 2, 3, 4, 5), strict=True))


def test_what_is_paid_and_given_back_is_as_before() -> None:
    price = Goods(gold=1, stone=2, weapons=7)
    assert HAVE - price == Goods(3, 3, 0, 1, -7)
    assert HAVE - price + price == HAVE


@pytest.mark.parametrize("good", GOODS)
def test_one_missing_piece_of_any_good_is_not_covered(good: str) -> None:
    assert HAVE.covers(HAVE)
    assert not HAVE.covers(HAVE + only({good: 1}))
    assert HAVE.covers(HAVE - only({good: 1}))


def test_gains_and_losses_are_told_apart_and_without_zeros() -> None:
    after = HAVE + only({"weapons": 2}) - only({"wood": 2})
    assert (after - HAVE).above_zero().bundle() == {"weapons": 2}
    assert (HAVE - after).above_zero().bundle() == {"wood": 2}
    assert NOTHING.bundle() == {}

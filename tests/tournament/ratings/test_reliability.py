"""Reliability: counted, added up, and silent where nothing is known."""

from fractions import Fraction

from pbem.tournament.ratings.reliability import Reliability


def test_nothing_is_said_of_whom_nothing_is_known() -> None:
    assert Reliability().punctuality is None
    assert Reliability().constancy is None


def test_counts_add_up() -> None:
    known = Reliability(on_time=9, late=1, finished=1) + Reliability(on_time=5, late=5, left=1)
    assert known == Reliability(on_time=14, late=6, finished=1, left=1)
    assert known.punctuality == Fraction(7, 10)
    assert known.constancy == Fraction(1, 2)

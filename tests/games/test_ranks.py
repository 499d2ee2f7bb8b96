"""Ranks: the best is first, and whoever has the same mark has the same place."""

from pbem.games.game import Seat
from pbem.games.kit.ranks import ranks_of


def test_equal_marks_share_a_rank_and_the_next_one_is_left_out() -> None:
    marks = {Seat("red"): 7, Seat("green"): 9, Seat("blue"): 7, Seat("white"): 3}
    assert ranks_of(marks) == {"red": 2, "green": 1, "blue": 2, "white": 4}


def test_what_comes_later_in_a_mark_breaks_ties_only() -> None:
    marks = {Seat("red"): (5, 1), Seat("green"): (5, 2), Seat("blue"): (6, 0)}
    assert ranks_of(marks) == {"red": 3, "green": 2, "blue": 1}

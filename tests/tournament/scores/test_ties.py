"""Tie-breaks, each with an example that can be computed on paper."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from pbem.tournament.event import score
from pbem.tournament.scores.tally import tally_of
from pbem.tournament.scores.ties import TIE_BREAKS
from pbem.tournament.values import Entrant, EventTable, Form, History, Player, Result, Round
from tests.tournament.hall import history, swiss, table, with_ties


def who(letters: str) -> tuple[Player, ...]:
    return tuple(map(Player, letters))


def marks(name: str, past: History, group: str, form: Form | None = None, lots: str = "") -> object:
    tally = tally_of(form or swiss(4), who(group), past, lots=who(lots))
    return TIE_BREAKS[name](tally, who(group))


def test_wins_are_shared() -> None:
    past = history(table("abcd", 9, 9, 9, 1), table("abcd", 9, 8, 7, 1))
    assert marks("wins", past, "abd") == {"a": Fraction(4, 3), "b": Fraction(1, 3), "d": 0}


def test_share_of_victory_points() -> None:
    past = history(table("abcd", 40, 30, 20, 10), table("abc", 30, 20, 10))
    assert marks("share", past, "ad") == {"a": Fraction(4, 10) + Fraction(3, 4) * Fraction(1, 2), "d": Fraction(1, 10)}


@pytest.mark.parametrize("victory", [(0, 0, 0, 0), (5, -1, -2, -2), (-1, -2, -3, -4)])
def test_shares_are_equal_where_there_is_nothing_to_share(victory: tuple[int, ...]) -> None:
    quarter = Fraction(1, 4)
    assert marks("share", history(table("abcd", *victory)), "abcd") == dict.fromkeys("abcd", quarter)


def test_shares_are_equal_where_victory_points_are_unknown_and_a_bye_is_one() -> None:
    ruled = EventTable(who("abc"), Result(how="adjudicated", places=(1, 2, 3)))
    past = History((Round((ruled,), who("d")),))
    assert marks("share", past, "abcd") == dict.fromkeys("abcd", Fraction(1, 4))


def test_sonneborn_berger_counts_those_left_behind() -> None:
    past = history(table("abcd", 9, 5, 5, 1))
    # a has 600, b and c 300 each, d 120
    assert marks("sonneborn-berger", past, "abd") == {"a": 300 + 300 + 120, "b": 150 + 120, "d": 0}


def test_sonneborn_berger_at_a_short_table_is_stretched() -> None:
    past = history(table("abc", 9, 5, 1))
    assert marks("sonneborn-berger", past, "a") == {"a": Fraction(3, 2) * (300 + 150)}


def test_average_of_opponents() -> None:
    past = history(table("abcd", 9, 5, 3, 1), table("ab", 1, 9))
    # b has 360 + 480, a 600 + 180, c 240, d 120
    assert marks("opponents", past, "abz") == {
        "a": Fraction(840 + 240 + 120 + 840, 4),
        "b": Fraction(780 * 2 + 360, 4),
        "z": 0,
    }


def test_average_of_a_single_opponent_is_what_that_one_has() -> None:
    assert marks("opponents", history(table("ab", 9, 5)), "ab") == {"a": 180, "b": 480}


def test_head_to_head_is_the_table_among_them() -> None:
    past = history(table("abcd", 9, 5, 1, 0), table("abce", 5, 9, 5, 0))
    half = Fraction(1, 2)
    assert marks("head-to-head", past, "abc") == {"a": half + 3 * half / 2, "b": half + 1, "c": half / 2 + 0}


def test_head_to_head_is_skipped_where_two_never_met() -> None:
    assert marks("head-to-head", history(table("ab", 2, 1), table("bc", 2, 1)), "abc") is None


def test_lots_are_skipped_before_they_are_drawn() -> None:
    assert marks("lot", history(), "ab") is None
    assert marks("lot", history(), "ab", lots="cba") == {"a": 0, "b": 1}


def ranks(form: Form, past: History, letters: str, lots: str = "") -> dict[str, int]:
    entrants = [Entrant(player) for player in who(letters)]
    return {line.player: line.rank for line in score(form, entrants, past, who(lots))}


def test_tie_breaks_are_asked_in_the_order_of_the_form() -> None:
    # a: 600 + 120, b: 360 + 360; a has the win, b more of the victory points
    past = history(table("abcd", 31, 30, 29, 28), table("befa", 40, 90, 30, 0))
    assert (
        ranks(with_ties(swiss(4), "wins"), past, "abcdef")["a"]
        < ranks(with_ties(swiss(4), "wins"), past, "abcdef")["b"]
    )
    assert (
        ranks(with_ties(swiss(4), "share"), past, "abcdef")["b"]
        < ranks(with_ties(swiss(4), "share"), past, "abcdef")["a"]
    )
    assert ranks(with_ties(swiss(4)), past, "abcdef")["a"] == ranks(with_ties(swiss(4)), past, "abcdef")["b"]


def test_a_tie_break_that_cannot_tell_in_a_group_is_skipped_for_it_alone() -> None:
    past = history(table("ab", 2, 1), table("cd", 2, 1), table("ba", 2, 1))
    form = with_ties(swiss(2), "head-to-head", "lot")
    # a and b have won against each other once; c won once, d never, and they did not meet a or b
    assert ranks(form, past, "abcd", "dcba") == {"b": 1, "a": 2, "c": 3, "d": 4}


def test_what_a_substitute_finished_counts_for_nobody_if_the_form_says_so() -> None:
    past = history(table("abcd", 9, 5, 3, 1, substitutes={Player("a"): Player("z")}))
    kept, dropped = swiss(4), replace(swiss(4), scoring=replace(swiss(4).scoring, substituted="nobody"))
    for form, points, wins in ((kept, 600, 1), (dropped, 0, 0)):
        assert tally_of(form, who("abcd"), past).points == {"a": points, "b": 360, "c": 240, "d": 120}
        assert marks("wins", past, "ab", form) == {"a": wins, "b": 0}
    assert marks("share", past, "a", dropped) == {"a": 0}
    assert marks("sonneborn-berger", past, "a", dropped) == {"a": 0}
    assert marks("opponents", past, "a", dropped) == {"a": 240}

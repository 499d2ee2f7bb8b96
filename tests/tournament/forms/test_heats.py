"""Heats: winners first, then the best of those who were second."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.tournament.event import check, draw, draw_lots, rounds_of, score
from pbem.tournament.values import Entrant, EventTable, Form, History, Penalty, Player, Result, Round
from tests.tournament import by_hand
from tests.tournament.hall import Seeded, entrants, form, names, plain, play, played, table


def heats(size: int, *advance: int, least: int = 2) -> Form:
    return form("heats", size, least, advance=list(advance))


def who(letters: str) -> tuple[Entrant, ...]:
    return tuple(Entrant(Player(letter)) for letter in letters)


def drawn_players(given: Form, letters: str, past: History, seed: int | str = 0) -> set[str]:
    drawn = draw(given, who(letters), past, Seeded(seed))
    return {player for one in drawn.tables for player in one.seats} | set(drawn.byes)


@pytest.mark.parametrize(
    ("players", "size", "advance"), [(16, 4, (4,)), (64, 4, (16, 4)), (20, 5, (10, 5)), (9, 2, (5, 3, 2))]
)
def test_fewer_and_fewer_go_on(players: int, size: int, advance: tuple[int, ...]) -> None:
    given = heats(size, *advance)
    drawn_so_far = [players, *advance]
    for past, drawn in play(given, entrants(players), rounds=rounds_of(given), seed="heats"):
        assert check(given, entrants(players), past, drawn, Seeded("heats")) == ()
        seated = sum(len(one.seats) for one in drawn.tables)
        assert seated + len(drawn.byes) == drawn_so_far[drawn.round - 1]
    assert len(drawn.tables) == 1


@given(st.integers(7, 20), st.integers(2, 4), st.integers(0, 2**32))
@settings(max_examples=40)
def test_those_go_on_whom_a_second_program_chooses(players: int, size: int, seed: int) -> None:
    given_form, chance = heats(size, 6, size), Seeded(seed)
    for past, drawn in play(given_form, entrants(players), rounds=3, seed=seed):
        if past.rounds:
            last = past.rounds[-1]
            there = {*last.byes, *(player for one in last.tables for player in one.seats)}
            candidates = [player for player in names(players) if player in there]
            lots = chance.roll(f"draw {drawn.round}/1").shuffle(candidates)
            chosen = by_hand.going_on(plain(given_form), list(names(players)), plain(past), list(lots))
            assert sorted(chosen) == sorted((*drawn.byes, *(p for one in drawn.tables for p in one.seats)))


def test_winners_go_on_and_the_best_second_with_them() -> None:
    past = History((Round((table("abc", 9, 5, 1), table("def", 9, 8, 1), table("ghi", 9, 5, 1))),))
    assert drawn_players(heats(4, 4), "abcdefghi", past) == {"a", "d", "g", "e"}


def test_a_winner_of_a_poor_table_goes_before_the_best_second() -> None:
    shared = EventTable(tuple(map(Player, "abcd")), played(9, 9, 1, 0))
    past = History((Round((shared, table("efgh", 50, 49, 1, 0))),))
    assert drawn_players(heats(4, 3), "abcdefgh", past) == {"a", "b", "e"}
    assert drawn_players(heats(4, 4), "abcdefgh", past) == {"a", "b", "e", "f"}


def test_seconds_of_short_and_full_tables_are_compared_exactly() -> None:
    past = History((Round((table("abcd", 9, 5, 1, 0), table("efg", 9, 5, 1))),))
    assert drawn_players(heats(4, 3, least=3), "abcdefg", past) == {"a", "e", "b"}  # 360 against 300


def test_lots_of_the_draw_tell_equals_apart() -> None:
    past = History((Round((table("abcd", 9, 5, 1, 0), table("efgh", 9, 5, 1, 0))),))
    seconds = {frozenset(drawn_players(heats(4, 3), "abcdefgh", past, seed)) - {"a", "e"} for seed in range(20)}
    assert seconds == {frozenset("b"), frozenset("f")}
    lots = Seeded(3).roll("draw 2/1").shuffle("abcdefgh")
    first = min("bf", key=lots.index)
    assert first in drawn_players(heats(4, 3), "abcdefgh", past, 3)


def test_who_withdrew_makes_room() -> None:
    past = History((Round((table("abc", 9, 5, 1), table("def", 9, 8, 1))),))
    left = (*who("abc"), Entrant(Player("d"), withdrew=2), *who("ef"))
    drawn = draw(heats(3, 2), left, past, Seeded(1))
    assert {player for one in drawn.tables for player in one.seats} == {"a", "e"}


def test_who_has_a_bye_goes_on_like_a_winner_and_who_has_no_place_last() -> None:
    void = EventTable(tuple(map(Player, "cd")), Result(how="void"))
    past = History((Round((table("ab", 9, 5), void), (Player("e"),)),))
    assert drawn_players(heats(2, 3, 2), "abcde", past) == {"a", "e", "b"}


def test_a_penalty_counts_in_its_round() -> None:
    past = History(
        (Round((table("abc", 9, 8, 1), table("def", 9, 8, 1))),),
        (Penalty(player=Player("b"), points=60, round=1),),
    )
    assert drawn_players(heats(3, 3), "abcdef", past) == {"a", "d", "e"}


def test_those_who_met_before_are_kept_apart() -> None:
    for past, drawn in play(heats(4, 16, 4), entrants(64), rounds=2, seed="apart"):
        assert drawn.cost["repeats"] == 0, past
    assert drawn.round == 2


def test_whoever_got_further_is_ahead() -> None:
    past = History(
        (
            Round((table("abc", 9, 5, 1), table("def", 9, 8, 1), table("ghi", 9, 5, 1))),
            Round((table("adge", 1, 2, 3, 4),)),
        )
    )
    lines = score(
        heats(4, 4), (*who("abcdefghi"), Entrant(Player("z"), since=9)), past, tuple(map(Player, "zihgfedcba"))
    )
    assert [line.player for line in lines] == list("egdahbicfz")
    assert [line.rank for line in lines] == list(range(1, 11))
    assert [line.points for line in lines[:5]] == [600, 360, 240, 120, 300]


def test_ranks_are_shared_before_lots_are_drawn() -> None:
    past = History((Round((table("ab", 9, 5), table("cd", 9, 5))),))
    lines = score(heats(2, 2), who("abcd"), past)
    assert [(line.player, line.rank) for line in lines] == [("a", 1), ("c", 1), ("b", 3), ("d", 3)]
    lots = draw_lots(who("abcd"), Seeded("end"))
    assert [line.rank for line in score(heats(2, 2), who("abcd"), past, lots)] == [1, 2, 3, 4]
    assert sorted(lots) == list("abcd")

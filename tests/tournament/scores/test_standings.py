"""Standings: the same whatever came in first, and with lots a total order."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.tournament.event import draw_lots, score
from pbem.tournament.scores.ties import TIE_BREAKS
from pbem.tournament.values import Entrant, EventTable, Form, History, Penalty, Player, Result, Round, StandingsLine
from tests.tournament.hall import (
    Seeded,
    entrants,
    names,
    play,
    played,
    random_history,
    random_result,
    swiss,
    with_ties,
)

seeds = st.integers(0, 2**32)


@given(st.integers(4, 14), st.integers(1, 5), seeds, st.permutations(list(TIE_BREAKS)[:-1]))
@settings(max_examples=60)
def test_with_lots_nobody_shares_a_rank(players: int, rounds: int, seed: int, ties: list[str]) -> None:
    form, who = with_ties(swiss(5), *ties, "lot"), entrants(players)
    lines = score(form, who, random_history(players, rounds, seed), draw_lots(who, Seeded(seed)))
    assert [line.rank for line in lines] == list(range(1, players + 1))
    assert sorted(line.player for line in lines) == sorted(names(players))


def by_player(form: Form, past: History, who: tuple[Entrant, ...]) -> dict[Player, StandingsLine]:
    return {line.player: line for line in score(form, who, past, draw_lots(who, Seeded("lots")))}


@given(st.integers(4, 14), seeds, seeds)
@settings(max_examples=40)
def test_it_does_not_matter_in_which_order_results_come_in(players: int, seed: int, order: int) -> None:
    form, who, random = swiss(4), entrants(players), Random(order)
    draws = list(play(form, who, rounds=3, seed=seed))
    opened = History(tuple(drawn.opened() for _, drawn in draws))
    results = [
        (drawn.round, number, random_result(one.seats, Random(f"{seed} {drawn.round} {number}")))
        for _, drawn in draws
        for number, one in enumerate(drawn.tables, 1)
    ]
    standings = []
    for _ in range(2):
        random.shuffle(results)
        past = opened
        for number, table, result in results:
            past = past.with_result(number, table, result)
        standings.append(score(form, who, past))
    assert standings[0] == standings[1]


@given(st.integers(4, 14), seeds, seeds)
@settings(max_examples=40)
def test_it_does_not_matter_in_which_order_rounds_tables_and_seats_stand(players: int, seed: int, order: int) -> None:
    form, who = swiss(5), entrants(players)
    past, random = random_history(players, 4, seed), Random(order)
    rounds = [replace(drawn, tables=tuple(turned(one, random) for one in drawn.tables)) for drawn in past.rounds]
    random.shuffle(rounds)
    penalties = tuple(random.sample(past.penalties, len(past.penalties)))
    assert by_player(form, History(tuple(rounds), penalties), who) == by_player(form, past, who)


def turned(table: EventTable, random: Random) -> EventTable:
    """Let the players of a table sit in another order, each with what was his."""
    if table.result is None or table.is_void:
        return table
    order = random.sample(range(len(table.seats)), len(table.seats))
    places = tuple(table.result.places[index] for index in order)
    points = tuple(table.result.points[index] for index in order) if table.result.points else ()
    return EventTable(tuple(table.seats[index] for index in order), replace(table.result, places=places, points=points))


def test_byes_penalties_and_voids() -> None:
    a, b, c, d = map(Player, "abcd")
    past = History(
        (
            Round((EventTable((a, b), played(5, 3)),), (c,)),
            Round((EventTable((a, c), Result(how="void")), EventTable((b, d)))),
        ),
        (Penalty(player=a, points=600, round=2),),
    )
    lines = {line.player: line for line in score(swiss(2), [Entrant(player) for player in (a, b, c, d)], past)}
    assert {player: line.points for player, line in lines.items()} == {"a": 0, "b": 360, "c": 480, "d": 0}
    assert {player: line.played for player, line in lines.items()} == {"a": 1, "b": 1, "c": 0, "d": 0}


def test_who_withdrew_keeps_what_he_has() -> None:
    a, b = Entrant(Player("a"), withdrew=2), Entrant(Player("b"))
    past = History((Round((EventTable((a.player, b.player), played(5, 3)),)),))
    first, second = score(swiss(2), [a, b], past)
    assert (first.player, first.points, first.withdrew) == ("a", 600, 2)
    assert (second.player, second.withdrew) == ("b", 0)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_before_anything_is_played_all_are_first(count: int) -> None:
    lines = score(swiss(2), entrants(count), History())
    assert [line.rank for line in lines] == [1] * count

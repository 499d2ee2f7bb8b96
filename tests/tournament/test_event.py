"""What an event refuses, and that it is the same on every machine."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.found import find, named
from pbem.tournament.errors import BadEventError
from pbem.tournament.event import check, draw, faults, rounds_of, score, standard_scoring, start_faults
from pbem.tournament.found import find_forms, form_named
from pbem.tournament.values import Entrant, EventTable, Form, History, Penalty, Player, Result, Round
from tests.tournament.hall import Seeded, entrants, form, played, swiss

ROOT = Path(__file__).parents[2]
PRINT_DRAWS = """
from tests.tournament.hall import entrants, form, plain, play, random_history, swiss
from pbem.tournament.event import score
events = [(swiss(4), 4), (swiss(5, 3), 4), (form("heats", 4, advance=[8, 4]), 3), (form("allmeet", 3), 1)]
for given, rounds in events:
    for past, drawn in play(given, entrants(18), rounds=rounds, seed="machine"):
        print(plain(drawn), plain(score(given, entrants(18), past)))
print(plain(score(swiss(5), entrants(12), random_history(12, 4, 7))))
"""


def test_draws_and_standings_are_the_same_whatever_hashes_are() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PRINT_DRAWS],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(said) == 1
    assert len(said.pop().splitlines()) == 13


def test_forms_are_found() -> None:
    assert find_forms() == ("allmeet", "heats", "swiss")
    for key in find_forms():
        assert form_named(key).key == key
    with pytest.raises(KeyError):
        form_named("ladder")


@pytest.mark.parametrize("key", find())
def test_every_game_can_be_played_in_every_form(key: str) -> None:
    players = named(key).meta.players
    table, least = max(players), min(players)
    terms: dict[str, dict[str, Any]] = {"swiss": {"rounds": 3}, "allmeet": {}, "heats": {"advance": [table]}}
    for kind in find_forms():
        given = form(kind, table, least, **terms[kind])
        assert faults(given, players) == ()
        assert start_faults(given, entrants(3 * table)) == ()
        assert draw(given, entrants(3 * table), History(), Seeded(key)).tables


def scored(**changes: Any) -> Form:
    given = swiss(4)
    return replace(given, scoring=replace(given.scoring, **changes))


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (form("ladder", 4), "there is no form 'ladder': choose from allmeet, heats, swiss"),
        (replace(swiss(4), version=2), "swiss is here in version 1, not 2"),
        (form("swiss", 4), "terms of swiss: Object missing required field `rounds`"),
        (form("swiss", 4, rounds=0), "terms of swiss: Expected `int` >= 1 - at `$.rounds`"),
        (form("swiss", 4, rounds=3, luck=1), "terms of swiss: Object contains unknown field `luck`"),
        (swiss(4, 5), "tables of 5 to 4 players: the larger number comes last"),
        (swiss(5, 5), "tables of 5 players: the game takes 2, 3, 4"),
        (swiss(2, 1), "tables of 1 players: the game takes 2, 3, 4"),
        (scored(points=(5, 3, 2)), "points 5/3/2: a table has 4 places"),
        (scored(points=(5, 3, 2, 4)), "points 5/3/2/4: a worse place cannot give more"),
        (scored(points=(101, 3, 2, 0)), "points 101/3/2/0: each is a whole number from 0 to 100"),
        (scored(points=(5, 3, 2, -1)), "points 5/3/2/-1: each is a whole number from 0 to 100"),
        (scored(bye=-1), "a bye of -1/120 points: it gives 0 to 100"),
        (
            scored(ties=("wins", "beauty")),
            "there is no tie-break 'beauty': choose from wins, share, sonneborn-berger, opponents, head-to-head, lot",
        ),
        (scored(ties=("wins", "share", "wins")), "tie-breaks wins, share, wins: one of them is there twice"),
        (scored(ties=("lot", "wins")), "tie-breaks after a lot never count: the lot comes last"),
        (form("heats", 4, advance=[4, 4]), "advance 4, 4: fewer must go on after each round"),
        (form("heats", 4, advance=[8]), "advance 8: a final has 2 to 4 players"),
        (form("heats", 4, advance=[]), "terms of heats: Expected `array` of length >= 1 - at `$.advance`"),
        (
            replace(scored(ties=("wins",)), kind="heats", terms={"advance": [4]}),
            "heats: who goes on must always be told, so the last tie-break is lot",
        ),
        (form("allmeet", 4, design="plane", laps=2), "terms of allmeet: a plane has no laps"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_form_that_cannot_be_is_refused_in_one_line(given: Form, line: str) -> None:
    assert faults(given, (2, 3, 4)) == (line,)


@pytest.mark.parametrize(
    ("given", "players", "line"),
    [
        (swiss(4, 3), 2, "2 players: a table takes 3 at least"),
        (swiss(4), 0, "0 players: a table takes 2 at least"),
        (form("allmeet", 4, 3), 2, "2 players: a table takes 3 at least"),
        (form("allmeet", 4), 46, "46 players: allmeet takes 45 at most"),
        (form("allmeet", 4, design="plane"), 15, "15 players: a plane with tables of 4 takes 16"),
        (form("heats", 4, advance=[8, 4]), 8, "8 players: 8 go on after the first round, so it takes more"),
    ],
)
def test_too_few_or_too_many_players_are_refused(given: Form, players: int, line: str) -> None:
    assert start_faults(given, entrants(players)) == (line,)
    with pytest.raises(BadEventError) as refused:
        draw(given, entrants(players), History(), Seeded(0))
    assert refused.value.faults == (line,)


def test_nobody_enters_twice() -> None:
    twice = (*entrants(4), Entrant(Player("p001")))
    assert start_faults(swiss(4), twice) == ("'p001' has entered twice",)
    with pytest.raises(BadEventError, match="'p001' has entered twice"):
        draw(swiss(4), twice, History(), Seeded(0))
    assert start_faults(swiss(4), [Entrant(Player(""))])[0] == "an entrant has no name"


def after(*tables: EventTable, byes: tuple[str, ...] = ()) -> History:
    return History((Round(tables, tuple(map(Player, byes))),))


def seats(letters: str) -> tuple[Player, ...]:
    return tuple(map(Player, letters))


LETTERS = [Entrant(Player(letter)) for letter in "abcdefgh"]


@pytest.mark.parametrize(
    ("past", "line"),
    [
        (after(EventTable(seats("abcz"))), "round 1: 'z' has not entered"),
        (after(EventTable(seats("abcd")), byes=("a",)), "round 1: 'a' is there twice"),
        (after(EventTable(seats("abca"))), "round 1: table 1: somebody sits there twice"),
        (after(EventTable(seats("abcde"))), "round 1: table 1: 5 players, not 2 to 4"),
        (
            after(EventTable(seats("abcd"), Result(how="played", places=(1, 2)))),
            "round 1: table 1: 2 places for 4 players",
        ),
        (
            after(EventTable(seats("abcd"), Result(how="played", places=(1, 1, 2, 3)))),
            "round 1: table 1: places 1, 1, 2, 3 cannot be: who shares a place is followed by as many less",
        ),
        (
            after(EventTable(seats("abcd"), Result(how="played", places=(1, 2, 3, 4), points=(9,)))),
            "round 1: table 1: 1 victory point for 4 players",
        ),
        (
            after(EventTable(seats("abcd"), played(4, 3, 2, 1, substitutes={Player("e"): Player("a")}))),
            "round 1: table 1: a substitute for 'e', who does not sit there",
        ),
        (History((), (Penalty(player=Player("a"), points=1, round=2),)), "a penalty in round 2, which is not drawn"),
        (
            History((Round(()),), (Penalty(player=Player("z"), points=1, round=1),)),
            "a penalty for 'z', who has not entered",
        ),
        (
            History((Round(()),), (Penalty(player=Player("a"), points=-1, round=1),)),
            "a penalty of -1/120 points: it takes 0 to 100",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_have_been_is_refused(past: History, line: str) -> None:
    with pytest.raises(BadEventError) as refused:
        score(swiss(4), LETTERS, past)
    assert line in refused.value.faults
    with pytest.raises(BadEventError):
        draw(swiss(4), LETTERS, past, Seeded(0))


def test_a_round_is_drawn_when_the_one_before_is_over_and_not_after_the_last() -> None:
    given, who = swiss(4, rounds=1), entrants(8)
    drawn = draw(given, who, History(), Seeded(0))
    past = History().with_round(drawn.opened())
    with pytest.raises(BadEventError, match="round 1 is not over: table 1 has no result"):
        draw(swiss(4, rounds=2), who, past, Seeded(0))
    with pytest.raises(BadEventError, match="all rounds are drawn: 1"):
        check(given, who, past, drawn, Seeded(0))
    assert rounds_of(given) == 1


def test_when_too_many_have_left_there_is_no_round() -> None:
    left = [Entrant(Player("a")), *(Entrant(player, withdrew=2) for player in seats("bcd"))]
    past = after(EventTable(seats("abcd"), played(4, 3, 2, 1)))
    with pytest.raises(BadEventError, match="1 player is left for round 2: a table takes 2 at least"):
        draw(swiss(4), left, past, Seeded(0))


def test_lots_are_those_of_everybody() -> None:
    with pytest.raises(BadEventError, match="the lots are not those of all entrants"):
        score(swiss(4), LETTERS, History(), seats("abc"))


def test_standard_scoring_fits_the_table() -> None:
    assert standard_scoring(4).bye == 330
    assert standard_scoring(2, (3, 1)).bye == 240
    assert faults(replace(swiss(4), scoring=standard_scoring(4, (3, 1)))) == ("points 3/1: a table has 4 places",)

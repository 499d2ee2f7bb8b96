"""All-meet: one draw, by a design, and lots say who is who."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from pbem.tournament.errors import BadEventError
from pbem.tournament.event import check, draw, rounds_of, score
from pbem.tournament.values import History
from tests.tournament.hall import Seeded, entrants, form, names, play


@pytest.mark.parametrize(("players", "table", "games"), [(7, 3, 3), (13, 4, 4), (21, 5, 5), (9, 2, 8)])
def test_every_pair_meets_once_and_everybody_has_every_seat(players: int, table: int, games: int) -> None:
    drawn = draw(form("allmeet", table), entrants(players), History(), Seeded("all"))
    met = Counter(frozenset(pair) for one in drawn.tables for pair in combinations(one.seats, 2))
    sat = Counter((player, seat) for one in drawn.tables for seat, player in enumerate(one.seats))
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    assert set(sat.values()) == {games // table}
    assert len(sat) == players * table
    assert drawn.byes == ()
    seats = games // table
    assert drawn.cost == {"fewest_meetings": 1, "most_meetings": 1, "fewest_seats": seats, "most_seats": seats}


@pytest.mark.parametrize(("players", "table"), [(3, 4), (8, 3), (16, 4), (12, 3), (45, 5)])
def test_where_it_cannot_be_even_it_says_how_even_it_is(players: int, table: int) -> None:
    drawn = draw(form("allmeet", table), entrants(players), History(), Seeded("all"))
    met = Counter(frozenset(pair) for one in drawn.tables for pair in combinations(one.seats, 2))
    assert drawn.cost["fewest_meetings"] == min(met.values())
    assert drawn.cost["most_meetings"] == max(met.values())
    assert len(met) == players * (players - 1) // 2
    assert check(form("allmeet", table), entrants(players), History(), drawn, Seeded("all")) == ()


def test_laps_may_be_said() -> None:
    drawn = draw(form("allmeet", 3, laps=3), entrants(7), History(), Seeded("laps"))
    assert len(drawn.tables) == 21
    assert drawn.cost == {"fewest_meetings": 3, "most_meetings": 3, "fewest_seats": 3, "most_seats": 3}


def test_a_plane_has_fewer_games() -> None:
    given = form("allmeet", 4, design="plane")
    drawn = draw(given, entrants(16), History(), Seeded("plane"))
    assert len(drawn.tables) == 20
    assert drawn.cost == {"fewest_meetings": 1, "most_meetings": 1, "fewest_seats": 1, "most_seats": 2}
    assert check(given, entrants(16), History(), drawn, Seeded("plane")) == ()


def test_chance_is_who_has_which_number() -> None:
    chance = Seeded("numbers")
    first = draw(form("allmeet", 3), entrants(7), History(), chance).tables[0].seats
    lots = chance.roll("draw 1/1").shuffle(names(7))
    assert first == (lots[0], lots[1], lots[3])


def test_a_draw_that_was_tampered_with_is_found_out() -> None:
    given, who = form("allmeet", 3), entrants(7)
    drawn = draw(given, who, History(), Seeded("tampered"))
    first = drawn.tables[0]

    def why(changed: object) -> str:
        (line,) = check(given, who, History(), changed, Seeded("tampered"))  # type: ignore[arg-type]
        return line

    turned = replace(first, seats=first.seats[::-1])
    assert why(replace(drawn, tables=(turned, *drawn.tables[1:]))) == "the tables are no such design"
    assert why(replace(drawn, tables=drawn.tables[:6])) == "the tables are no such design"
    assert why(replace(drawn, tables=())) == "the tables are no such design"
    assert (
        why(replace(drawn, cost=drawn.cost | {"most_seats": 2})) == "byes, round or costs are not those of the tables"
    )
    stranger = replace(first, seats=("nobody", *first.seats[1:]))
    assert why(replace(drawn, tables=(stranger, *drawn.tables[1:]))) == "somebody is seated who is not to be drawn"


def test_there_is_one_round_and_all_its_tables_count() -> None:
    given, who = form("allmeet", 3), entrants(7)
    ((_, drawn),) = play(given, who, rounds=1, seed="once")
    assert rounds_of(given) == 1
    past = History().with_round(drawn.opened())
    assert [line.played for line in score(given, who, past)] == [0] * 7
    with pytest.raises(BadEventError, match="all rounds are drawn: 1"):
        draw(given, who, past, Seeded("once"))

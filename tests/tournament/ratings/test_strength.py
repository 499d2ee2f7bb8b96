"""Ratings: the update against another program's, and what must hold of any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryPart, PlackettLuce

from pbem.tournament.ratings.strength import Game, Rating, rate, ratings_of
from pbem.tournament.values import Player
from tests.tournament.hall import places_of

ratings = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 10))
tables = st.integers(2, 5).flatmap(
    lambda size: st.tuples(
        st.lists(ratings, min_size=size, max_size=size), st.lists(st.integers(0, 3), min_size=size, max_size=size)
    )
)


@given(tables)
def test_ratings_are_those_of_openskill(table: tuple[list[Rating], list[int]]) -> None:
    before, points = table
    places = places_of(points)
    model = BradleyTerryPart()
    teams = [[model.rating(rating.mean, rating.deviation)] for rating in before]
    theirs = [team[0] for team in model.rate(teams, ranks=list(places))]
    for mine, other in zip(rate(before, places), theirs, strict=True):
        assert mine.mean == pytest.approx(other.mu, rel=1e-9)
        assert mine.deviation == pytest.approx(other.sigma, rel=1e-9)


@pytest.mark.parametrize("places", [(1, 1, 3), (1, 1, 3, 3), (1, 1, 1, 4), (1, 1, 3, 4, 5)])
def test_tied_winners_are_rated_above_those_behind_them(places: tuple[int, ...]) -> None:
    after = rate([Rating()] * len(places), places)
    winners = [rating.mean for rating, place in zip(after, places, strict=True) if place == 1]
    others = [rating.mean for rating, place in zip(after, places, strict=True) if place > 1]
    assert min(winners) > max(25, *others)
    assert max(winners) == pytest.approx(min(winners))


def test_that_is_why_another_model_was_not_taken() -> None:
    model = PlackettLuce()
    rated = [team[0].mu for team in model.rate([[model.rating()] for _ in range(5)], ranks=[1, 1, 3, 4, 5])]
    assert rated[2] > max(rated[:2])


@given(tables)
def test_the_order_of_seats_does_not_matter(table: tuple[list[Rating], list[int]]) -> None:
    before, points = table
    places = places_of(points)
    turned = list(reversed(range(len(places))))
    again = rate([before[i] for i in turned], [places[i] for i in turned])
    for index, after in zip(turned, again, strict=True):
        assert after.mean == pytest.approx(rate(before, places)[index].mean)


def test_to_win_against_the_strong_counts_more() -> None:
    strong, weak = Rating(35.0, 3.0), Rating(15.0, 3.0)
    upset, _ = rate([Rating(25.0, 3.0), strong], (1, 2))
    usual, _ = rate([Rating(25.0, 3.0), weak], (1, 2))
    assert upset.mean > usual.mean > 25
    assert upset.deviation < Rating().deviation


def game(title: str, players: str, *points: int, how: str = "played") -> Game:
    return Game(how=how, places=places_of(points), players=tuple(map(Player, players)), title=title)  # type: ignore[arg-type]


def test_titles_and_numbers_of_players_are_rated_apart() -> None:
    found = ratings_of([game("alea", "abc", 3, 2, 1), game("alea", "ab", 1, 2), game("praetor", "ab", 1, 2)])
    assert found.keys() == {("alea", 3), ("alea", 2), ("praetor", 2)}
    assert found["alea", 3][Player("a")].mean > 25 > found["alea", 2][Player("a")].mean
    assert found["alea", 2] == found["praetor", 2]
    assert found["alea", 3][Player("a")].games == 1


@pytest.mark.parametrize("how", ["adjudicated", "void"])
def test_what_was_not_played_to_its_end_is_not_rated(how: str) -> None:
    one = game("alea", "ab", 2, 1)
    assert ratings_of([one, game("alea", "ab", 1, 2, how=how)]) == ratings_of([one])
    assert ratings_of([game("alea", "ab", 1, 2, how=how)]) == {}


def test_who_wins_again_and_again_is_found_out() -> None:
    ladder = ratings_of(game("alea", "abcd", 9, 5, 5, 1) for _ in range(40))["alea", 4]
    floors = [ladder[Player(name)].floor for name in "abcd"]
    assert floors == sorted(floors, reverse=True)
    assert ladder[Player("b")].mean == pytest.approx(ladder[Player("c")].mean)
    assert ladder[Player("a")].games == 40
    assert ladder[Player("a")].floor > 25 > ladder[Player("d")].mean

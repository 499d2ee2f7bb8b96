"""How many turns a seat usually has: what each game says of itself is what bots play."""

from collections.abc import Callable, Iterator, Mapping
from statistics import mean

import pytest

from pbem.games.found import find, named
from pbem.games.game import AnyGame, Seat
from tests.games.playing import Ply, bot_game, random_game
from tests.games.toy import Toy

GAMES = 8
TABLES = [(key, players) for key in find() for players in named(key).meta.players]

Play = Callable[[AnyGame, tuple[Seat, ...], str, Mapping[str, str] | None], Iterator[Ply]]


def turns_of(game: AnyGame, plies: Iterator[Ply], seats: tuple[Seat, ...]) -> float:
    """In how many turns a seat was asked, on average."""
    asked: dict[Seat, set[str]] = {seat: set() for seat in seats}
    for ply in plies:
        for decision in game.waiting(ply.state):
            if decision.ask and decision.forced is None:
                asked[decision.seat].add(decision.turn)
    return mean(len(turns) for turns in asked.values())


def usual_turns(game: AnyGame, players: int, play: Play) -> float:
    seats = tuple(Seat(seat) for seat in game.meta.seats[:players])
    return mean(turns_of(game, play(game, seats, f"turns {n}", None), seats) for n in range(GAMES))


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_bots_that_want_to_win_have_about_as_many_turns_as_the_game_says(key: str, players: int) -> None:
    game = named(key)
    assert usual_turns(game, players, bot_game) == pytest.approx(game.meta.turns[players], rel=0.25)


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_random_play_takes_longer_but_not_by_orders(key: str, players: int) -> None:
    game = named(key)
    turns = game.meta.turns[players]
    assert 0.8 * turns < usual_turns(game, players, random_game) < 3 * turns


def test_turns_are_those_in_which_a_seat_is_asked() -> None:
    toy: AnyGame = Toy()
    assert usual_turns(toy, 3, bot_game) == toy.meta.turns[3]

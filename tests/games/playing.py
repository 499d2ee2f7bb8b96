"""Games played without people: at random, by default, by a bot. For every test that needs positions of a game."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random
from typing import Any, NamedTuple

from pbem.games.chance import Chance
from pbem.games.game import AnyGame, Seat, Step
from tests.games.fate import Fate

LIMIT = 5_000  # plies after which a game is held to be endless

Choose = Callable[[Seat, Any], Any]  # from a seat and its view to a legal move


class Ply(NamedTuple):
    """One move: the state it was made in, who made it, and what it gave."""

    state: Any
    seat: Seat
    move: Any
    step: Step[Any]


def random_seats(game: AnyGame, players: int, random: Random) -> tuple[Seat, ...]:
    """Take some seats of a game, in seat order."""
    chosen = random.sample(game.meta.seats, players)
    return tuple(Seat(seat) for seat in game.meta.seats if seat in chosen)


def random_options(game: AnyGame, seats: tuple[Seat, ...], random: Random) -> dict[str, str]:
    """Give about half of the options a random value, such that the game finds no fault."""
    options = _some_options(game, seats, {}, random)
    if options is None:
        raise AssertionError("nearly all combinations of options are at fault")
    return options


def options_with(
    game: AnyGame, seats: tuple[Seat, ...], given: Mapping[str, str], random: Random
) -> dict[str, str] | None:
    """Return the given options, alone if they stand alone, else with others at random; None if nothing fits."""
    if not game.faults(seats=seats, options=given, table=game.table()):
        return dict(given)
    return _some_options(game, seats, given, random)


def _some_options(
    game: AnyGame, seats: tuple[Seat, ...], given: Mapping[str, str], random: Random
) -> dict[str, str] | None:
    table = game.table()
    for _ in range(200):
        chosen = [option for option in game.meta.options if random.random() < 0.5]
        options = {option.name: random.choice(option.values) for option in chosen} | dict(given)
        if not game.faults(seats=seats, options=options, table=table):
            return options
    return None


def lay_out(
    game: AnyGame, seats: tuple[Seat, ...], chance: Chance, options: Mapping[str, str] | None = None
) -> Step[Any]:
    """Set a game up with its own table."""
    return game.setup(seats=seats, options=options or {}, table=game.table(), chance=chance)


def play_out(game: AnyGame, state: Any, chance: Chance, choose: Choose) -> Iterator[Ply]:
    """Play to the end. Who decides in parallel chooses before anybody's choice is played, then seat by seat."""
    plies = count()
    while decisions := game.waiting(state):
        asked = sorted({decision.seat for decision in decisions}, key=game.meta.seats.index)
        for seat, move in [(seat, choose(seat, game.view(state, seat))) for seat in asked]:
            if next(plies) == LIMIT:
                raise AssertionError(f"no end after {LIMIT} plies")
            step = game.play(state, seat, move, chance)
            yield Ply(state, seat, move, step)
            state = step.state


def random_chooser(game: AnyGame, seed: int | str) -> Choose:
    """Choose any listed move."""
    random = Random(f"{seed}/moves")
    return lambda seat, view: random.choice(list(game.moves(view)))


def random_game(
    game: AnyGame, seats: tuple[Seat, ...], seed: int | str, options: Mapping[str, str] | None = None
) -> Iterator[Ply]:
    """Play a whole random game; the same arguments give the same game."""
    chance = Fate(seed)
    start = lay_out(game, seats, chance, options)
    return play_out(game, start.state, chance, random_chooser(game, seed))


def default_game(
    game: AnyGame, seats: tuple[Seat, ...], seed: int | str, options: Mapping[str, str] | None = None
) -> Iterator[Ply]:
    """Play a whole game in which nobody ever answers."""
    chance = Fate(seed)
    state = lay_out(game, seats, chance, options).state
    return play_out(game, state, chance, lambda seat, view: game.default(view))


def bot_game(
    game: AnyGame, seats: tuple[Seat, ...], seed: int | str, options: Mapping[str, str] | None = None
) -> Iterator[Ply]:
    """Play a whole game among greedy bots."""
    chance, random, bot = Fate(seed), Random(f"{seed}/bot"), game.bots["greedy"]
    state = lay_out(game, seats, chance, options).state
    return play_out(game, state, chance, lambda seat, view: bot(view, random))

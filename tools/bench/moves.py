"""Random play: what the rules alone cost."""

from collections.abc import Iterator
from statistics import mean
from time import process_time

from pbem.games import find, named
from pbem.games.game import AnyGame, Seat
from pbem.record.chance import Roller
from pbem.record.fair import ladder
from tools.bench.clock import progress
from tools.bench.desks import Bench, random_of
from tools.bench.lines import Line

BUDGET = 0.1  # ms


def bench_moves(bench: Bench) -> Iterator[Line]:
    """Time random play of every game, by number of players."""
    for key in find():
        game = named(key)
        for players in game.meta.players:
            progress(f"moves of {key}, {players} players")
            games = [random_game(game, players, number) for number in range(2 if bench.is_quick else 8)]
            times = [seconds / moves for seconds, moves, _legal in games]
            legal = sum(one[2] for one in games) / sum(one[1] for one in games)
            figures = f"{len(games)} games, {legal:.1f} legal moves to choose from"
            yield Line("move", f"{key}, {players} players", 1000 * mean(times), BUDGET, figures, "ms")


def random_game(game: AnyGame, players: int, number: int) -> tuple[float, int, int]:
    """Play a whole game at random, with the dice of the record; returns seconds, moves made and moves listed."""
    random, rungs = random_of(number), ladder("g", number.to_bytes(32, "big"))
    used: dict[str, int] = {}
    moves, listed = 0, 0

    def roller() -> Roller:
        return Roller("g", b"key", rung=rungs.rung, hidden=b"hidden", used=used)

    chance = roller()
    seats = tuple(Seat(seat) for seat in game.meta.seats[:players])
    state = game.setup(seats=seats, options={}, table=game.table(), chance=chance).state
    began = process_time()
    while decisions := game.waiting(state):
        used = chance.used
        chance, seat = roller(), decisions[0].seat
        legal = list(game.moves(game.view(state, seat)))
        state = game.play(state, seat, random.choice(legal), chance).state
        moves, listed = moves + 1, listed + len(legal)
    return process_time() - began, moves, listed

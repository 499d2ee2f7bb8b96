"""Random play: what the rules alone cost, dice and decks of the record included, beside chess played the same way."""

from collections.abc import Iterator, Sequence
from statistics import mean
from time import process_time

from chess import Board

from pbem.games.found import find, named
from pbem.games.game import AnyGame, Seat
from pbem.record.dice.chance import Roller
from pbem.record.dice.fair import ladder
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
            numbers = range(2 if bench.is_quick else 8)
            games, peers = zip(*((random_game(game, players, n), random_chess(n)) for n in numbers), strict=True)
            times = [seconds / moves for seconds, moves, _legal in games]
            legal = sum(one[2] for one in games) / sum(one[1] for one in games)
            figures = f"{len(games)} games, {legal:.1f} legal moves to choose from; {_beside_chess(games, peers)}"
            yield Line("move", f"{key}, {players} players", 1000 * mean(times), BUDGET, figures, "ms")


Played = tuple[float, int, int]  # seconds, moves made and moves listed


def _beside_chess(games: Sequence[Played], peers: Sequence[Played]) -> str:
    """Tell how many moves a second both make: the games took turns with each other."""
    ours, peer = (sum(one[1] for one in played) / sum(one[0] for one in played) for played in (games, peers))
    return f"{ours:,.0f} moves/s, python-chess {peer:,.0f}: {ours / peer:.2f} of it"


def random_chess(number: int) -> Played:
    """Play a whole game of chess at random, all legal moves listed."""
    random, board, listed = random_of(number), Board(), 0
    began = process_time()
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(random.choice(legal))
        listed += len(legal)
    return process_time() - began, board.ply(), listed


def random_game(game: AnyGame, players: int, number: int) -> Played:
    """Play a whole game at random, with the dice of the record; every move is checked as the referee checks it."""
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
        view = game.view(state, seat)
        legal = list(game.moves(view))
        move = random.choice(legal)
        if game.check(view, move) is not None:
            raise RuntimeError(f"{move} is listed and not legal")
        state = game.play(state, seat, move, chance).state
        moves, listed = moves + 1, listed + len(legal)
    return process_time() - began, moves, listed

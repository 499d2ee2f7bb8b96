"""How long the commands of a desk take from their start to their end, against a bare Python that can open a database.

Seconds of the processor count, in the process itself and in the system for it, so that a busy machine changes little.
The commands find their bytecode written, as those of an installed pbem do. Two of them go through whole records, which
is work and no start: they keep the promise where nothing was played yet, and are told with their work too.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.state.positions import current
from pbem.desk.people.enrolled import add_player
from pbem.desk.store.values import Member
from pbem.games.found import find, named
from tools.bench.desks import Bench
from tools.bench.lines import Line

BUDGET = 8
BARE = (sys.executable, "-c", "import sqlite3")
_PBEM = Path(sys.executable).with_name("pbem")
_PLAYED = 40  # orders: far enough for every command to have something to tell

# What is asked of the desk, and of each game there; GAME, SEAT and NAME are filled in, a sheet is given to `order`.
OF_DESK = ("player list", "game list", "mail poll", "mail send")
OF_GAME = (
    "game show GAME",
    "game show GAME --seat SEAT",
    "order GAME NAME -",
    "log GAME",
    "position GAME --at 20",
    "report GAME --seat SEAT --text",
    "report GAME --seat SEAT",
)
OF_RECORDS = ("verify GAME", "rebuild")  # with every entry there is more to do


def bench_commands(bench: Bench) -> Iterator[Line]:
    """Time every command at a desk with a running game of each kind."""
    with closing(make_desk(bench.folder / "start")) as desk:
        clock = Clock(desk, bench.times)
        for command in OF_DESK:
            yield clock.compare(command, find()[:1])
        for command in OF_GAME:
            yield clock.compare(command, find())
        for command in OF_RECORDS:
            found = clock.compare(command, find()[:1])
            yield found._replace(what=f"{found.what}, after {_PLAYED} orders", budget=None)
    yield from _bench_young(bench)


def _bench_young(bench: Bench) -> Iterator[Line]:
    """Time what goes through records at desks that have a game each, not played yet: almost nothing but the start."""
    with ExitStack() as stack:
        desks = {
            key: stack.enter_context(closing(make_desk(bench.folder / f"young {key}", (key,), 0))) for key in find()
        }
        for command in OF_RECORDS:
            found = [Clock(desk, bench.times).compare(command, (key,)) for key, desk in desks.items()]
            worst = max(found, key=lambda line: line.value)
            yield worst._replace(what=f"{worst.what}, nothing played yet")


def make_desk(folder: Path, kinds: Sequence[str] = (), orders: int = _PLAYED) -> Desk:
    """Make a desk with a game of each kind, or of some kinds, that was played for a while."""
    desk = Desk.create(folder, name="bench", address="referee@example.org")
    for key in kinds or find():
        seats = {seat: f"{seat} of {key}" for seat in named(key).meta.seats[:2]}
        for name in seats.values():
            add_player(desk, Member(name), b"")
        new_game(desk, NewGame(rules=key, id=key, seats=seats))
        for number in range(orders):
            order(desk, key, *next_order(desk, key, number))
    return desk


def next_order(desk: Desk, key: str, seed: object) -> tuple[str, str]:
    """Return who sends what next in the game of a kind: any legal order of anybody who is asked."""
    random = Random(f"{key} {seed}")  # noqa: S311 - moves, not secrets
    with desk.store.read() as look:
        match = current(desk, look, key)
    seat = random.choice(match.waiting()).seat
    moves = list(match.game.moves(match.game.view(match.state, seat)))
    return match.holders[seat].name, match.game.write(random.choice(moves), "en")


class Clock:
    """Starts commands at a desk, each time after a bare Python."""

    def __init__(self, desk: Desk, times: int) -> None:
        self._desk = desk
        self._times = times
        self._environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(desk.folder / "bytecode")}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def compare(self, command: str, games: Sequence[str]) -> Line:
        """Return what a command takes, in the game where it takes most."""
        found = {game: self._measure(command, game) for game in games}
        worst = max(found, key=lambda game: found[game][0] / found[game][1])
        ours, bare = found[worst]
        figures = f"{1000 * ours:.0f} ms, python with sqlite3 {1000 * bare:.0f} ms; worst of {len(games)}: {worst}"
        return Line("start", f"pbem {command}", ours / bare, BUDGET, figures)

    def _measure(self, command: str, game: str) -> tuple[float, float]:
        """Return the seconds of a command and those of a bare Python; the first turn only writes bytecode."""
        turns = [(self._run_command(command, game), self._run(BARE)) for _ in range(1 + self._times)]
        ours, bare = (median(column) for column in zip(*turns[1:], strict=True))
        return ours, bare

    def _run_command(self, command: str, game: str) -> float:
        name, sheet = next_order(self._desk, game, command)
        places = {"GAME": game, "SEAT": named(game).meta.seats[0], "NAME": name}
        words = [places.get(word, word) for word in command.split()]
        return self._run((str(_PBEM), "--desk", str(self._desk.folder), *words), sheet)

    def _run(self, command: Sequence[str], given: str = "") -> float:
        """Return the seconds of the processor that a command takes; RuntimeError if it fails."""
        before = getrusage(RUSAGE_CHILDREN)
        ran = subprocess.run(command, env=self._environment, input=given, text=True, capture_output=True, check=False)
        after = getrusage(RUSAGE_CHILDREN)
        if ran.returncode:
            raise RuntimeError(f"{' '.join(command)}: {ran.stdout}{ran.stderr}")
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

"""Flat costs: an order takes as long at a desk with many games as at one with few, where all are equally long."""

from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from random import Random
from statistics import median
from time import perf_counter, process_time

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.state.positions import current
from pbem.games.found import find
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench, forget, open_game, random_of, random_order
from tools.bench.lines import Line

ORDERS = 8  # played in every game before anything is measured


class SteadyDesk(Desk):
    """A desk whose games of one name are the same everywhere: their dice are not left to chance."""

    name = ""

    def entropy(self) -> bytes:
        """Return 32 bytes that depend on the name of the game alone."""
        return sha256(self.name.encode()).digest()


def bench_flat(bench: Bench) -> Iterator[Line]:
    """Time the same orders of the same games at a desk with few games and at one with many, neither remembering any."""
    few, many = bench.games
    rounds = list[list[tuple[float, float]]]()
    with closing(filled(bench, f"flat-{few}", few)) as small, closing(filled(bench, f"flat-{many}", many)) as large:
        for turn in range(bench.times * 30):
            progress(f"orders at both desks, {turn}/{bench.times * 30}")
            game = f"g{turn % few}"
            rounds.append([cold_order(desk, game, random_of(turn)) for desk in (small, large)])
    work, clock = ([1000 * median(one[desk][at] for one in rounds) for desk in (0, 1)] for at in (0, 1))
    pace = f"{work[0]:.2f} ms with {few} games, {work[1]:.2f} ms with {many}"
    figures = f"{pace}, all {ORDERS} orders on or more; by the clock {clock[0]:.2f}, {clock[1]:.2f} ms"
    yield Line("flat", f"order, {many} games against {few}", work[1] / work[0], 1.3, figures)


def filled(bench: Bench, name: str, games: int) -> SteadyDesk:
    """Return a desk with so many games, each played some orders on; the first few have the same names everywhere."""
    bench.desk(name).close()
    desk = SteadyDesk(bench.folder / name)
    for number in range(games):
        progress(f"playing games: {number}/{games}")
        desk.name = f"g{number}"
        match = open_game(desk, find()[0], desk.name, 2)
        random = random_of(desk.name)
        for _ in range(ORDERS):
            match = order(desk, match.id, *random_order(match, random)).decided.match
    return desk


def cold_order(desk: Desk, id_: str, random: Random) -> tuple[float, float]:
    """Return the seconds an order takes at a desk that remembers nothing: of the processor, and by the clock."""
    with desk.store.read() as look:
        match = current(desk, look, id_)
    sender = random_order(match, random)
    forget(desk)
    began = process_time()
    clock = spent(lambda: order(desk, id_, *sender), perf_counter)
    return process_time() - began, clock

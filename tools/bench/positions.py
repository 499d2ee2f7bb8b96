"""Positions of the past, each looked up by a desk that remembers nothing."""

from collections import defaultdict
from collections.abc import Iterator
from statistics import mean, median

from pbem.desk.desk import Desk
from pbem.desk.matches.state.positions import known_game, position
from pbem.desk.store.transaction import Transaction
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench, forget, random_of
from tools.bench.lines import Line

BUDGET = 2  # ms, on average


def bench_positions(bench: Bench) -> Iterator[Line]:
    """Time every position of a finished game, in random order; every cache is dropped before each look."""
    for key, (desk, _folder) in bench.finished.items():
        times: dict[int, list[float]] = defaultdict(list)
        with desk.store.read() as look:
            seqs = list(range(known_game(look, "g").head.size))
            for turn in range(bench.times):
                progress(f"positions of {key}, {turn}")
                random_of(turn).shuffle(seqs)
                for seq in seqs:
                    times[seq].append(cold_look(desk, look, seq))
        each = [1000 * median(some) for some in times.values()]
        figures = f"mean of all {len(each)} entries, each cold; median {median(each):.2f} ms, worst {max(each):.2f} ms"
        yield Line("position", f"{key}, any", mean(each), BUDGET, figures, "ms")


def cold_look(desk: Desk, look: Transaction, seq: int) -> float:
    """Return the seconds it takes to find a position with nothing at hand but the database."""
    forget(desk)
    return spent(lambda: position(desk, look, "g", seq))

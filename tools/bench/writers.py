"""Several writers at one desk, each with games of his own: how much they do, how fairly, how long one waits."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from statistics import median
from typing import NamedTuple

from tools.bench.clock import progress
from tools.bench.desks import Bench
from tools.bench.lines import Line
from tools.bench.scripts import Script, write_scripts
from tools.bench.stores import Place, place
from tools.bench.writing import Pool, Written

FAIR = 0.5  # what the slowest does at least of what the fastest does
LEAST = 30  # sheets of each, else nobody could tell how fair it is
WHOLE = 0.9  # what all together do at least of what one does alone


class Pace(NamedTuple):
    """What writers did while all of them were at work."""

    rate: float  # things a second, all together
    worst: float  # seconds that the slowest single thing took
    fairness: float  # how many things the slowest writer did for each of the fastest
    memory: float  # MB of a process

    @staticmethod
    def of(all_written: Sequence[Written]) -> "Pace":
        """Look at the time from the first beginning to the moment when the first writer had nothing left to do."""
        begin = min(written.times[0][0] for written in all_written)
        end = min(written.times[-1][1] for written in all_written)
        done = [sum(ended <= end for _began, ended in written.times) for written in all_written]
        waits = [ended - began for written in all_written for began, ended in written.times if began <= end]
        memory = max(written.memory for written in all_written)
        return Pace(sum(done) / (end - begin), max(waits), min(done) / max(done), memory)

    @staticmethod
    def middle(paces: Sequence["Pace"]) -> "Pace":
        """Return the middle of several rounds, and the worst of all waits."""
        rate, fairness, memory = (
            median(getattr(one, name) for one in paces) for name in ("rate", "fairness", "memory")
        )
        return Pace(rate, max(one.worst for one in paces), fairness, memory)


Paces = dict[int, tuple[Pace, Pace]]  # by the number of writers: at a desk, and without one


def bench_writers(bench: Bench) -> Iterator[Line]:
    """Let more and more processes play what was written beforehand, and as many insert the same rows bare."""
    scripts = write_scripts(bench, max(bench.writers))
    numbers = count()
    with closing(Pool(bench.writers)) as pool:
        for store in bench.stores:
            with place(store) as where:
                _paces(bench, pool, where, scripts.mails, next(numbers))  # so that all is loaded, and warm
                for what, parts in (("orders", scripts.orders), ("mails", scripts.mails)):
                    rounds = [_round(bench, pool, where, parts, numbers) for _ in range(bench.rounds)]
                    yield from _lines(f"{what}, {store}", rounds)


def _round(bench: Bench, pool: Pool, where: Place, scripts: Sequence[Script], numbers: Iterator[int]) -> Paces:
    """Measure once with each number of writers, who together have about the same to do."""
    return {
        writers: _paces(
            bench,
            pool,
            where,
            [script[: max(LEAST, bench.sheets // writers)] for script in scripts[:writers]],
            next(numbers),
        )
        for writers in bench.writers
    }


def _paces(bench: Bench, pool: Pool, where: Place, scripts: Sequence[Script], number: int) -> tuple[Pace, Pace]:
    """Return how fast writers are at a desk, and how fast without one."""
    progress(f"{len(scripts)} writers, {where.name}, run {number}")
    desk = where.copy(bench.folder / "scripts", bench.folder / f"writers-{number}")
    inserted = Pace.of(pool.insert(where.bare(desk), scripts))
    return Pace.of(pool.play(desk, scripts)), inserted


def _lines(what: str, rounds: Sequence[Paces]) -> Iterator[Line]:
    """Tell of each number of writers. Where they queue, that must be fair, and all do as much as one does.

    Elsewhere nobody waits for anybody, and the system decides who gets a processor.
    """
    alone, is_queue = min(rounds[0]), "sqlite" in what
    for writers in rounds[0]:
        ours, bare = (Pace.middle([one[writers][at] for one in rounds]) for at in (0, 1))
        name = f"{what}, {writers} writer{'s' if writers > 1 else ''}"
        ratio = median(one[writers][1].rate / one[writers][0].rate for one in rounds)
        waits = f"worst wait {1000 * ours.worst:.0f} ms, bare {1000 * bare.worst:.0f} ms"
        figures = f"{ours.rate:.0f}/s, bare inserts {bare.rate:.0f}/s; {waits}; {ours.memory:.0f} MB a process"
        yield Line("writers", name, ratio, None, figures)
        if writers == alone:
            continue
        figures = f"bare {bare.fairness:.2f}"
        yield Line(
            "writers", f"{name}: slowest/fastest", ours.fairness, FAIR if is_queue else None, figures, is_least=True
        )
        whole = median(one[writers][0].rate / one[alone][0].rate for one in rounds)
        figures = f"of what {alone} does, all together; medians of {len(rounds)} rounds"
        yield Line("writers", f"{name}: together", whole, WHOLE if is_queue else None, figures, is_least=True)

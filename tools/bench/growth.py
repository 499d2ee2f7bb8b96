"""Growth: an order at a desk with very many games takes as long as at one with few, on each kind of store."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median

from pbem.desk.desk import Desk
from tools.bench.clock import progress
from tools.bench.desks import Bench, random_of
from tools.bench.drain import resident
from tools.bench.flat import cold_order, filled
from tools.bench.lines import Line
from tools.bench.loading import load
from tools.bench.stores import Place, place

MOST = 1.3  # times what an order takes at a desk with few games


def bench_growth(bench: Bench) -> Iterator[Line]:
    """Time the same orders of the same games at two desks that are alike, of which one was loaded with many more."""
    few, many = bench.loaded
    small, large = bench.folder / "growth-few", bench.folder / "growth-many"
    filled(bench, small.name, few).close()
    shutil.copytree(small, large)
    with closing(Desk(large)) as desk:
        load(desk.store, many)
    for store in bench.stores:
        with place(store) as where:
            yield from _grown(bench, where, (small, large))
    shutil.rmtree(large)


def _grown(bench: Bench, where: Place, templates: Sequence[Path]) -> Iterator[Line]:
    few, many = bench.loaded
    progress(f"copying {many} games, {where.name}")
    folders = [where.copy(template, bench.folder / f"{template.name}-{where.name}") for template in templates]
    before, rounds = resident(), []
    with ExitStack() as stack:
        desks = [stack.enter_context(closing(Desk(folder))) for folder in folders]
        for turn in range(bench.times * few):
            progress(f"orders at both desks, {turn}/{bench.times * few}")
            rounds.append([cold_order(desk, f"g{turn % few}", random_of(turn)) for desk in desks])
        size = desks[1].store.size()
    shutil.rmtree(folders[1])
    work, clock = ([1000 * median(one[desk][at] for one in rounds) for desk in (0, 1)] for at in (0, 1))
    room = f"{size / 1e9:.2f} GB; {resident() - before:.0f} MB of memory more"
    figures = f"{work[0]:.2f} ms, {work[1]:.2f} ms; by the clock {clock[0]:.2f}, {clock[1]:.2f} ms; {room}"
    yield Line("growth", f"order, {where.name}, {many:,} games against {few}", work[1] / work[0], MOST, figures)
    ratio = clock[1] / clock[0]
    yield Line("growth", f"the same by the clock, {where.name}", ratio, None, "with the database's own work")

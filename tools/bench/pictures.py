"""Boards painted for letters, all over finished games. Fonts are read before: a program does that once."""

from collections.abc import Iterator
from functools import partial
from statistics import mean, median
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.fonts import painter
from pbem.desk.matches.state.positions import current, position
from pbem.games.found import named
from pbem.games.game import MAIL, Look, Seat
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench
from tools.bench.lines import Line

SPAN = 8  # entries that each one tells of
MOST_MS = 80


def bench_pictures(bench: Bench) -> Iterator[Line]:
    """Time the picture of a letter to every seat in turn: a drawing painted and packed; what drawing takes is told."""
    for key, (desk, _folder) in bench.finished.items():
        drawn, painted, sizes = _measure(bench, desk, key)
        figures = (
            f"mean of {len(painted)}; median {median(painted):.1f} ms, worst {max(painted):.1f} ms; drawing it takes"
            f" {mean(drawn):.1f} ms more; {mean(sizes) / 1000:.0f} kB, largest {max(sizes) / 1000:.0f} kB"
        )
        yield Line("picture", f"{key}, PNG of a letter", mean(painted), MOST_MS, figures, "ms")


def _measure(bench: Bench, desk: Desk, key: str) -> tuple[list[float], list[float], list[int]]:
    """Return the milliseconds of drawing and of painting, and how large the pictures are."""
    game = named(key)
    drawn, painted, sizes = [], [], []
    for number, (view, look) in enumerate(_looks(bench, desk)):
        progress(f"pictures of {key}, {number}")
        draw = partial(game.draw, view, look)
        drawn.append(1000 * spent(draw))
        paint = partial(painter().png, draw())
        painted.append(1000 * spent(paint))
        sizes.append(len(paint()))
    return drawn, painted, sizes


def _looks(bench: Bench, desk: Desk) -> Iterator[tuple[Any, Look[Any]]]:
    """Yield what seats see here and there in a finished game, and what they saw some entries before."""
    with desk.store.read() as look:
        match = current(desk, look, "g")
        names = {seat: match.holders[seat].name for seat in match.seats}
        first = 2 * len(match.seats) + SPAN  # when the game has begun
        for at, size in enumerate(range(first, match.head.size, 60 if bench.is_quick else 12)):
            seat: Seat = match.seats[at % len(match.seats)]
            now, then = (position(desk, look, "g", seq) for seq in (size, size - SPAN))
            before = match.game.view(then.state, seat)
            yield match.game.view(now.state, seat), Look("de", MAIL, names, before)

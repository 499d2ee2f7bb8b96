"""Letters and reports, from the database to the bytes. Templates are compiled before: a program does that once.

A desk forgets everything in between; what games remember by value, such as the best place of a tile in a city, stays.
"""

from collections.abc import Callable, Iterator
from statistics import mean, median

from pbem.desk.desk import Desk
from pbem.desk.letters.pages import Stretch, make_page
from pbem.desk.letters.writing import environment
from pbem.desk.matches.state.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.mail.compose import Mailbox, Outgoing, compose
from pbem.report import render
from pbem.report.page import Eyes
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench, forget
from tools.bench.lines import Line

SPAN = 8  # entries that each one tells of

Writing = Callable[[Desk, Transaction, Seat, int], object]


def bench_letters(bench: Bench) -> Iterator[Line]:
    """Time letters to every seat all over a finished game, as they are sent."""
    for key, (desk, _folder) in bench.finished.items():
        times = _times(bench, desk, f"letters of {key}", letter)
        yield Line("letter", f"{key}, text and HTML, no picture", mean(times), 5, _figures(times, "letters"), "ms")


def bench_reports(bench: Bench) -> Iterator[Line]:
    """Time reports to every seat all over a finished game."""
    for key, (desk, _folder) in bench.finished.items():
        times = _times(bench, desk, f"reports of {key}", report)
        yield Line("report", f"{key}, HTML with its drawings", mean(times), 10, _figures(times, "reports"), "ms")


def letter(desk: Desk, look: Transaction, seat: Seat, size: int) -> bytes:
    """Write a letter to a seat, all but the picture in it: what painting takes is told apart."""
    page = make_page(desk, look, Stretch("g", max(size - SPAN, 0), size), Eyes(seat, has_picture=False))
    return compose(
        Outgoing(
            sender=Mailbox("referee@example.org", "pbem"),
            to=Mailbox("player@example.org", f"Player {seat}"),
            subject=render.subject(page),
            message_id=f"<{size}.{seat}@example.org>",
            date=desk.now(),
            text=render.text(environment(desk.folder), page),
            html=render.html(environment(desk.folder), page),
        )
    )


def report(desk: Desk, look: Transaction, seat: Seat, size: int) -> str:
    """Write a report for a seat."""
    page = make_page(desk, look, Stretch("g", max(size - SPAN, 0), size), Eyes(seat))
    return render.html(environment(desk.folder), page)


def _times(bench: Bench, desk: Desk, what: str, writing: Writing) -> list[float]:
    """Return the milliseconds that writing takes, here and there in a game, with nothing at hand but templates."""
    times: list[float] = []
    with desk.store.read() as look:
        match = current(desk, look, "g")
        sizes = range(len(match.seats) + SPAN, match.head.size + 1, 40 if bench.is_quick else 12)
        writing(desk, look, match.seats[0], match.head.size)
        for at, size in enumerate(sizes):
            progress(f"{what}, {size}")
            seat = match.seats[at % len(match.seats)]
            times.append(1000 * median(_cold(desk, look, seat, size, writing) for _ in range(3)))
    return times


def _cold(desk: Desk, look: Transaction, seat: Seat, size: int, writing: Writing) -> float:
    forget(desk)
    return spent(lambda: writing(desk, look, seat, size))


def _figures(times: list[float], what: str) -> str:
    return (
        f"mean of {len(times)} {what} on {SPAN} entries each; median {median(times):.2f} ms, worst {max(times):.2f} ms"
    )

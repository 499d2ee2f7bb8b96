"""A site of very many games: pages that are made are joined within a minute, in as much memory as a site of few.

Some games are played by bots, of all titles and numbers of players, and verified, added and made into pages as any
others. Playing and drawing thousands would take hours, and joining looks into none of them: the rest of the shelf are
copies of these pages, cards and files under other ids, with other people and other days on their cards.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from shutil import copytree
from time import perf_counter, process_time
from typing import NamedTuple

from msgspec import json
from msgspec.structs import replace

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.ledger import LogLine as Entered
from pbem.desk.archive.shelf.shelf import PAGES, SHELF, SITE_LOG, Shelf
from pbem.desk.archive.site.making import CARD, Kept, mark
from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.people.enrolled import add_player
from pbem.desk.records.folders.exporting import export
from pbem.desk.store.values import Member
from pbem.games.found import find, named
from pbem.report.site.card import Card
from tools.bench.clock import progress
from tools.bench.desks import Bench, random_of
from tools.bench.lines import Line

MOST_MAKING = 3  # seconds of the processor, for a page
MOST_JOINING, MOST_AGAIN = 60, 2  # seconds by the clock
MOST_MEMORY = 1.5  # times that of a site with a tenth of the games
MOST_FRONT = 1_000_000  # bytes
_PEOPLE = 250
_DAY = 86_400
_PBEM = Path(sys.executable).with_name("pbem")


class Made(NamedTuple):
    """A game that was played and made into a page: what that took, and how large it is."""

    game: str
    seconds: float
    size: int


class Ran(NamedTuple):
    """What a command took: seconds by the clock and of the processor, and memory at its peak in MB."""

    clock: float
    spent: float
    memory: float


def bench_site(bench: Bench) -> Iterator[Line]:
    """Time pages as they are made, then sites of few and of many games as they are joined, and built once more."""
    distinct, few, many = bench.site
    with closing(bench.desk("site")) as desk:
        shelf = Shelf(desk.folder / SHELF)
        made = _made(bench, shelf, desk, distinct)
        slowest, largest = max(made, key=lambda one: one.seconds), max(made, key=lambda one: one.size)
        mean = sum(one.seconds for one in made) / len(made)
        figures = f"{slowest.game}; mean of {distinct} games by bots {mean:.2f} s; largest {largest.size / 1000:.0f} kB"
        yield Line("site", "page, verdict and texts, the slowest", slowest.seconds, MOST_MAKING, figures, "s")
        runs = {}
        for games in (few, many):
            fill(shelf, desk, distinct, games)
            runs[games] = [_build(desk, bench.folder / f"site-{games}") for _ in range(2)]
        yield from _lines(runs, (distinct, few, many))
        front = (bench.folder / f"site-{many}" / "index.html").stat().st_size
        yield Line("site", f"front page, with search over {many:,}", front / 1000, MOST_FRONT / 1000, "", "kB")


def _lines(runs: dict[int, list[Ran]], sizes: tuple[int, int, int]) -> Iterator[Line]:
    distinct, few, many = sizes
    (small, _), (large, again) = runs[few], runs[many]
    told = f"{large.spent:.1f} s of the processor; {distinct} games, the others copies of them"
    yield Line("site", f"{many:,} games joined, by the clock", large.clock, MOST_JOINING, told, "s")
    memory = f"{large.memory:.0f} MB, {small.memory:.0f} MB with {few}; {small.clock:.1f} s by the clock there"
    yield Line("site", f"memory, against {few} games", large.memory / small.memory, MOST_MEMORY, memory)
    figures = f"{again.spent:.2f} s of the processor, with the start of the program"
    yield Line("site", f"{many:,} games, nothing changed", again.clock, MOST_AGAIN, figures, "s")


def _made(bench: Bench, shelf: Shelf, desk: Desk, distinct: int) -> list[Made]:
    """Play games on all processors, add them, and make their pages, each in a process that has made none before."""
    jobs = [(bench.folder / "playing", number) for number in range(distinct)]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for done, played in enumerate(pool.map(_play, jobs), 1):
            progress(f"games played, {done}/{distinct}")
            add_export(shelf, played, desk)
    wanted = [(shelf.folder, line) for line in Ledger(shelf).lines]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), max_tasks_per_child=1) as pool:
        return list(pool.map(_make, wanted))


def _play(job: tuple[Path, int]) -> Path:
    """Let bots play a game at a desk of its own; every title and number of players in turn."""
    folder, number = job
    kinds = [(key, players) for key in find() for players in named(key).meta.players]
    key, players = kinds[number % len(kinds)]
    random, game = random_of(number), f"{key}-{number}"
    names = random.sample(range(_PEOPLE), players)
    seats = {seat: _called(name) for seat, name in zip(named(key).meta.seats, names, strict=False)}
    with closing(Desk.create(folder / game, name="bench", address="referee@example.org")) as desk:
        for name in seats.values():
            add_player(desk, Member(name), b"")
        new_game(desk, NewGame(key, seats, game))
        play_bots(desk, game, Bots("greedy", frozenset(seats), random, 10_000))
        return export(desk, game, folder / f"export-{number}")


def _called(number: int) -> str:
    return f"Player {number:03}"


def _make(job: tuple[Path, Entered]) -> Made:
    folder, line = job
    kept = Kept(Shelf(folder))
    began = process_time()
    kept.make(line.game, line.head)
    return Made(line.game, process_time() - began, kept.page(line.game).stat().st_size)


def fill(shelf: Shelf, desk: Desk, distinct: int, games: int) -> None:
    """Put copies of the first games on a shelf until there are so many; the referee signs for all of them."""
    kept = Kept(shelf)
    lines = list(Ledger(shelf).lines)
    sources = lines[:distinct]
    cards = {line.game: kept.card(line.game) for line in sources}
    for number in range(len(lines), games):
        progress(f"copies of games, {number}/{games}")
        source = sources[number % distinct]
        copy = Entered(f"{source.game}-{number}", sha256(b"copy %d" % number).digest())
        copytree(shelf.game(source.game), shelf.game(copy.game))
        copytree(kept.page(source.game).parent, kept.page(copy.game).parent)
        card = _other(cards[source.game], copy, number)
        (shelf.folder / PAGES / copy.game / CARD).write_bytes(json.encode(card))
        kept.note(copy.game, mark(shelf.files(copy.game), copy.head))
        lines.append(copy)
    shelf.write(SITE_LOG, "".join(map(str, lines)))
    Ledger(shelf).sign(desk)


def _other(card: Card, copy: Entered, number: int) -> Card:
    """Return the card of a copy: other people played it, on another day."""
    names = random_of(f"people of {number}").sample(range(_PEOPLE), len(card.people))
    people = tuple(replace(one, name=_called(name)) for one, name in zip(card.people, names, strict=True))
    at = card.at - number * _DAY
    return replace(card, game=copy.game, head=copy.head.hex(), people=people, at=at, begun=at - 30 * _DAY)


def _build(desk: Desk, out: Path) -> Ran:
    """Build a site as a host does."""
    progress(f"building {out.name}")
    began = perf_counter()
    command = (str(_PBEM), "--desk", str(desk.folder), "archive", "build", str(out))
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    clock = perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)} failed")
    return Ran(clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)

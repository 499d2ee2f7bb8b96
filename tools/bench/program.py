"""Measure what pbem promises about its speed. Exit code 1 if a budget is missed.

Where a promise is a ratio, the thing and its peer take turns within the same minute on the same disk and the same
processor; where it is a time, nothing but our own work counts: computing is measured in seconds of the processor, so
that a busy machine changes little, and whatever waits for a disk or a new process in seconds of the clock. Each figure
is the median of several repetitions, and where a line has parts below it, those are averages. Caches are cold unless a
line says warm, and a line says what it leaves out. A line without a budget is told, and promises nothing.

  move      a random legal move, all legal moves listed, that one checked and played: under 0.1 ms on average over whole
            games, for every game; beside it chess at random by python-chess, game by game in turns
  verify    a record checked from the first byte to the rules: 5,000 entries a second or more without its signatures;
            then with the signatures of all orders; and the signatures of one very long record, which are spread over
            all processors, against as many bare Ed25519 verifications spread likewise
  chain     the chain alone (game, seq, prev, hash; `verify` checks the form of each entry too): within 3 times of
            hashing the same bytes
  order     an order at the desk taken for good (load, entries, projections, letters asked for, commit), without sheet
            and rules: within 3 times of a bare insert and commit of the same bytes into SQLite (WAL, synchronous=FULL);
            whole: within 4 times
  mail      an order mail with an SSH signature acted on, whole (read, verify, sheet, rules, entries, commit), at a desk
            with 200 players: within 4 times of that bare insert, and of its bare parts together, which are reading the
            same bytes with email.policy.compat32, one Ed25519 verification and the insert; then with the letters that
            it causes, written and put into a Maildir
  drain     10,000 mails that wait in a Maildir: the last third takes at most 1.3 times of the first, in seconds of
            the processor (the clock is told beside it, with bare inserts made in between, for a disk has moods), and
            the memory at the end is at most 1.2 times of that after the first third; letters are left out. A second of
            the processor is enough for 1,000 of these mails, and for 300 with the letters that they cause
  position  any position of a finished game: under 2 ms on average
  letter    a letter, text and HTML, without a picture: under 5 ms on average
  report    a report, HTML with its drawings: under 10 ms on average
  picture   the drawn board of a letter painted as a PNG: under 80 ms on average
  replay    a step in the replay of the largest published game, in Chromium, layout included: the worst in 16 ms of the
            clock, on a wide window and on a narrow one, each step by the least of several passes
  help      `pbem --help`: under 0.3 s
  start     any command of a desk, from the start of its process to the end: within 8 times of `python -c "import
            sqlite3"` in seconds of the processor, bytecode at hand as in an installed pbem; the worst of the games
  flat      an order at a desk with 1,000 games: at most 1.3 times of one at a desk with 10, all games equally long, in
            seconds of the processor
  draw      a round of a Swiss at tables of 4, by 64 shuffles (of many players fewer): under 0.5 s for 16 players and
            under 2 s for 120, in every round of an event with results that are made up; dice of the record are included
  event     a whole event at a desk, 120 players in six rounds of Praetor, 180 games by bots: what the event itself
            takes (draws, opening tables, taking results) is at most half of what playing takes, in seconds of the
            processor
  writers   1, 2, 4 and 8 processes at one desk, each with games of his own, on SQLite and on PostgreSQL: orders, and
            signed mails, a second against bare inserts of the same rows, a transaction each, by as many processes on
            the same store; on SQLite, where writers queue, the slowest does half or more of what the fastest does, and
            all together nine tenths or more of what one does; the longest that anybody waited, and the memory of a
            process, are told
  growth    an order at a desk with 100,000 games: at most 1.3 times of one at a desk with 30, in seconds of the
            processor; the others are copies of those 30 under other ids, on SQLite and on PostgreSQL
  site      an archive of 3,000 games: a page, with its verdict and texts, is made in under 3 s of the processor when a
            game is added; all are then joined in under a minute, in at most 1.5 times the memory of a site of 300, and
            built again in under 2 s where nothing changed; what the front page needs to search is less than 1 MB. Bots
            play 60 of the games, the others are copies under other ids: joining looks into no game

  python -m tools.bench                 everything, about half an hour
  python -m tools.bench --quick         fewer games and repetitions, about four minutes
  python -m tools.bench order flat      only these
  python -m tools.bench --disk DIR      put the desks there (default: where temporary files go)
  python -m tools.bench --store sqlite  writers and growth on this store alone; a server is started by root only
  python -m tools.bench growth --games N    load so many games
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tools.bench.clock import progress
from tools.bench.commands import bench_commands
from tools.bench.desks import Bench
from tools.bench.drain import bench_drain
from tools.bench.draws import bench_draws
from tools.bench.events import bench_event
from tools.bench.flat import bench_flat
from tools.bench.growth import bench_growth
from tools.bench.letters import bench_letters, bench_reports
from tools.bench.lines import Line
from tools.bench.mails import bench_mail
from tools.bench.moves import bench_moves
from tools.bench.orders import bench_order
from tools.bench.pictures import bench_pictures
from tools.bench.positions import bench_positions
from tools.bench.records import bench_chain, bench_verify
from tools.bench.replays import bench_replay
from tools.bench.site import bench_site
from tools.bench.start import bench_help
from tools.bench.stores import STORES
from tools.bench.writers import bench_writers

BENCHES: dict[str, Callable[[Bench], Iterator[Line]]] = {
    "move": bench_moves,
    "verify": bench_verify,
    "chain": bench_chain,
    "order": bench_order,
    "mail": bench_mail,
    "drain": bench_drain,
    "position": bench_positions,
    "letter": bench_letters,
    "report": bench_reports,
    "picture": bench_pictures,
    "replay": bench_replay,
    "help": bench_help,
    "start": bench_commands,
    "flat": bench_flat,
    "draw": bench_draws,
    "event": bench_event,
    "writers": bench_writers,
    "growth": bench_growth,
    "site": bench_site,
}


def main(given: Sequence[str] | None = None) -> int:
    """Measure what was asked for; 0 if every budget is kept."""
    parser = argparse.ArgumentParser(
        prog="tools.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="what to measure: " + ", ".join(BENCHES))
    parser.add_argument("--quick", action="store_true", help="fewer games and repetitions")
    parser.add_argument("--disk", metavar="DIR", type=Path, default=None, help="where to put the desks")
    parser.add_argument("--store", choices=STORES, action="append", help="where writers and growth are measured")
    parser.add_argument("--games", metavar="N", type=int, help="how many games growth is measured with")
    asked = parser.parse_args(given)
    if unknown := [name for name in asked.names if name not in BENCHES]:
        parser.error(f"there is no {unknown[0]!r}; there is {', '.join(BENCHES)}")
    if asked.disk:
        tempfile.tempdir = str(asked.disk)  # a server's files as well
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        bench = Bench(Path(folder), is_quick=asked.quick)
        bench.stores = asked.store or STORES
        bench.loaded = (bench.loaded[0], asked.games or bench.loaded[1])
        lines = list(measure(bench, asked.names or list(BENCHES)))
    promised = [line for line in lines if line.budget is not None]
    missed = [line for line in promised if not line.is_kept]
    print(f"{len(promised) - len(missed)} of {len(promised)} budgets kept")
    return int(bool(missed))


def measure(bench: Bench, names: Sequence[str]) -> Iterator[Line]:
    """Run benches, and print each line as it comes."""
    for name in names:
        for line in BENCHES[name](bench):
            progress("")
            print(line, flush=True)
            yield line

#!/usr/bin/env python3
"""Measure what pbem promises about its speed. Exit code 1 if a budget is missed.

Where a promise is a ratio, the thing and its peer take turns within the same minute on the same disk and the same
processor; where it is a time, nothing but our own work counts: computing is measured in seconds of the processor, so
that a busy machine changes little, and whatever waits for a disk or a new process in seconds of the clock. Each figure
is the median of several repetitions.

  move      a random legal move, all legal moves listed: under 1 ms on average over whole games, for every game
  verify    a whole record checked from the first byte to the rules: 5,000 entries a second or more
  chain     the chain alone (game, seq, prev, hash; not the form of each entry): within 3 times of hashing the same
            bytes
  order     an order taken for good (load, entries, projections, letters, commit), sheet and rules counted apart: within
            3 times of a bare insert and commit of the same bytes into SQLite (WAL, synchronous=FULL)
  mail      an order mail with an SSH signature acted on (read, verify, rules, entries, commit; letters are rendered
            apart), at a desk with 200 players: within 4 times of its bare parts together, which are reading the same
            bytes with email.policy.compat32, one Ed25519 verification and that bare insert
  drain     10,000 mails that wait in a Maildir: the last third takes at most 1.3 times of the first, in seconds of
            the processor (the clock is told beside it, with bare inserts made in between, for a disk has moods), and
            the memory at the end is at most 1.2 times of that after the first third
  position  any position of a finished game: under 5 ms each
  report    a report, page and HTML: under 10 ms
  help      `pbem --help`: under 0.3 s
  start     any command of a desk, from the start of its process to the end: within 8 times of `python -c "import
            sqlite3"` in seconds of the processor, bytecode at hand as in an installed pbem; the worst of the games
  flat      an order at a desk with 1,000 games: at most 1.3 times of one at a desk with 10

  tools/bench.py                 everything, about eight minutes
  tools/bench.py --quick         fewer games and repetitions, about two minutes
  tools/bench.py order flat      only these
  tools/bench.py --disk DIR      put the desks there (default: where temporary files go)
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from email import message_from_bytes
from email.policy import compat32
from functools import cached_property, wraps
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from random import Random
from sqlite3 import Connection, connect
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any, NamedTuple
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.demo.players import Envelope, read_statements
from pbem.desk import people
from pbem.desk.desk import Desk
from pbem.desk.letters.pages import make_page
from pbem.desk.letters.writing import environment
from pbem.desk.matches import acting, keeping
from pbem.desk.matches.acting import order
from pbem.desk.matches.opening import NewGame, new_game
from pbem.desk.matches.positions import current, position
from pbem.desk.matches.requests import reply_lines
from pbem.desk.people import add_player
from pbem.desk.post import receiving as post
from pbem.desk.post import sheets
from pbem.desk.post.courier import poll
from pbem.desk.post.receiving import receive
from pbem.desk.records.export import export
from pbem.desk.records.verify import verify_files
from pbem.desk.store import store
from pbem.desk.store.store import Player
from pbem.desk.transports.maildir import Maildir
from pbem.games import find, named
from pbem.games.game import AnyGame, Seat
from pbem.mail.block.block import write as write_block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record import canonical
from pbem.record.chain import verify_chain
from pbem.record.chance import Roller
from pbem.record.entry import Head, entry_hash
from pbem.record.fair import ladder
from pbem.record.folder import LOG, split
from pbem.referee import scribe, submit
from pbem.referee.match import Match
from pbem.report import render
from tools.bench_start import starts


class Line(NamedTuple):
    """One promise and what was measured of it."""

    name: str
    what: str
    value: float
    budget: float
    figures: str
    unit: str = "x"
    is_least: bool = False  # the budget is the least allowed, not the most

    @property
    def is_kept(self) -> bool:
        """Whether the promise is kept."""
        return self.value >= self.budget if self.is_least else self.value <= self.budget

    def __str__(self) -> str:
        verdict, bound = "ok" if self.is_kept else "MISSED", "at least" if self.is_least else "at most"
        value, budget = _number(self.value), _number(self.budget)
        return f"{verdict:<7}{self.name:<9}{self.what:<32}{value:>8} {self.unit:<10}{bound} {budget:<6} {self.figures}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


# What is measured with


def random_of(seed: object) -> Random:
    """Return a random generator that gives the same each time."""
    return Random(str(seed))  # noqa: S311 - moves, not secrets


class Bench:
    """Everything the measurements share: a disk, and a game played to its end on it."""

    def __init__(self, folder: Path, *, is_quick: bool) -> None:
        self.folder = folder
        self.is_quick = is_quick
        self.times = 3 if is_quick else 7
        self.games = (10, 200 if is_quick else 1000)
        self.mails = 500 if is_quick else 10_000
        self.others = 200  # players at a desk that takes mail, besides those who play

    def desk(self, name: str, keys: Callable[[str], bytes] = lambda _seat: b"") -> Desk:
        """Make a desk with players of every seat there is."""
        desk = Desk.create(self.folder / name, name="bench", address="referee@example.org")
        for seat in sorted({seat for key in find() for seat in named(key).meta.seats}):
            add_player(desk, Player(f"Player {seat}", f"{seat}@example.org"), keys(seat))
        return desk

    def mail_desk(self, name: str) -> Desk:
        """Make a desk where every player has a key, and many have one who do not play."""
        desk = self.desk(name, public_line)
        for number in range(self.others):
            add_player(desk, Player(f"Other {number}", f"other{number}@example.org"), public_line(f"other {number}"))
        return desk

    @cached_property
    def finished(self) -> dict[str, tuple[Desk, Path]]:
        """A desk and an export for each kind of game, played at random to its end by as many as can play."""
        return {key: self._finish(key) for key in find()}

    def _finish(self, key: str) -> tuple[Desk, Path]:
        desk, random = self.desk(f"finished-{key}"), random_of(key)
        match = open_game(desk, key, "g", max(named(key).meta.players))
        while match.phase == "running":
            progress(f"playing {key}: entry {match.head.size}")
            match = next_order(desk, match, random)
        return desk, export(desk, "g", self.folder / f"export-{key}")


def private_key(who: str) -> Ed25519PrivateKey:
    """Return the key of a player, the same each time."""
    return Ed25519PrivateKey.from_private_bytes(sha256(who.encode()).digest())


def public_line(who: str) -> bytes:
    """Return the public key of a player as it is enrolled."""
    return write_line(public_key(private_key(who)), who).encode()


def open_game(desk: Desk, key: str, id_: str, players: int) -> Match:
    """Open a game at a desk."""
    seats = named(key).meta.seats[:players]
    return new_game(desk, NewGame(rules=key, id=id_, seats={seat: f"Player {seat}" for seat in seats}))


def random_order(match: Match, random: Random) -> tuple[str, str]:
    """Return who sends what next: any legal order of anybody who is asked."""
    seat = random.choice(match.waiting()).seat
    move = random.choice(list(match.game.moves(match.game.view(match.state, seat))))
    return match.holders[seat].name, match.game.write(move, "en")


def next_order(desk: Desk, match: Match, random: Random) -> Match:
    """Send one random order."""
    return order(desk, match.id, *random_order(match, random)).decided.match


def spent(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return the seconds a piece of work takes."""
    began = clock()
    work()
    return clock() - began


def progress(words: str) -> None:
    """Say on a terminal what is going on."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


# move


def bench_moves(bench: Bench) -> Iterator[Line]:
    """Time random play of every game, by number of players."""
    for key in find():
        game = named(key)
        for players in game.meta.players:
            progress(f"moves of {key}, {players} players")
            games = [random_game(game, players, number) for number in range(2 if bench.is_quick else 8)]
            times = [seconds / moves for seconds, moves, _legal in games]
            legal = sum(one[2] for one in games) / sum(one[1] for one in games)
            what = f"{key}, {players} players"
            figures = f"{len(games)} games, {legal:.1f} legal moves to choose from"
            yield Line("move", what, 1000 * mean(times), 1, figures, "ms")


def random_game(game: AnyGame, players: int, number: int) -> tuple[float, int, int]:
    """Play a whole game at random, with the dice of the record; returns seconds, moves made and moves listed."""
    random, rungs = random_of(number), ladder("g", number.to_bytes(32, "big"))
    used: dict[str, int] = {}
    next_j, moves, listed = 1, 0, 0

    def roller() -> Roller:
        return Roller("g", b"key", rung=rungs.rung, hidden=b"hidden", used=used, next_j=next_j)

    chance = roller()
    seats = tuple(Seat(seat) for seat in game.meta.seats[:players])
    state = game.setup(seats=seats, options={}, table=game.table(), chance=chance).state
    began = process_time()
    while decisions := game.waiting(state):
        used, next_j = chance.used, chance.next_j
        chance, seat = roller(), decisions[0].seat
        legal = list(game.moves(game.view(state, seat)))
        state = game.play(state, seat, random.choice(legal), chance).state
        moves, listed = moves + 1, listed + len(legal)
    return process_time() - began, moves, listed


# verify and chain


def bench_verify(bench: Bench) -> Iterator[Line]:
    """Time the verification of an export, rules included."""
    for key, (_desk, folder) in bench.finished.items():
        progress(f"verifying {key}")
        entries = verify_files(folder).entries
        times = [spent(lambda: verify_files(folder)) for _ in range(bench.times)]  # noqa: B023 - called at once
        figures = f"{entries} entries in {1000 * median(times):.0f} ms"
        yield Line("verify", f"{key}, rules included", entries / median(times), 5000, figures, "entries/s", True)


def bench_chain(bench: Bench) -> Iterator[Line]:
    """Time the check of a long chain against hashing it."""
    size = 40_000 if bench.is_quick else 200_000
    for key, (_desk, folder) in bench.finished.items():
        progress(f"making a chain of {size} entries of {key}")
        raws = long_chain(split((folder / LOG).read_bytes()), size)
        progress(f"checking the chain of {key}")
        turns = [chain_turn(raws) for _ in range(bench.times)]
        ours, peer = (median(column) for column in zip(*turns, strict=True))
        ratio = median(one / other for one, other in turns)
        figures = f"{size} entries, {sum(map(len, raws)) / 1e6:.0f} MB: {ours:.2f} s, sha256 {peer:.2f} s"
        yield Line("chain", f"{key}, against sha256", ratio, 3, figures)


def chain_turn(raws: Sequence[bytes]) -> tuple[float, float]:
    """Return the seconds it takes to check a chain, and to hash it."""
    return spent(lambda: verify_chain(raws)), spent(lambda: hash_all(raws))


def hash_all(raws: Sequence[bytes]) -> None:
    """Hash every entry, and nothing else."""
    for raw in raws:
        sha256(b"\0" + raw).digest()


def long_chain(raws: Sequence[bytes], size: int) -> list[bytes]:
    """Repeat the orders and moves of a record under new numbers, each linked to the one before."""
    bodies = [canonical.decode(raw) for raw in raws]
    first = next(at for at, body in enumerate(bodies) if body["kind"] == "start") + 1
    again = [body for body in bodies[first:] if body["kind"] in ("order", "move")]
    chain, head = list(raws[:first]), Head(first, entry_hash(raws[first - 1]))
    for body in islice(cycle(again), size - first):
        raw = canonical.encoder.encode({**body, "seq": head.size, "prev": head.hash.hex()})
        chain.append(raw)
        head = Head(head.size + 1, entry_hash(raw))
    return chain


# order


Parts = dict[str, tuple[tuple[Any, str], ...]]  # which functions of what make up a part


class Stopwatch:
    """Tells where time goes: what a part calls that is timed itself counts there and not here."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._parts = ["commit"]  # what no other part claims: the transaction itself
        self._since = perf_counter()

    def _turn(self) -> None:
        now = perf_counter()
        self.seconds[self._parts[-1]] += now - self._since
        self._since = now

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time from here on."""
        self._since = perf_counter()
        yield
        self._turn()

    @contextmanager
    def watching(self, parts: Parts) -> Iterator[None]:
        """Time the functions that make up some parts."""
        with ExitStack() as stack:
            for part, places in parts.items():
                for owner, name in places:
                    stack.enter_context(patch.object(owner, name, self.timed(part, getattr(owner, name))))
            yield

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose time counts as a part."""

        @wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            self._turn()
            self._parts.append(part)
            try:
                return function(*args, **kwargs)
            finally:
                self._turn()
                self._parts.pop()

        return run


PARTS: Parts = {
    "load": tuple((acting, name) for name in ("current", "find_player", "read_plans", "read_secrets", "seat_of")),
    "sheet": ((submit, "prepare"), (acting, "_answer")),
    "rules": ((acting, "submit"),),
    "entries": ((scribe.Scribe, "append"), (scribe, "position_digest"), (store.Transaction, "append")),
    "projections": ((keeping, "project"),),
    "snapshot": ((keeping, "_keep_snapshot"),),
    "secrets": ((store.Transaction, "add_secret"), (store.Transaction, "put_secret")),
    "letters": ((keeping, "ask_for_letters"),),
}
APART = ("sheet", "rules")


def bench_order(bench: Bench) -> Iterator[Line]:
    """Time orders that are taken for good, each followed by a bare insert of the same bytes; all games in turn.

    At first nothing is timed but what counts apart, for a stopwatch takes time itself; then every part.
    """
    with ExitStack() as stack:
        desk = stack.enter_context(closing(bench.desk("order")))
        peer = stack.enter_context(closing(open_peer(bench.folder / "order" / "peer.db")))
        with (watch := Stopwatch()).watching({part: PARTS[part] for part in (*APART, "entries")}):
            rounds = order_rounds(bench, watch, desk, peer, "whole")
        with (watch := Stopwatch()).watching(PARTS):
            apart = order_rounds(bench, watch, desk, peer, "parts")
    ours, bare = 1000 * median(one[0] for one in rounds), 1000 * median(one[1] for one in rounds)
    figures = f"{ours:.2f} ms, bare insert {bare:.2f} ms; medians of {len(rounds)} rounds"
    yield Line("order", "kept, against a bare insert", median(one[0] / one[1] for one in rounds), 3, figures)
    for part in (*PARTS, "commit"):
        each = 1000 * median(one[2][part] for one in apart)
        print(f"                  {part:<30}{each:>8.3f} ms{' (apart)' if part in APART else ''}")


def order_rounds(bench: Bench, watch: Stopwatch, desk: Desk, peer: Connection, name: str) -> list["Round"]:
    """Take some orders of every game."""
    rounds = []
    for number, key in enumerate(islice(cycle(find()), max(bench.times, len(find())))):
        progress(f"orders of {key}, {name}, round {number}")
        match = open_game(desk, key, f"{key}-{name}-{number}", max(named(key).meta.players))
        rounds.append(order_round(watch, desk, peer, match, 60 if bench.is_quick else 120))
    return rounds


Round = tuple[float, float, dict[str, float]]


def order_round(watch: Stopwatch, desk: Desk, peer: Connection, match: Match, orders: int) -> Round:
    """Take some orders; returns what the middle one took without sheet and rules, what its peer took, and its parts."""
    random, times, bare = random_of(match.id), list[dict[str, float]](), list[float]()
    while match.phase == "running" and len(times) < orders:
        sender = random_order(match, random)
        watch.seconds.clear()
        with watch.running():
            decided = order(desk, match.id, *sender).decided
        times.append(dict(watch.seconds))
        rows = [(match.id, entry.seq, entry.hash, entry.raw) for entry in decided.entries] or [
            (f"{match.id} plan", len(times), b"", sender[1].encode())
        ]
        bare.append(spent(lambda: insert_bare(peer, rows), perf_counter))  # noqa: B023 - called at once
        match = decided.match
    kept = median(sum(seconds for part, seconds in one.items() if part not in APART) for one in times)
    return kept, median(bare), {part: median(one.get(part, 0) for one in times) for part in (*PARTS, "commit")}


def open_peer(path: Path) -> Connection:
    """Open a database that has nothing but entries, as durable as ours."""
    peer = connect(path, isolation_level=None)
    peer.execute("PRAGMA journal_mode=WAL")
    peer.execute("PRAGMA synchronous=FULL")
    peer.execute("CREATE TABLE entry (game TEXT, seq INTEGER, hash BLOB, raw BLOB, PRIMARY KEY (game, seq))")
    return peer


def insert_bare(peer: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert and commit."""
    peer.execute("BEGIN IMMEDIATE")
    peer.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
    peer.execute("COMMIT")


# mail and drain


MAIL_PARTS: Parts = {
    "read": ((post, "read_letter"),),
    "notes": ((post, "meet_notes"), (post, "find_notes")),
    "keys": ((people.Holders, "__call__"),),
    "verify": ((post, "find_signed"),),
    "evidence": ((post, "keep_evidence"),),
    **PARTS,
    "load": (*((acting, name) for name in ("read_plans", "read_secrets", "why_frozen")), (post, "current")),
    "sheet": ((submit, "prepare"), (acting, "_answer"), (post, "read_words"), (sheets, "read_words")),
}


def bench_mail(bench: Bench) -> Iterator[Line]:
    """Time order mails that are acted on, each followed by its bare parts; all games in turn. Then time the parts."""
    with ExitStack() as stack:
        desk = stack.enter_context(closing(bench.mail_desk("mail")))
        peer = stack.enter_context(closing(open_peer(bench.folder / "mail" / "peer.db")))
        rounds = mail_rounds(bench, Stopwatch(), desk, peer, "whole")
        watch = Stopwatch()
        stack.enter_context(watch.watching(MAIL_PARTS))
        apart = mail_rounds(bench, watch, desk, peer, "parts")
    ours = 1000 * median(one.ours for one in rounds)
    read, verified, inserted = (1000 * median(one.bare[at] for one in rounds) for at in range(3))
    figures = f"{ours:.2f} ms; bare read {read:.2f}, verify {verified:.2f}, insert {inserted:.2f} ms"
    ratio = median(one.ours / sum(one.bare) for one in rounds)
    yield Line("mail", "against its bare parts", ratio, 4, f"{figures}; medians of {len(rounds)} rounds")
    for part in (*MAIL_PARTS, "commit"):
        print(f"                  {part:<30}{1000 * median(one.parts[part] for one in apart):>8.3f} ms")


def mail_rounds(bench: Bench, watch: Stopwatch, desk: Desk, peer: Connection, name: str) -> list["MailRound"]:
    """Send some orders of every game by mail."""
    rounds = []
    for number, key in enumerate(islice(cycle(find()), max(bench.times, len(find())))):
        progress(f"mails of {key}, {name}, round {number}")
        match = open_game(desk, key, f"{key}-{name}-{number}", max(named(key).meta.players))
        rounds.append(mail_round(watch, desk, peer, match, 60 if bench.is_quick else 120))
    return rounds


class MailRound(NamedTuple):
    """Seconds that the middle mail of a round took, its bare parts (read, verify, insert), and where they went."""

    ours: float
    bare: tuple[float, float, float]
    parts: dict[str, float]


def mail_round(watch: Stopwatch, desk: Desk, peer: Connection, match: Match, mails: int) -> MailRound:
    """Send some orders by mail."""
    random, times, bare = random_of(match.id), list[dict[str, float]](), list[tuple[float, float, float]]()
    answered = set[tuple[Head, Seat]]()  # who has answered; of several who are asked at once each answers once
    while match.phase == "running" and len(times) < mails:
        with desk.store.read() as look:
            seat = random.choice([one.seat for one in match.waiting() if (match.head, one.seat) not in answered])
            answered.add((match.head, seat))
            move = random.choice(list(match.game.moves(match.game.view(match.state, seat))))
            raw, text = order_mail_of(desk, look, match, seat, match.game.write(move, "en"))
        watch.seconds.clear()
        with watch.running():
            taken = receive(desk, raw)
        if taken.verdict != "played":
            raise RuntimeError(taken.why)
        times.append(dict(watch.seconds))
        with desk.store.read() as look:
            now = current(desk, look, match.id)
            entries = enumerate(look.raws(match.id, match.head.size), match.head.size)
            rows = [(match.id, seq, entry_hash(entry), entry) for seq, entry in entries] or [
                (f"{match.id} plan", len(times), b"", raw)
            ]
        bare.append(bare_parts(peer, raw, text, rows))
        match = now
    parts = {part: median(one.get(part, 0) for one in times) for part in (*MAIL_PARTS, "commit")}
    read, verified, inserted = (median(column) for column in zip(*bare, strict=True))
    return MailRound(median(sum(one.values()) for one in times), (read, verified, inserted), parts)


def bare_parts(
    peer: Connection, raw: bytes, text: bytes, rows: Sequence[tuple[Any, ...]]
) -> tuple[float, float, float]:
    """Return the seconds that nobody can do without: to read the bytes, to verify the text, to insert the rows."""
    key = private_key("bare")
    public, signature = key.public_key(), key.sign(text)
    return (
        spent(lambda: message_from_bytes(raw, policy=compat32).get_payload(decode=True), perf_counter),
        spent(lambda: public.verify(signature, text), perf_counter),
        spent(lambda: insert_bare(peer, rows), perf_counter),
    )


def order_mail_of(desk: Desk, look: store.Transaction, match: Match, seat: Seat, orders: str) -> tuple[bytes, bytes]:
    """Return a signed mail with orders of a seat, and the text that was signed."""
    statements = read_statements("\n".join(reply_lines(look, match, seat)))
    if statements is None:
        raise RuntimeError("the statements of an answer cannot be read")
    block = statements.block(orders)
    envelope = Envelope(f"{seat}@example.org", desk.settings.referee.address, desk.now(), 1)
    return envelope.around(sign_orders(block, private_key(seat))), write_block(block)


def bench_drain(bench: Bench) -> Iterator[Line]:
    """Let a desk act on everything in a full inbox; now and then a bare insert tells how the disk is doing."""
    with closing(bench.mail_desk("drain")) as desk, closing(open_peer(bench.folder / "drain" / "peer.db")) as peer:
        inbox = Maildir(desk.folder / desk.settings.mail.inbox)
        count = fill(desk, inbox, bench.mails)
        desk.remembered.clear()
        drain = Drain(peer, count)
        poll(desk, inbox, drain.tell)
    third = count // 3
    clock, work = ([sum(times[:third]), sum(times[-third:])] for times in (drain.times, drain.work))
    pace = (
        f"{count} mails, {count / sum(drain.times):.0f} a second; a third takes {work[0]:.1f} s, then {work[1]:.1f} s"
    )
    disk = [1000 * median(some) for some in (drain.bare[: third // 10], drain.bare[-(third // 10) :])]
    figures = f"{pace}; by the clock {clock[0]:.1f}, {clock[1]:.1f} s (bare insert {disk[0]:.1f}, {disk[1]:.1f} ms)"
    yield Line("drain", "last third against first", work[1] / work[0], 1.3, figures)
    figures = f"{drain.sizes[0]:.0f} MB after a third, {drain.sizes[1]:.0f} MB at the end"
    yield Line("drain", "memory at the end", drain.sizes[1] / drain.sizes[0], 1.2, figures)


class Drain:
    """Notes how long each mail of a full inbox takes, and what memory is used."""

    def __init__(self, peer: Connection, count: int) -> None:
        self._peer = peer
        self._count = count
        self.times: list[float] = []  # by the clock
        self.work: list[float] = []  # of the processor
        self.bare: list[float] = []
        self.sizes: list[float] = []
        self._since = perf_counter(), process_time()

    def tell(self, received: post.Received) -> None:
        """Note that one more mail was acted on."""
        clock, work = self._since
        self.times.append(perf_counter() - clock)
        self.work.append(process_time() - work)
        if received.verdict != "played":
            raise RuntimeError(received.why)
        done = len(self.times)
        if done % 10 == 1:
            rows = [("bare", done, b"", received.why.encode())]
            self.bare.append(spent(lambda: insert_bare(self._peer, rows), perf_counter))
        if done in (self._count // 3, self._count):
            self.sizes.append(resident())
        progress(f"draining, {done}/{self._count}")
        self._since = perf_counter(), process_time()


def fill(desk: Desk, inbox: Maildir, most: int) -> int:
    """Put the first order of every seat of many games into an inbox; returns how many that are."""
    key = "fortuna"  # where everybody is asked at the start, so that all mails are equally fresh
    players = max(named(key).meta.players)
    for number in range(most // players):
        progress(f"opening games for {most} mails: {number * players}")
        match = open_game(desk, key, f"g{number}", players)
        with desk.store.read() as look:
            for decision in match.waiting():
                move = next(iter(match.game.moves(match.game.view(match.state, decision.seat))))
                raw, _text = order_mail_of(desk, look, match, decision.seat, match.game.write(move, "en"))
                (inbox.folder / "new" / f"{number:06}.{decision.seat}").write_bytes(raw)
    return len(inbox.names())


def resident() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


# position and report


def bench_positions(bench: Bench) -> Iterator[Line]:
    """Time every position of a finished game, in random order, from a desk that remembers none of them."""
    for key, (desk, _folder) in bench.finished.items():
        times: dict[int, list[float]] = defaultdict(list)
        for turn in range(bench.times):
            progress(f"positions of {key}, {turn}")
            desk.remembered.clear()
            with desk.store.read() as look:
                seqs = list(range(current(desk, look, "g").head.size))
                random_of(turn).shuffle(seqs)
                for seq in seqs:
                    times[seq].append(spent(lambda: position(desk, look, "g", seq)))  # noqa: B023 - called at once
        each = [1000 * median(some) for some in times.values()]
        figures = f"all {len(each)} entries in random order: median {median(each):.2f} ms, worst of all"
        yield Line("position", f"{key}, any", max(each), 5, figures, "ms")


def bench_reports(bench: Bench) -> Iterator[Line]:
    """Time reports to every seat all over a finished game, from the positions they are about."""
    for key, (desk, _folder) in bench.finished.items():
        with desk.store.read() as look:
            match = current(desk, look, "g")
            sizes = range(len(match.seats) + 8, match.head.size + 1, 40 if bench.is_quick else 12)
            times: list[float] = []
            for at, size in enumerate(sizes):
                progress(f"reports of {key}, {size}")
                seat = match.seats[at % len(match.seats)]

                def report() -> None:
                    page = make_page(desk, look, "g", seat=seat, since=max(size - 8, 0), upto=size)  # noqa: B023
                    render.html(environment(), page)

                report()
                times.append(1000 * median(spent(report) for _ in range(3)))
        figures = f"{len(times)} reports on 8 entries each: longest {max(times):.2f} ms"
        yield Line("report", f"{key}, page and HTML", median(times), 10, figures, "ms")


# help and flat


def bench_help(bench: Bench) -> Iterator[Line]:
    """Time the start of the command."""
    command = [str(Path(sys.executable).with_name("pbem")), "--help"]
    bare = [sys.executable, "-c", "pass"]
    progress("starting pbem")
    turns = [(start(command), start(bare)) for _ in range(bench.times)]
    ours, peer = (median(column) for column in zip(*turns, strict=True))
    yield Line("help", "pbem --help", ours, 0.3, f"python alone {peer:.3f} s: {ours / peer:.1f} times of it", "s")


def start(command: Sequence[str]) -> float:
    """Return the seconds a command takes by the clock."""
    return spent(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), perf_counter)


def bench_flat(bench: Bench) -> Iterator[Line]:
    """Time orders at a desk with few games and at one with many, in turn, neither remembering a thing."""
    few, many = bench.games
    desks = [(bench.desk(f"flat-{count}"), count) for count in bench.games]
    for desk, count in desks:
        for number in range(count):
            progress(f"opening games: {number}/{count}")
            open_game(desk, find()[0], f"g{number}", 2)
    random, rounds = random_of("flat"), list[list[float]]()
    for turn in range(bench.times * 30):
        progress(f"orders at both desks, {turn}/{bench.times * 30}")
        rounds.append([cold_order(desk, f"g{random.randrange(count)}", random) for desk, count in desks])
    ours = [1000 * median(column) for column in zip(*rounds, strict=True)]
    figures = f"{ours[0]:.2f} ms with {few} games, {ours[1]:.2f} ms with {many}"
    yield Line("flat", f"{many} games against {few}", ours[1] / ours[0], 1.3, figures)


def cold_order(desk: Desk, id_: str, random: Random) -> float:
    """Return the seconds an order takes at a desk that has just been opened."""
    with desk.store.read() as look:
        match = current(desk, look, id_)
    sender = random_order(match, random)
    desk.remembered.clear()
    return spent(lambda: order(desk, id_, *sender), perf_counter)


BENCHES: dict[str, Callable[[Bench], Iterator[Line]]] = {
    "move": bench_moves,
    "verify": bench_verify,
    "chain": bench_chain,
    "order": bench_order,
    "mail": bench_mail,
    "drain": bench_drain,
    "position": bench_positions,
    "report": bench_reports,
    "help": bench_help,
    "start": lambda bench: (Line("start", *found) for found in starts(bench.folder / "start", bench.times)),
    "flat": bench_flat,
}


def main(given: Sequence[str] | None = None) -> int:
    """Measure what was asked for; 0 if every budget is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="*", help="what to measure: " + ", ".join(BENCHES))
    parser.add_argument("--quick", action="store_true", help="fewer games and repetitions")
    parser.add_argument("--disk", metavar="DIR", type=Path, default=None, help="where to put the desks")
    asked = parser.parse_args(given)
    if unknown := [name for name in asked.names if name not in BENCHES]:
        parser.error(f"there is no {unknown[0]!r}; there is {', '.join(BENCHES)}")
    with tempfile.TemporaryDirectory(dir=asked.disk, prefix="pbem-bench-") as folder:
        bench = Bench(Path(folder), is_quick=asked.quick)
        lines = list(measure(bench, asked.names or list(BENCHES)))
    missed = [line for line in lines if not line.is_kept]
    print(f"{len(lines) - len(missed)} of {len(lines)} budgets kept")
    return int(bool(missed))


def measure(bench: Bench, names: Sequence[str]) -> Iterator[Line]:
    """Run benches, and print each line as it comes."""
    for name in names:
        for line in BENCHES[name](bench):
            progress("")
            print(line, flush=True)
            yield line


if __name__ == "__main__":
    sys.exit(main())

"""Orders at the desk, taken for good, against a bare durable insert of the same bytes."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from sqlite3 import Connection
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders import acting, deciding
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.letters import decisions, requests
from pbem.desk.store.shelves import records, secrets
from pbem.referee.acts import scribe, submit
from pbem.referee.match.match import Match
from tools.bench.clock import Parts, Stopwatch, spent
from tools.bench.desks import Bench, random_of, random_order
from tools.bench.lines import Line, tell_part
from tools.bench.peer import insert_bare, open_peer

PARTS: Parts = {
    "load": (
        *((acting, name) for name in ("settled", "find_player", "read_plans", "seat_of")),
        (deciding, "read_secrets"),
    ),
    "sheet": ((submit, "prepare"), (acting, "answer")),
    "rules": ((deciding, "submit"),),
    "entries": ((scribe.Scribe, "append"), (scribe, "position_digest"), (records.Records, "append")),
    "projections": ((decisions, "project"),),
    "snapshot": ((decisions, "_keep_snapshot"),),
    "secrets": ((secrets.Secrets, "add"), (secrets.Secrets, "put")),
    "letters": ((requests, "ask_for_letters"),),
}
APART = ("sheet", "rules")


class Round(NamedTuple):
    """Seconds that the middle order of a round took: whole, without sheet and rules, and its bare insert.

    Of the parts the average counts, for not every order has all of them: a snapshot comes once in seven or eight.
    """

    whole: float
    kept: float
    bare: float
    parts: dict[str, float]


def bench_order(bench: Bench) -> Iterator[Line]:
    """Time orders that are taken for good, each followed by a bare insert of the same bytes; all games in turn.

    At first nothing is timed but what counts apart, for a stopwatch takes time itself; then every part.
    """
    with ExitStack() as stack:
        desk = stack.enter_context(closing(bench.desk("order")))
        peer = stack.enter_context(closing(open_peer(bench.folder / "order" / "peer.db")))
        with (watch := Stopwatch()).watching({part: PARTS[part] for part in (*APART, "entries")}):
            rounds = [order_round(bench, watch, desk, peer, match) for match in bench.openings(desk, "whole")]
        with (watch := Stopwatch()).watching(PARTS):
            apart = [order_round(bench, watch, desk, peer, match) for match in bench.openings(desk, "parts")]
    bare = f"bare insert {1000 * median(one.bare for one in rounds):.2f} ms; medians of {len(rounds)} rounds"
    figures = f"{1000 * median(one.kept for one in rounds):.2f} ms, {bare}"
    yield Line(
        "order", "without sheet and rules; match warm", median(one.kept / one.bare for one in rounds), 3, figures
    )
    figures = f"{1000 * median(one.whole for one in rounds):.2f} ms, {bare}"
    yield Line("order", "whole, unsigned; match warm", median(one.whole / one.bare for one in rounds), 4, figures)
    for part in (*PARTS, "commit"):
        each = 1000 * mean(one.parts[part] for one in apart)
        tell_part(part, each, " (left out of the first line)" if part in APART else "")


def order_round(bench: Bench, watch: Stopwatch, desk: Desk, peer: Connection, match: Match) -> Round:
    """Take some orders of a game."""
    random, times, bare = random_of(match.id), list[dict[str, float]](), list[float]()
    while match.phase == "running" and len(times) < bench.orders:
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
    whole = median(sum(one.values()) for one in times)
    kept = median(sum(seconds for part, seconds in one.items() if part not in APART) for one in times)
    parts = {part: mean(one.get(part, 0) for one in times) for part in (*PARTS, "commit")}
    return Round(whole, kept, median(bare), parts)

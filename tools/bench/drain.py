"""A full inbox: the last mails of many take no longer than the first."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection
from statistics import median
from time import perf_counter, process_time

from pbem.desk.desk import Desk
from pbem.desk.post.hearing import receiving as post
from pbem.desk.post.work.courier import poll, send
from pbem.desk.transports.maildir import Maildir
from pbem.games.found import named
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench, check_played, forget, open_game, order_mail_of
from tools.bench.lines import Line
from tools.bench.peer import insert_bare, open_peer


def bench_drain(bench: Bench) -> Iterator[Line]:
    """Let a desk act on everything in a full inbox; now and then a bare insert tells how the disk is doing."""
    with closing(bench.mail_desk("drain")) as desk, closing(open_peer(bench.folder / "drain" / "peer.db")) as peer:
        inbox = Maildir(desk.folder / desk.settings.mail.inbox)
        count = fill(desk, inbox, bench.mails)
        forget(desk)
        send(desk)  # what was due before is nobody's answer
        drain = Drain(peer, count)
        poll(desk, inbox, drain.tell)
        progress("sending the letters")
        began = process_time()
        letters = send(desk).sent
        letter_work = process_time() - began
    third = count // 3
    clock, work = ([sum(times[:third]), sum(times[-third:])] for times in (drain.times, drain.work))
    pace = (
        f"{count} mails, {count / sum(drain.times):.0f} a second; a third takes {work[0]:.1f} s, then {work[1]:.1f} s"
    )
    disk = [1000 * median(some) for some in (drain.bare[: third // 10], drain.bare[-(third // 10) :])]
    figures = f"{pace}; by the clock {clock[0]:.1f}, {clock[1]:.1f} s (bare insert {disk[0]:.1f}, {disk[1]:.1f} ms)"
    yield Line("drain", "last third against first, without letters", work[1] / work[0], 1.3, figures)
    yield from _rates(count, sum(drain.work), letter_work, letters)
    figures = f"{drain.sizes[0]:.0f} MB after a third, {drain.sizes[1]:.0f} MB at the end"
    yield Line("drain", "memory at the end", drain.sizes[1] / drain.sizes[0], 1.2, figures)


def _rates(count: int, work: float, letter_work: float, letters: int) -> Iterator[Line]:
    """Tell how many mails a processor deals with in a second of its time."""
    figures = f"{1000 * work / count:.2f} ms of the processor a mail"
    yield Line("drain", "mails a second of CPU, without letters", count / work, 1000, figures, "/s", is_least=True)
    each = f"{letters / count:.1f} letters a mail, {1000 * letter_work / letters:.2f} ms of the processor each"
    whole = count / (work + letter_work)
    yield Line("drain", "the same with its letters, in a Maildir", whole, 300, each, "/s", is_least=True)


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
        check_played(received)
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

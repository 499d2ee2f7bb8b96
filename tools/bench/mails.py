"""Signed orders by mail, against a bare durable insert and against all their bare parts; then with their letters."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from email import message_from_bytes
from email.policy import compat32
from sqlite3 import Connection
from statistics import mean, median
from time import perf_counter, process_time
from typing import NamedTuple

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders import acting, deciding
from pbem.desk.people import enrolled
from pbem.desk.post.hearing import receiving as post
from pbem.desk.post.hearing.games import admission, seated, sheets
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.work.courier import send
from pbem.record.log.entry import entry_hash
from pbem.referee.acts import submit
from pbem.referee.match.match import Match
from tools.bench.clock import Parts, Stopwatch, spent
from tools.bench.desks import Bench, Players, check_played, private_key
from tools.bench.lines import Line, tell_part
from tools.bench.orders import PARTS
from tools.bench.peer import Rows, insert_bare, open_peer

MAIL_PARTS: Parts = {
    "read": ((post, "read_letter"),),
    "notes": ((post, "meets_any"),),
    "keys": ((enrolled.Holders, "__call__"),),
    "verify": ((post, "find_signed"),),
    "evidence": ((seated, "keep_evidence"),),
    **PARTS,
    "load": (
        *((acting, name) for name in ("read_plans", "refuse_frozen")),
        (deciding, "read_secrets"),
        (admission, "current"),
    ),
    "sheet": ((submit, "prepare"), (acting, "answer"), (seated, "read_words"), (sheets, "read_words")),
}


class MailRound(NamedTuple):
    """Seconds that the middle mail of a round took, its bare parts (read, verify, insert), and where they went.

    Of the parts, and of the letters, which are sent after a mail, the average counts, for not every mail has them all:
    seconds of the processor of a mail and of its letters, by the clock of the letters, and how many there were.
    """

    ours: float
    bare: tuple[float, float, float]
    parts: dict[str, float]
    work: float
    letter_work: float
    letter_clock: float
    letters: float


def bench_mail(bench: Bench) -> Iterator[Line]:
    """Time order mails that are acted on, each followed by its bare parts; all games in turn. Then time the parts."""
    with ExitStack() as stack:
        desk = stack.enter_context(closing(bench.mail_desk("mail")))
        peer = stack.enter_context(closing(open_peer(bench.folder / "mail" / "peer.db")))
        rounds = [mail_round(bench, Stopwatch(), desk, peer, match) for match in bench.openings(desk, "whole")]
        watch = Stopwatch()
        stack.enter_context(watch.watching(MAIL_PARTS))
        apart = [mail_round(bench, watch, desk, peer, match) for match in bench.openings(desk, "parts")]
    yield from _mail_lines(rounds)
    for part in (*MAIL_PARTS, "commit"):
        tell_part(part, 1000 * mean(one.parts[part] for one in apart))


def _mail_lines(rounds: list[MailRound]) -> Iterator[Line]:
    ours = 1000 * median(one.ours for one in rounds)
    read, verified, inserted = (1000 * median(one.bare[at] for one in rounds) for at in range(3))
    ratio = median(one.ours / one.bare[2] for one in rounds)
    figures = f"{ours:.2f} ms, bare insert {inserted:.2f} ms; medians of {len(rounds)} rounds"
    yield Line("mail", "signed order, without letters; match warm", ratio, 4, figures)
    ratio = median(one.ours / sum(one.bare) for one in rounds)
    figures = f"bare read {read:.2f}, verify {verified:.2f}, insert {inserted:.2f} ms"
    yield Line("mail", "the same against its bare parts", ratio, 4, figures)
    work, letter_work = (mean(column) for column in zip(*((one.work, one.letter_work) for one in rounds), strict=True))
    share = letter_work / (work + letter_work)
    clock = 1000 * (mean(one.ours for one in rounds) + mean(one.letter_clock for one in rounds))
    letters = mean(one.letters for one in rounds)
    figures = f"{letters:.1f} letters a mail take {share:.0%} of the processor's time; {clock:.1f} ms by the clock"
    yield Line("mail", "signed order with its letters; match warm", 1000 * (work + letter_work), None, figures, "ms")


def mail_round(bench: Bench, watch: Stopwatch, desk: Desk, peer: Connection, match: Match) -> MailRound:
    """Send some orders of a game by mail, and the letters that answer them."""
    send(desk)  # what was due before is nobody's answer
    players = Players(desk, match)
    times, bare = list[dict[str, float]](), list[tuple[float, float, float]]()
    work, letter_work, letter_clock, letters = 0.0, 0.0, 0.0, 0
    while players.match.phase == "running" and len(times) < bench.orders:
        raw, text = players.next_mail()
        watch.seconds.clear()
        began = process_time()
        with watch.running():
            taken = receive(desk, raw)
        work += process_time() - began
        times.append(dict(watch.seconds))
        check_played(taken)
        new = players.look_again()
        rows = [(match.id, seq, entry_hash(entry), entry) for seq, entry in new]
        bare.append(bare_parts(peer, raw, text, rows or [(f"{match.id} plan", len(times), b"", raw)]))
        began, clock = process_time(), perf_counter()
        letters += send(desk).sent
        letter_work += process_time() - began
        letter_clock += perf_counter() - clock
    read, verified, inserted = (median(column) for column in zip(*bare, strict=True))
    mails = len(times)
    return MailRound(
        ours=median(sum(one.values()) for one in times),
        bare=(read, verified, inserted),
        parts={part: mean(one.get(part, 0) for one in times) for part in (*MAIL_PARTS, "commit")},
        work=work / mails,
        letter_work=letter_work / mails,
        letter_clock=letter_clock / mails,
        letters=letters / mails,
    )


def bare_parts(peer: Connection, raw: bytes, text: bytes, rows: Rows) -> tuple[float, float, float]:
    """Return the seconds that nobody can do without: to read the bytes, to verify the text, to insert the rows."""
    key = private_key("bare")
    public, signature = key.public_key(), key.sign(text)
    return (
        spent(lambda: message_from_bytes(raw, policy=compat32).get_payload(decode=True), perf_counter),
        spent(lambda: public.verify(signature, text), perf_counter),
        spent(lambda: insert_bare(peer, rows), perf_counter),
    )

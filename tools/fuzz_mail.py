#!/usr/bin/env python3
"""Send mutants of signed mails of every kind to a desk, and look for one that has an effect it must not have.

For every kind of signature a player sits in a game of his own at the desk and has signed two sheets. Whatever a mutant
looks like, the desk acts on nothing but those very sheets, it does not crash, and it is quick. Mails that show a fault
are left in DIR, and so is one that takes more than LIMIT of CPU time, also when it is sent once more.

  tools/fuzz_mail.py fuzzmail                     100,000 mutants
  tools/fuzz_mail.py fuzzmail --mails 5000 --seed 7
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the generators of mutants are those of the tests

from pbem.desk.desk import Desk  # noqa: E402
from pbem.desk.matches.acts.offers.opening import NewGame, new_game  # noqa: E402
from pbem.desk.matches.state.positions import current  # noqa: E402
from pbem.desk.matches.state.replies import reply_lines  # noqa: E402
from pbem.desk.people.enrolled import add_player  # noqa: E402
from pbem.desk.post.hearing import receiving as post  # noqa: E402
from pbem.desk.records.checks.game_verdict import verify_game  # noqa: E402
from pbem.desk.store.values import Member  # noqa: E402
from pbem.desk.transports.dns import NOBODY, Dns, Resolver  # noqa: E402
from pbem.games.game import Seat  # noqa: E402
from pbem.mail.block.block import Block, Seen  # noqa: E402
from pbem.mail.evidence import Signed  # noqa: E402
from pbem.mail.kinds import KINDS  # noqa: E402
from pbem.mail.signed import sign_orders  # noqa: E402
from pbem.mail.ssh.key import write_line  # noqa: E402
from pbem.mail.ssh.signature import public_key  # noqa: E402
from tests.mail import workshop  # noqa: E402
from tests.mail.mutants import MIXED, mutants, splices  # noqa: E402
from tests.mail.players import IVO_KEY, MARTA_KEY, NOW, mail_around  # noqa: E402

LIMIT = 0.1  # seconds of CPU time
BATCH = 2_500  # mails to one desk
BLUE = Seat("blue")


class Fault(NamedTuple):
    """A mail that was not dealt with as it must be, and how."""

    raw: bytes
    why: str
    is_slowness: bool = False


class Tally(NamedTuple):
    """What a campaign saw."""

    verdicts: Counter[str]
    seconds: float  # of CPU time
    slowest: float
    faults: tuple[Fault, ...]

    @property
    def slow(self) -> tuple[Fault, ...]:
        """The mails that took too long, on this machine."""
        return tuple(fault for fault in self.faults if fault.is_slowness)


class SteadyDesk(Desk):
    """A desk at the time when the keys of the tests are good, that knows their mail providers and asks nobody else."""

    def __init__(self, folder: Path) -> None:
        """Open the desk."""
        super().__init__(folder)
        name = "mail._domainkey.example.net"
        pinned = {name: (workshop.records(name) or b"").decode()}
        mail = replace(self.settings.mail, dns=Dns(NOBODY))
        self.settings = replace(self.settings, dkim=pinned, mail=mail)
        self.resolver = Resolver(mail.dns)

    def now(self) -> int:
        """Return always the same time."""
        return NOW


def _keys() -> Mapping[str, bytes]:
    return {
        "ssh": write_line(public_key(MARTA_KEY)).encode(),
        "pgp": workshop.gpg().export("marta"),
        "x509": (workshop.openssl().home / "marta.pem").read_bytes(),
        "dkim": b"marta@example.net",
    }


def _mails(kind: str, block: Block) -> list[bytes]:
    """Return mails in which Marta orders something, signed in all the ways of a kind."""
    seen = f"{block.seen.size} {block.seen.head}" if block.seen else ""
    head = [f"to: {block.to}", f"game: {block.game}", f"seat: {block.seat}", f"token: {block.token}", f"seen: {seen}"]
    typed = "\n".join([*head, *block.orders, ""])
    plain = workshop.PLAIN + typed
    if kind == "ssh":
        return [mail_around(sign_orders(block, MARTA_KEY))]
    if kind == "dkim":
        parts = workshop.webmail(f"--b\n{plain}\n--b--\n", kind="Content-Type: multipart/alternative; boundary=b")
        unkind = tuple(name for name in workshop.SIGNED_HEADERS if name != "Content-Type")
        mails = [workshop.dkim_signed(workshop.webmail(typed)), workshop.dkim_signed(parts, headers=unkind)]
        return [raw.replace(b"\r\n", b"\n") for raw in mails]
    if kind == "x509":
        return [make(text) for make in (workshop.smime, workshop.smime_opaque) for text in (plain, MIXED.format(plain))]
    inline = [workshop.inline(make(typed)) for make in (workshop.clearsigned, workshop.armored)]
    return [workshop.pgp_mime(plain), workshop.pgp_mime(MIXED.format(plain)), *inline]


class Target:
    """A desk with a game for each kind of signature, and good mails to it."""

    def __init__(self, folder: Path) -> None:
        self.desk = SteadyDesk.create(folder, name="referee.example.org", address="referee@example.org")
        self.blocks: set[Block] = set()
        self.mails: list[bytes] = []
        add_player(self.desk, Member("ivo", "ivo@example.net"), write_line(public_key(IVO_KEY)).encode())
        for kind, key in _keys().items():
            add_player(self.desk, Member(kind, f"{kind}@example.net"), key)
            seats = {"blue": kind, "orange": "ivo"}
            new_game(self.desk, NewGame("fortuna", seats, f"game-{kind}", accepts=tuple(sorted(KINDS))))
            for block in self._sheets(f"game-{kind}"):
                self.blocks.add(block)
                self.mails += _mails(kind, block)

    def _sheets(self, game: str) -> Iterator[Block]:
        """Yield two sheets that blue may sign now."""
        with self.desk.store.read() as look:
            match = current(self.desk, look, game)
            lines = reply_lines(look, match, BLUE)
        said = {name: value.strip(" ;") for name, _, value in (line.partition(":") for line in lines)}
        size, _, head = said["seen"].partition(" ")
        for move in islice(match.game.moves(match.game.view(match.state, BLUE)), 2):
            order = match.game.write(move, "en")
            yield Block(said["to"], game, said["seat"], said["token"], Seen(int(size), head), (order,))


@contextmanager
def watched(found: list[Signed]) -> Iterator[None]:
    """Note everything that is found to be signed."""
    find: Callable[..., Any] = vars(post)["find_signed"]

    def note(*args: Any, **kwargs: Any) -> Any:
        signed = find(*args, **kwargs)
        if isinstance(signed, Signed):
            found.append(signed)
        return signed

    with patch.object(post, "find_signed", note):
        yield


def judge(target: Target, raw: bytes) -> tuple[str, str]:
    """Send a mail to the desk; returns the verdict, and what is wrong with it."""
    found: list[Signed] = []
    try:
        with watched(found):
            received = post.receive(target.desk, raw)
    except Exception as error:  # noqa: BLE001 - any exception is what is looked for
        return "crashed", repr(error)
    if strange := [signed.block for signed in found if signed.block not in target.blocks]:
        return received.verdict, f"orders that nobody signed: {strange[0]}"
    if received.verdict in ("played", "answered") and not found:
        return received.verdict, f"something was done that nobody signed: {received.why}"
    return received.verdict, ""


def timed(target: Target, raw: bytes) -> tuple[str, str, float]:
    """Judge a mail; returns the seconds of CPU time besides."""
    began = time.process_time()
    verdict, why = judge(target, raw)
    return verdict, why, time.process_time() - began


def batch(folder: Path, random: Random, count: int) -> Tally:
    """Send so many mutants to a new desk, the good mails last."""
    target = Target(folder)
    streams = [*(mutants(mail, random) for mail in target.mails), splices(target.mails, random)]
    mails = (next(streams[number % len(streams)]) for number in range(count))
    verdicts: Counter[str] = Counter()
    faults: list[Fault] = []
    total = slowest = 0.0
    for raw in mails:
        verdict, why, took = timed(target, raw)
        verdicts[verdict] += 1
        if took > LIMIT:
            took = min(took, timed(target, raw)[2])  # the second time nothing but the mail itself can be slow
        total, slowest = total + took, max(slowest, took)
        if why:
            faults.append(Fault(raw, why))
        elif took > LIMIT:
            faults.append(Fault(raw, f"took {took:.2f} s of CPU time", is_slowness=True))
    faults += [Fault(raw, why) for raw in target.mails if (why := _is_deaf(target, raw))]
    faults += [
        Fault(b"", f"{game} does not verify") for game in _games(target) if not verify_game(target.desk, game).ok
    ]
    target.desk.close()
    return Tally(verdicts, total, slowest, tuple(faults))


def _is_deaf(target: Target, raw: bytes) -> str:
    """Say so if a good mail is not taken for what it is: then its mutants prove nothing."""
    verdict, why = judge(target, raw)
    return why or ("" if verdict in ("played", "known", "refused") else f"a good mail is {verdict}")


def _games(target: Target) -> list[str]:
    with target.desk.store.read() as look:
        return look.records.ids()


def campaign(seed: int, mails: int) -> Tally:
    """Send so many mutants; the same seed gives the same changes."""
    whole = Tally(Counter(), 0.0, 0.0, ())
    for first in range(0, mails, BATCH):
        random = Random(f"{seed} {first}")  # noqa: S311 - no secrets
        with TemporaryDirectory(prefix="pbem-fuzz-") as folder:
            part = batch(Path(folder) / "desk", random, min(BATCH, mails - first))
        slowest = max(whole.slowest, part.slowest)
        whole = Tally(whole.verdicts + part.verdicts, whole.seconds + part.seconds, slowest, whole.faults + part.faults)
    return whole


def leave(folder: Path, faults: Sequence[Fault]) -> None:
    """Leave the mails that show faults in a folder."""
    for number, fault in enumerate(faults):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.eml").write_bytes(fault.raw)
        print(f"{folder / f'{number}.eml'}: {fault.why[:300]}", file=sys.stderr)


def main(given: Sequence[str] | None = None) -> int:
    """Run a campaign; 0 if no mail had an effect it must not have, and none was slow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="where mails that show faults are left")
    parser.add_argument("--mails", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(given)
    tally = campaign(asked.seed, asked.mails)
    leave(asked.dir, tally.faults)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(tally.verdicts.items()))
    print(f"{tally.verdicts.total()} mutants: {verdicts}")
    slowest, limit = tally.slowest * 1000, LIMIT * 1000
    print(f"{tally.seconds:.0f} s of CPU time, slowest {slowest:.0f} ms, {len(tally.slow)} over {limit:.0f} ms")
    print(f"{len(tally.faults)} failures")
    return int(bool(tally.faults))


if __name__ == "__main__":
    sys.exit(main())

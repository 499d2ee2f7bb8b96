"""The twin of a desk: nobody kills it, and it is told what the other one acknowledged, in the same order."""

from collections import Counter
from collections.abc import Iterable, Sequence
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import current
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.work.courier import send
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.referee.language.plan import Plan
from tools.crash.sheets import SEATS, Poured, sender


class WrongError(Exception):
    """Something was lost, doubled or broken."""


class SteadyDesk(Desk):
    """A desk whose games have the same secrets as those of its twin, if they are opened in the same order."""

    drawn = 0

    def entropy(self) -> bytes:
        """Return bytes that only their number decides."""
        self.drawn += 1
        return sha256(b"%d" % self.drawn).digest()


class TwinDesk(SteadyDesk):
    """A desk where it is the time that the other desk wrote down."""

    moment = 0

    def now(self) -> int:
        """Return the time it is told."""
        return self.moment


class Kept(Struct, frozen=True):
    """What a desk keeps of a game: the exact bytes of its record, and its pending sheets."""

    record: tuple[bytes, ...]
    plans: dict[Seat, Plan]


def open_game(desk: Desk, game: str) -> None:
    """Open one of the games of a campaign, with people of its own."""
    holders = {seat: sender(game, seat) for seat in SEATS}
    for one in holders.values():
        add_player(desk, Member(one.name, one.address), write_line(public_key(one.key)).encode())
    new_game(desk, NewGame("fortuna", {str(seat): one.name for seat, one in holders.items()}, game))


def kept(desk: Desk, game: str) -> Kept:
    """Return what a desk keeps of a game."""
    with desk.store.read() as look:
        return Kept(tuple(look.records.raws(game)), read_plans(look, current(desk, look, game)))


def letters(folder: Path) -> list[tuple[str, str, str]]:
    """Return the letters in a desk's outbox: message id, whom each goes to, what it says."""
    mails = [message_from_bytes(path.read_bytes()) for path in (folder / "outbox" / "new").iterdir()]
    return [(str(mail["Message-ID"]), str(mail["To"]), str(mail.get_payload(0))) for mail in mails]


def check_twin(folder: Path, desk: Desk, games: Sequence[str], mails: Iterable[Poured]) -> None:
    """Give a twin the same mails in the same order; WrongError where it comes to something else."""
    real = {game: kept(desk, game) for game in games}
    twin = TwinDesk(folder)
    try:
        for game in games:
            twin.moment = _moment(real[game], 0)
            open_game(twin, game)
        for mail in mails:
            came = _came(desk.folder, mail)
            # A sheet that only waits has no entry yet that would tell the time; it was not before it came.
            twin.moment = max(came, _moment(real[mail.game], len(kept(twin, mail.game).record)))
            receive(twin, mail.raw, came)
        send(twin)
        for game in games:
            _compare(game, real[game], kept(twin, game))
    finally:
        twin.close()
    _compare_letters(desk.folder, folder)


def _came(folder: Path, mail: Poured) -> int:
    """Return when a mail came into the inbox of the other desk."""
    return int((folder / "inbox" / "cur" / f"{mail.name}:2,S").stat().st_mtime)


def _moment(real: Kept, seq: int) -> int:
    entry = real.record[min(seq, len(real.record) - 1)]
    at: int = json.decode(entry)["at"]
    return at


def _compare(game: str, real: Kept, twin: Kept) -> None:
    if real.record != twin.record:
        seq = next(
            (seq for seq, pair in enumerate(zip(real.record, twin.record, strict=False)) if len({*pair}) > 1), -1
        )
        raise WrongError(f"the record of {game} is not what was acknowledged: entry {seq} (-1: its length) differs")
    if real.plans != twin.plans:
        raise WrongError(f"the pending sheets of {game} are not those acknowledged: {real.plans}, not {twin.plans}")


def _compare_letters(real: Path, twin: Path) -> None:
    sent, due = (Counter(letter[1:] for letter in letters(folder)) for folder in (real, twin))
    if sent != due:
        more, less = sent - due, due - sent
        raise WrongError(f"the letters are others than were due: {more.total()} not due, {less.total()} missing")

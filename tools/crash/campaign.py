"""A desk under fire: what was poured into its inbox, and what must be true of both."""

import shutil
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec import json

from pbem.desk.desk import Desk, make_store
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.work.batch import LEASE
from pbem.desk.post.work.courier import poll, send
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.desk.settings import StoreSettings, put_store, read_settings
from pbem.desk.store.databases import sqlite
from pbem.desk.transports.maildir import Maildir
from pbem.games.game import Seat
from pbem.referee.match.match import Match
from tools.crash.sheets import SEATS, Poured, orders, signed
from tools.crash.twin import SteadyDesk, WrongError, check_twin, kept, letters, open_game

TABLES = 8  # games at once
PATIENCE = 30.0  # seconds for a server to see that a worker is gone


class Tally(NamedTuple):
    """What a campaign did."""

    kills: int = 0
    mails: int = 0
    orders: int = 0  # sheets that the records say were used
    pending: int = 0  # sheets that are still to be used, or to be used again
    refused: int = 0
    letters: int = 0
    redone: int = 0  # mails that were dealt with, but not acknowledged, when the process was killed


class LaterDesk(Desk):
    """A desk at a time when every lease has run out."""

    def now(self) -> int:
        """Return a time to come."""
        return super().now() + LEASE + 1


def _move_to(folder: Path, url: str) -> None:
    """Let a new desk keep everything in a database of a server."""
    (folder / "pbem.db").unlink()
    put_store(folder, StoreSettings(url))
    make_store(folder, read_settings(folder))


class Campaign:
    """A desk with its twin, and what was poured into its inbox."""

    def __init__(self, folder: Path, random: Random, url: str = "") -> None:
        """`url` names an empty database of a server; without one the desk is in a file. Its twin always is."""
        self.folder = folder / "desk"
        self._twin = folder / "twin"
        self._random = random
        SteadyDesk.create(self.folder, name="crash.example.org", address="referee@example.org").close()
        shutil.copytree(self.folder, self._twin)  # while nobody has it open: to read a locked file ends its locks
        if url:
            _move_to(self.folder, url)
        self.desk = SteadyDesk(self.folder)
        self._inbox = Maildir(self.folder / "inbox")
        self.poured: list[Poured] = []
        self._checked: set[str] = set()
        self._games: list[str] = []
        self.redone = 0
        self._tables = [self._new_game() for _ in range(TABLES)]

    def _new_game(self) -> str:
        self._games.append(f"g{len(self._games) + 1}")
        open_game(self.desk, self._games[-1])
        return self._games[-1]

    def pour(self) -> None:
        """Put in a sheet of every seat that has none under way; some mails come twice."""
        waiting = set(self._inbox.names())
        self._tables = [game if self._pour(game, waiting) else self._new_game() for game in self._tables]

    def _pour(self, game: str, waiting: set[str]) -> bool:
        """Put in the sheets of one game; False if it is over."""
        with self.desk.store.read() as look:
            match = current(self.desk, look, game)
            lines = {seat: reply_lines(look, match, seat) for seat in SEATS}
        if match.phase != "running":
            return False
        for seat in SEATS:
            if self._may_send(match, seat, waiting):
                name = f"{len(self.poured):06}"
                sheet = orders(match, seat, self._random)
                self._deliver(signed(name, lines[seat], sheet, at=self.desk.now()))
        return True

    def _may_send(self, match: Match, seat: Seat, waiting: set[str]) -> bool:
        """Tell whether no mail of a seat waits; if it is not asked, it sends two while nothing else happens."""
        own = [mail for mail in self.poured if (mail.game, mail.seat) == (match.id, seat)]
        if own and own[-1].name in waiting:
            return False
        return match.decision_of(seat) is not None or sum(mail.size == match.head.size for mail in own) < 2

    def _deliver(self, mail: Poured) -> None:
        if any(mail.identity == other.identity for other in self.poured):
            return  # the very same sheet again would be known
        self.poured.append(mail)
        self._inbox.deliver(mail.name, "", mail.raw)
        if self._random.random() < 0.2:
            self._inbox.deliver(f"{mail.name}-again", "", mail.raw)

    def acknowledged(self) -> set[str]:
        """Return the names of the mails in `cur`."""
        return {path.name.partition(":")[0] for path in (self.folder / "inbox" / "cur").iterdir()}

    def check_acknowledged(self) -> None:
        """Raise WrongError if an acknowledged mail is not known to the desk."""
        names = self.acknowledged()
        for mail in self.poured:
            if mail.name in names and mail.name not in self._checked:
                self._checked.add(mail.name)
                self._must_know(mail)

    def _must_know(self, mail: Poured) -> None:
        received = receive(self.desk, mail.raw)
        if received.verdict != "known":
            raise WrongError(f"{mail.name} was acknowledged, but the desk had not acted on it: {received}")

    def finish(self) -> None:
        """Deal with what is left, and raise WrongError if anything was lost or doubled on the way."""
        later = LaterDesk(self.folder)
        try:
            end = time.monotonic() + PATIENCE
            while self._inbox.names() and time.monotonic() < end:  # a server may not yet know who died
                poll(later, self._inbox, lambda received: self._count(received.verdict))
            send(later)
        finally:
            later.close()
        self.check_acknowledged()
        if len(self._checked) != len(self.poured):
            raise WrongError(f"{len(self.poured) - len(self._checked)} mails were neither acknowledged nor left")
        self._check_sheets()
        self._check_letters()
        for game in self._games:
            if not verify_game(self.desk, game).ok:
                raise WrongError(f"the record of {game} does not verify")
        if differences := rebuild(self.desk):
            raise WrongError(f"what is derived from the records differs: {differences[0]}")
        check_twin(self._twin, self.desk, self._games, self._acted_on())

    def _count(self, verdict: str) -> None:
        self.redone += verdict == "known"

    def orders(self) -> Counter[str]:
        """Return the sheets that the records say were used, by the digest of what was signed."""
        with self.desk.store.read() as look:
            sealed = [text for game in self._games for text in look.secrets.under(game, "order/").values()]
        return Counter(json.decode(text)["digest"] for text in sealed)

    def pending(self) -> set[str]:
        """Return the sheets of which something is still to be used."""
        plans = (plan for game in self._games for plan in kept(self.desk, game).plans.values())
        return {digest for plan in plans for digest in plan.sources}

    def _check_sheets(self) -> None:
        """Account for every sheet: used once, or pending, or refused, or followed by another of its seat."""
        used, pending = self.orders(), self.pending()
        if strange := {*used, *pending} - {mail.digest for mail in self.poured}:
            raise WrongError(f"a sheet is used or pending that nobody gave: {strange}")
        if doubled := [digest for digest, count in used.items() if count > 1]:
            raise WrongError(f"a sheet stands in the record twice: {doubled[0]}")
        settled, ended = {*used, *pending, *self.refused()}, self._ended()
        last = {(mail.game, mail.seat): mail for mail in self.poured}
        for mail in last.values():
            if mail.digest not in settled and not mail.is_clear and mail.game not in ended:
                raise WrongError(f"a sheet is neither used nor pending nor refused: {mail.name}")
            if mail.is_clear and mail.digest not in settled:
                self._check_cleared(mail, pending)

    def _check_cleared(self, mail: Poured, pending: set[str]) -> None:
        before = (other for other in self.poured if (other.game, other.seat) == (mail.game, mail.seat))
        if revived := [other.name for other in before if other.digest in pending]:
            raise WrongError(f"a sheet is pending that {mail.name} has cleared: {revived[0]}")

    def _ended(self) -> set[str]:
        with self.desk.store.read() as look:
            return {standing.id for standing in look.games.all() if standing.phase != "running"}

    def refused(self) -> set[str]:
        """Return the sheets that were answered without taking them."""
        answered = set(self._column("SELECT digest FROM mail WHERE is_answered"))
        return {mail.digest for mail in self.poured if mail.identity in answered}

    def _acted_on(self) -> list[Poured]:
        """Return what the desk has acted on; of each game in the order in which that happened.

        A server knows the transaction that brought a mail; those of one transaction were acted on in their order.
        """
        is_file = isinstance(self.desk.store.database, sqlite.Database)
        number = "rowid" if is_file else "xmin::text::bigint"
        written = dict(self._rows(f"SELECT digest, {number} FROM mail"))  # noqa: S608 - one of two
        known = [mail for mail in self.poured if mail.identity in written]
        return sorted(known, key=lambda mail: (written[mail.identity], mail.name))

    def _column(self, statement: str) -> list[str]:
        return [row[0] for row in self._rows(statement)]

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        with self.desk.store.database.look(lambda run: run) as run:
            return list(run(statement))

    def _check_letters(self) -> None:
        ids = [message_id for message_id, _to, _text in letters(self.folder)]
        if len(set(ids)) != len(ids):
            raise WrongError("a letter is in the outbox twice")
        if len(ids) != (asked := len(self._column("SELECT id FROM letter"))):
            raise WrongError(f"{asked} letters were asked for, {len(ids)} are in the outbox")

    def tally(self, kills: int) -> Tally:
        """Return what was done."""
        return Tally(
            kills,
            len(self.poured),
            self.orders().total(),
            len(self.pending()),
            len(self.refused()),
            len(letters(self.folder)),
            self.redone,
        )

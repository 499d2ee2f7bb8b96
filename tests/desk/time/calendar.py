"""A desk that lives by a calendar: mails come when they come, and somebody looks now and then."""

import email
import email.policy
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import copy
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.heartbeat import confirm
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.times.pacing import PaceWish, make_pace
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.ticking import tick
from pbem.desk.settings import StoreSettings
from pbem.games.found import named
from pbem.games.game import Seat
from pbem.record.log.entry import Entry
from tests.desk.house import _COUNTER, GAME, HOLDERS, REFEREE, SteadyDesk, enrol, match_of, signed_mail
from tests.servers.postgres import Postgres

MINUTE, HOUR, DAY = 60, 3_600, 86_400
BEGIN = int(datetime(2026, 3, 2, 10, tzinfo=UTC).timestamp())  # a Monday
SWIFT = PaceWish("swift", grace="1h", hold="10m")


class Calendar:
    """A desk at a time that tests set; all times are seconds since it was opened."""

    def __init__(self, folder: Path, server: Postgres | None = None, pace: PaceWish = SWIFT) -> None:
        _COUNTER["drawn"] = 0
        self.now = 0
        self.folder = folder
        with self._then():
            store = StoreSettings() if server is None else StoreSettings(server.url(server.new()))
            self.desk: Desk = SteadyDesk.create(folder, name=REFEREE, address="referee@example.org", store=store)
            enrol(self.desk)
            self.open(GAME, pace)

    def twin(self, folder: Path) -> "Calendar":
        """Return another desk that has come to be just as this one, in a file: what follows is its own."""
        self.desk.close()
        shutil.copytree(self.folder, folder)
        self.desk = SteadyDesk(self.folder)
        twin = copy(self)
        twin.folder, twin.desk = folder, SteadyDesk(folder)
        return twin

    def open(self, game: str, pace: PaceWish = SWIFT) -> None:
        """Open a game with a pace."""
        made = make_pace(self.desk, named("fortuna"), pace)
        new_game(self.desk, NewGame("fortuna", {str(seat): name for seat, name in HOLDERS.items()}, game, pace=made))

    @contextmanager
    def _then(self) -> Iterator[None]:
        with freeze_time(datetime.fromtimestamp(BEGIN + self.now, UTC)):
            yield

    @contextmanager
    def at(self, seconds: int) -> Iterator[Desk]:
        """Be at a time."""
        self.now = seconds
        with self._then():
            yield self.desk

    def mail(self, came: int, seat: Seat, *orders: str) -> bytes:
        """Let a signed mail come into the inbox, written by what its player knows then; nobody looks yet."""
        with self.at(came) as desk:
            raw = signed_mail(desk, seat, *orders, number=came)
        self.put(came, raw)
        return raw

    def put(self, came: int, raw: bytes) -> None:
        """Put a mail into the inbox as it came then."""
        path = self.folder / "inbox" / "new" / f"{came:08}.{sha256(raw).hexdigest()[:8]}"
        path.write_bytes(raw)
        os.utime(path, (BEGIN + came, BEGIN + came))

    def tick(self, seconds: int) -> "Calendar":
        """Look into the mail, and let happen what is due."""
        with self.at(seconds) as desk, closing(desk.inbox) as inbox:
            tick(desk, inbox)
            send(desk)
        return self

    def confirm(self, seconds: int) -> None:
        """Say that the time is right."""
        with self.at(seconds) as desk:
            confirm(desk)

    def run(self, seconds: int, every: int = HOUR) -> "Calendar":
        """Tick until a time."""
        at = self.now
        while at + every < seconds:
            at += every
            self.tick(at)
        return self.tick(seconds)

    def entries(self, game: str = GAME) -> list[Entry]:
        """Return the record of a game."""
        from pbem.desk.records.folders.entries import entries_of

        with self.desk.store.read() as look:
            return list(entries_of(look, game))

    def raws(self, game: str = GAME) -> list[bytes]:
        """Return the exact bytes of a record."""
        with self.desk.store.read() as look:
            return look.records.raws(game)

    def clock(self, *kinds: str) -> list[dict[str, object]]:
        """Return entries about time."""
        wanted = kinds or ("clock",)
        return [entry.body for entry in self.entries() if entry.body["kind"] in wanted]

    def due(self, seat: Seat) -> int:
        """Return when a seat is due, in seconds since the opening."""
        clocks = match_of(self.desk).clocks
        assert clocks is not None
        return (clocks.due(seat) or 0) - BEGIN

    def letters(self, name: str) -> list[str]:
        """Return the letters to somebody, as text, in the order of sending."""
        found = []
        for path in sorted((self.folder / "outbox" / "new").iterdir(), key=lambda path: _number(path.name)):
            letter = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            body = letter.get_body(("plain",))
            if name.lower() in str(letter["to"]).lower() and body is not None:
                found.append(f"{letter['subject']}\n{body.get_content()}")
        return found

    def close(self) -> None:
        """Let go of the desk."""
        self.desk.close()


def _number(name: str) -> tuple[int, int]:
    at, number, *_ = name.split(".")
    return int(at), int(number)

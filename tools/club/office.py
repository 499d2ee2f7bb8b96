"""The referee's side of the club: a desk that ticks, stops, is put back from a backup, and a host who acts."""

import os
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from pbem.desk.desk import Desk, Memory
from pbem.desk.matches.state.freezing import frozen
from pbem.desk.matches.state.positions import current
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.ticking import tick
from pbem.desk.settings import FILE
from pbem.desk.store.databases.engine import LETTERS
from pbem.desk.transports.boxes import Outbox
from pbem.referee.match.match import Match
from tools.club.mails import ADDRESS, HOST, REFEREE
from tools.club.people import Person, enrol
from tools.club.world import World

_AT_ONCE = 100  # letters
_DOT = b64decode(  # a PNG of one dot
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class WrongError(Exception):
    """Something happened that must not."""


def furnish(folder: Path, people: Sequence[Person]) -> None:
    """Make a desk where everybody is enrolled."""
    with closing(Desk.create(folder, name=REFEREE, address=ADDRESS)) as desk:
        for person in people:
            enrol(desk, person)
    settings = folder / FILE
    said = settings.read_text(encoding="utf-8")
    settings.write_text(said.replace('# host = "you@example.org"', f'host = "{HOST}"'), encoding="utf-8")


class _OnePicture(Memory[str, bytes]):
    """Pictures of boards, of which one stands for all: to paint them would take most of the time, and nobody looks."""

    def get(self, _key: str) -> bytes:
        """Return that picture."""
        return _DOT


class Office:
    """A desk in a world, and where its letters go."""

    def __init__(self, folder: Path, world: World, outbox: Outbox | None) -> None:
        """Open the desk; without an outbox letters are asked for as ever, and never written."""
        self.folder = folder
        self.world = world
        self.reopen()
        self.is_down = False
        self.downs: list[tuple[int, int]] = []  # spans in which nobody looked at all
        self.verdicts: Counter[str] = Counter()  # what became of mails
        self._outbox = outbox
        self._mails = 0
        self._since = 0

    def put(self, raw: bytes) -> None:
        """Let a mail come in; nobody looks yet."""
        self._mails += 1
        path = self.folder / "inbox" / "new" / f"{self._mails:07}.mail"
        path.write_bytes(raw)
        os.utime(path, (self.world.now,) * 2)

    def tick(self) -> None:
        """Read the mail, do what is due, and send letters."""
        with closing(self.desk.inbox) as inbox:
            tick(self.desk, inbox, lambda received: self.verdicts.update((received.verdict,)))
        if self._outbox:
            send(self.desk, self._outbox)
        else:
            self._drop_letters()

    def _drop_letters(self) -> None:
        now, is_last = self.world.now, False
        while not is_last:
            with self.desk.store.write(LETTERS) as change:
                letters, _damaged = change.letters.claim(_AT_ONCE, now=now, until=now + 1)
                change.letters.note_all_sent((letter.id for letter in letters), now)
            is_last = len(letters) < _AT_ONCE

    def stop(self) -> None:
        """Look for the last time, and fall silent."""
        self.tick()
        self.is_down = True
        self._since = self.world.now

    def begin(self) -> None:
        """Look again."""
        self.is_down = False
        self.downs.append((self._since, self.world.now))
        self.tick()

    def reopen(self) -> None:
        """Open the desk again, whatever lies in its folder now."""
        self.desk = Desk(self.folder)
        self.desk.pictures = _OnePicture()

    def games(self, *phases: str) -> list[str]:
        """Return the games that are in one of some phases."""
        with self.desk.store.read() as look:
            return [one.id for one in look.games.all() if one.phase in phases]

    def match(self, game: str) -> Match:
        """Return where a game stands."""
        with self.desk.store.read() as look:
            return current(self.desk, look, game)

    def is_frozen(self, game: str) -> bool:
        """Tell whether a game stands still."""
        with self.desk.store.read() as look:
            return frozen(self.desk, look, game) is not None

    def record(self, game: str) -> list[bytes]:
        """Return the exact bytes of a record."""
        with self.desk.store.read() as look:
            return look.records.raws(game)

    def close(self) -> None:
        """Let go of the desk."""
        self.desk.close()

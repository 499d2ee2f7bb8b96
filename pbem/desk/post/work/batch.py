"""A batch of letters: taken in hand together, handed over one by one, and noted together, however it ends."""

import logging
import re
from collections import deque
from collections.abc import Callable
from itertools import islice

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.seats.watching import WATCHER
from pbem.desk.matches.times.bounces import Bounce, note_bounce, note_reached, unreached
from pbem.desk.post.incidents import BROKEN_GAME, line_of, note_trouble, note_well, troubles
from pbem.desk.store.databases.engine import LETTERS
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Due
from pbem.desk.transports.boxes import GivenUpError, Outbox, UnreachableError, next_try
from pbem.mail.safe import clean

log = logging.getLogger("pbem.courier")

MOST = 32
LEASE = 600  # seconds after which a letter that somebody has in hand is taken up by another
_LATEST = LEASE // 2  # seconds after which he begins no other one: a slow server must not outlast his lease
_WRITTEN = 8  # letters that are written at once; not so many that they are old when a slow server takes them
_ADDRESS = re.compile(r"<?[^\s<>@]+@[^\s<>@]+>?")


class Sent(Struct, frozen=True):
    """How many letters were handed over, put off and given up."""

    sent: int = 0
    later: int = 0
    given_up: int = 0

    def __add__(self, other: "Sent") -> "Sent":
        return Sent(self.sent + other.sent, self.later + other.later, self.given_up + other.given_up)


class _Fate(Struct, frozen=True):
    """What became of a letter: it was accepted, or why it was not, and when it is tried again (None: never)."""

    letter: Due
    why: str = ""
    again: int | None = None
    is_ours: bool = False  # it could not even be written, which is no fault of its address: it is never given up


class _Written(Struct, frozen=True):
    """A letter as it goes out, and to which address."""

    raw: bytes
    to: str


class Batch:
    """Letters that this worker has in hand."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        now = desk.now()
        self._until = now + LEASE
        self._latest = now + _LATEST
        self._noted = now
        with desk.store.write(LETTERS) as change:
            letters, damaged = change.letters.claim(MOST, now=now, until=self._until)
        for number in damaged:
            log.error("letter %d is damaged, and is not sent: `pbem check`", number)
        self._is_short = len(letters) + len(damaged) < MOST
        self._untried = deque(letters)
        self._written: dict[int, _Written] = {}  # of those: by number
        self._tried: list[_Fate] = []  # and not noted yet
        self.sent = Sent()
        self.broken: Exception | None = None  # a game whose letters cannot be written

    @property
    def is_last(self) -> bool:
        """Whether no more letters were due than those that were tried."""
        return self._is_short and not self._untried

    def send(self, outbox: Outbox, is_over: Callable[[], bool]) -> None:
        """Deliver the letters. What was accepted is never sent again; what was not is tried later.

        Whatever happens, what is known is noted. After a crash nobody knows which were accepted since the last note:
        they go out again under the same name and message id, when the lease is over.
        """
        try:
            while self._untried and not is_over() and self._desk.now() < self._latest:
                self._send_next(outbox)
                if self._desk.now() != self._noted:  # so that a crash forgets a second's letters at most
                    self._note()
        finally:
            self._note(is_end=True)

    def _send_next(self, outbox: Outbox) -> None:
        letter = self._untried.popleft()
        self._tried.append(self._unwritable(letter) or self._deliver(outbox, letter))

    def _unwritable(self, letter: Due) -> _Fate | None:
        """Write a letter if it is not yet; returns what becomes of one that cannot be, however that comes."""
        try:
            if letter.id not in self._written:
                self._write(letter, *islice(self._untried, _WRITTEN - 1))
        except DeskError:  # no fault of this letter: it is due as before
            self._untried.appendleft(letter)
            raise
        except Exception as error:  # noqa: BLE001 - one letter must not stop those of all other games
            if isinstance(error, BROKEN_GAME):
                self.broken = self.broken or error
            return _Fate(letter, f"it cannot be written: {line_of(error)}", self._desk.now() + LEASE, is_ours=True)
        return None

    def _deliver(self, outbox: Outbox, letter: Due) -> _Fate:
        written = self._written.pop(letter.id)
        try:
            outbox.deliver(f"{letter.at}.{letter.id}.pbem", written.to, written.raw)
        except UnreachableError as error:
            return _Fate(letter, str(error), next_try(letter.tries + 1, self._desk.now()))
        except GivenUpError as error:
            return _Fate(letter, str(error))
        except DeskError:  # no fault of this letter: it is due as before
            self._untried.appendleft(letter)
            raise
        return _Fate(letter)

    def _write(self, first: Due, *others: Due) -> None:
        """Write a letter, and some that are next: those of one game come together, and much is the same in them."""
        from pbem.desk.letters.writing import recipient, write_letter

        with self._desk.store.read() as look:
            for letter in (first, *others):
                try:
                    written = _Written(write_letter(self._desk, look, letter), recipient(look, letter))
                except Exception:
                    if letter is first:
                        raise
                    return  # it is told of when its turn comes
                self._written[letter.id] = written

    def _note(self, *, is_end: bool = False) -> None:
        """Note what became of the letters that were tried, in one commit; at the end let go of the others."""
        now, tried = self._desk.now(), self._tried
        untried = self._untried if is_end and now < self._until else ()
        self._tried, self._noted = [], now
        if tried or untried:
            with self._desk.store.write(LETTERS) as change:
                change.letters.note_all_sent((fate.letter.id for fate in tried if not fate.why), now)
                for fate in tried:
                    _keep_failed(change, fate)
                for letter in untried:
                    change.letters.put_off(letter.id, tries=letter.tries, due=now)
        unwell = self._unwell() if tried else {}
        for fate in tried:
            self._note_bounce(fate, now)
            where = f"letters to {fate.letter.player}"
            if fate.why and fate.again is None:
                note_trouble(self._desk, where, f"letter {fate.letter.id} is given up: {_public(fate.why)}")
            elif not fate.why and where in unwell:
                note_well(self._desk, where)
            self.sent += _tell(fate)

    def _unwell(self) -> dict[str, str]:
        with self._desk.store.read() as look:
            return troubles(look)

    def _note_bounce(self, fate: _Fate, now: int) -> None:
        """Let the game know that a letter did not reach its seat, or that one did: nobody loses time by that."""
        letter = fate.letter
        if not letter.game or letter.seat in ("", WATCHER):
            return
        if fate.why:
            with self._desk.store.write(letter.game) as change:
                note_bounce(change, letter.game, letter.id, Bounce(letter.seat, letter.at))
        elif letter.seat in self._unreached(letter.game):
            with self._desk.store.write(letter.game) as change:
                note_reached(change, letter.game, letter.seat, now)

    def _unreached(self, game: str) -> frozenset[str]:
        with self._desk.store.read() as look:
            return unreached(look, game)


def _keep_failed(change: Transaction, fate: _Fate) -> None:
    """Note that a letter was not accepted, if so."""
    if not fate.why:
        return
    if fate.again is None:
        change.letters.give_up(fate.letter.id)
    else:
        tries = max(fate.letter.tries, 1) if fate.is_ours else fate.letter.tries + 1
        change.letters.put_off(fate.letter.id, tries=tries, due=fate.again)


def _tell(fate: _Fate) -> Sent:
    """Log what went wrong, and count a letter."""
    letter = fate.letter
    if not fate.why:
        return Sent(sent=1)
    if fate.again is None:
        log.error("letter %s to %s is given up: %s", letter.id, letter.player, _public(fate.why))
        return Sent(given_up=1)
    log.warning("letter %s to %s is tried again later: %s", letter.id, letter.player, _public(fate.why))
    return Sent(later=1)


def _public(why: str) -> str:
    """Give a server's words for a log: they often repeat the address, which is nobody's business."""
    return clean(_ADDRESS.sub("(an address)", why))

"""Carrying mail: polling the inbox, sending what is due, both for ever. A mail is acknowledged only after commit."""

import logging
import re
import time
from collections.abc import Callable
from itertools import takewhile

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, MissingPartError
from pbem.desk.post.received import Received
from pbem.desk.store.engine import LETTERS
from pbem.desk.store.store import Due
from pbem.desk.transports.boxes import GivenUpError, Inbox, Outbox, UnreachableError, Waiting, next_try
from pbem.mail.safe import clean
from pbem.record.errors import IntegrityError
from pbem.referee.errors import UnknownRulesError

log = logging.getLogger("pbem.courier")

LINE = 300
LEASE = 600  # seconds after which a letter that somebody began to deliver is taken up by another
BROKEN_GAME = (IntegrityError, UnknownRulesError)
_ADDRESS = re.compile(r"<?[^\s<>@]+@[^\s<>@]+>?")
TOO_LARGE = Received("ignored", "the mail is too large to hold orders")


class Sent(Struct, frozen=True):
    """How many letters were handed over, put off and given up."""

    sent: int = 0
    later: int = 0
    given_up: int = 0


def poll(
    desk: Desk,
    inbox: Inbox,
    tell: Callable[[Received], None] = lambda _received: None,
    *,
    is_over: Callable[[], bool] = lambda: False,
) -> int:
    """Act on every mail that waits, one after the other, and return how many there were.

    A mail for a game that is broken, or one that cannot be checked here, is left where it is; it does not hold up the
    others.
    """
    count = 0
    broken: Exception | None = None
    for mail in inbox.waiting():
        try:
            received = _receive(desk, mail)
        except (*BROKEN_GAME, MissingPartError) as error:
            broken = broken or error
            continue
        inbox.done(mail)
        tell(received)
        count += 1
        if is_over():
            break
    if broken:
        raise broken
    return count


def _receive(desk: Desk, mail: Waiting) -> Received:
    """Act on a mail; what can do so is loaded for the first one, for most looks find an empty inbox."""
    from pbem.desk.post.receiving import receive

    return TOO_LARGE if mail.raw is None else receive(desk, mail.raw, mail.came)


def send(desk: Desk, outbox: Outbox | None = None, *, is_over: Callable[[], bool] = lambda: False) -> Sent:
    """Hand over every letter that is due; one broken game, or one unreachable address, does not hold up the others."""
    box = outbox or desk.outbox
    with desk.store.read() as look:
        due = look.due_letters(desk.now())
    counts = {"sent": 0, "later": 0, "given_up": 0, "elsewhere": 0}
    broken: Exception | None = None
    try:
        for letter in takewhile(lambda _letter: not is_over(), due):
            try:
                counts[_send_one(desk, box, letter)] += 1
            except BROKEN_GAME as error:
                broken = broken or error
    finally:
        if outbox is None:
            box.close()
    if broken:
        raise broken
    return Sent(counts["sent"], counts["later"], counts["given_up"])


def _send_one(desk: Desk, outbox: Outbox, letter: Due) -> str:
    """Claim a letter, deliver it, note it. What was accepted is never sent again; what was not is tried later.

    After a crash between the two notes nobody knows whether it was accepted: it goes out again under the same name and
    message id.
    """
    from pbem.desk.letters.writing import recipient, write_letter

    with desk.store.write(LETTERS) as change:
        if not change.claim(letter.id, now=desk.now(), until=desk.now() + LEASE):
            return "elsewhere"  # another process has it in hand
    with desk.store.read() as look:
        raw, to = write_letter(desk, look, letter), recipient(look, letter)
    try:
        outbox.deliver(f"{letter.at}.{letter.id}.pbem", to, raw)
    except UnreachableError as error:
        return _put_off(desk, letter, str(error))
    except GivenUpError as error:
        return _give_up(desk, letter, str(error))
    except DeskError:  # no fault of this letter: it is due as before
        with desk.store.write(LETTERS) as change:
            change.put_off(letter.id, tries=letter.tries, due=desk.now())
        raise
    with desk.store.write(LETTERS) as change:
        change.note_sent(letter.id, desk.now())
    return "sent"


def _put_off(desk: Desk, letter: Due, why: str) -> str:
    again = next_try(letter.tries + 1, desk.now())
    if again is None:
        return _give_up(desk, letter, why)
    with desk.store.write(LETTERS) as change:
        change.put_off(letter.id, tries=letter.tries + 1, due=again)
    log.warning("letter %s to %s is tried again later: %s", letter.id, letter.player, _public(why))
    return "later"


def _give_up(desk: Desk, letter: Due, why: str) -> str:
    with desk.store.write(LETTERS) as change:
        change.give_up(letter.id)
    log.error("letter %s to %s is given up: %s", letter.id, letter.player, _public(why))
    return "given_up"


def _public(why: str) -> str:
    """Give a server's words for a log: they often repeat the address, which is nobody's business."""
    return clean(_ADDRESS.sub("(an address)", why))


def _log_large(received: Received) -> None:
    """Log the one verdict that is given without a look at the mail; all others are logged where they are found."""
    if received is TOO_LARGE:
        log.info("mail from a stranger: %s", received.line)


class _Stopped(BaseException):
    """Told to stop while waiting."""


class Daemon:
    """Polls and sends until it is told to stop; what fails is said, and tried again."""

    def __init__(self, desk: Desk, *, every: float = 30.0) -> None:
        self._desk = desk
        self._every = every
        self._is_stopping = False
        self._is_waiting = False

    def stop(self) -> None:
        """Ask for an end, from a signal: the mail or letter in hand is finished first, but no wait is."""
        self._is_stopping = True
        if self._is_waiting:
            self._is_waiting = False
            raise _Stopped

    def run(self) -> None:
        """Work until stopped; the log says what became of each mail.

        What comes in and what goes out do not wait for each other's servers.
        """
        desk, inbox = self._desk, self._desk.inbox
        try:
            while not self._is_stopping:
                is_well = self._try(lambda: poll(desk, inbox, _log_large, is_over=self._is_over))
                is_well &= self._try(lambda: send(desk, is_over=self._is_over))
                self._wait(inbox.wait if is_well else time.sleep)
        finally:
            inbox.close()

    def _is_over(self) -> bool:
        return self._is_stopping

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except (DeskError, *BROKEN_GAME) as error:
            log.warning("%s", clean(str(error), LINE))
            return False
        return True

    def _wait(self, wait: Callable[[float], None]) -> None:
        try:
            self._is_waiting = True
            if not self._is_stopping:
                self._try(lambda: wait(self._every))
            self._is_waiting = False
        except _Stopped:
            log.info("told to stop")

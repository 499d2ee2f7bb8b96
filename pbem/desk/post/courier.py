"""Carrying mail: polling the inbox, sending what is due, both for ever. A mail is acknowledged only after commit."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.post.batch import BROKEN_GAME, Batch, Sent
from pbem.desk.post.draining import TOO_LARGE, Fate, drain, gather
from pbem.desk.post.received import Received
from pbem.desk.transports.boxes import Inbox, Outbox, Waiting
from pbem.mail.safe import clean

log = logging.getLogger("pbem.courier")

LINE = 300


def poll(
    desk: Desk,
    inbox: Inbox,
    tell: Callable[[Received], None] = lambda _received: None,
    *,
    is_over: Callable[[], bool] = lambda: False,
) -> int:
    """Act on every mail that waits, in their order, and return how many there were.

    A mail that another worker has in hand is his. One for a game that is broken, or one that cannot be checked here, is
    left where it is; it does not hold up the others.
    """
    _look_around(desk)
    count = 0
    broken: Exception | None = None
    for group in gather(inbox.waiting(), is_over):
        for fate in _take_in_hand(desk, inbox, group):
            if isinstance(fate, Exception):
                broken = broken or fate
                continue
            tell(fate)
            count += 1
        if is_over():
            break
    if broken:
        raise broken
    return count


def _look_around(desk: Desk) -> None:
    """See what other machines wrote, if there may be others, before anything is acted on."""
    if desk.store.is_shared:
        from pbem.desk.matches.watching import look_around

        look_around(desk)


def _take_in_hand(desk: Desk, inbox: Inbox, group: Sequence[Waiting]) -> Iterator[Fate]:
    """Act on those mails of a group that no other worker has in hand, or had since we saw them; acknowledge each."""
    names = [_in_hand(inbox, mail) for mail in group]
    with desk.store.claim(names) as ours:
        mails = [mail for name, mail in zip(names, group, strict=True) if name in ours and inbox.has(mail)]
        for mail, fate in drain(desk, mails):
            if not isinstance(fate, Exception):
                inbox.done(mail)
            yield fate


def _in_hand(inbox: Inbox, mail: Waiting) -> str:
    """Name a mail for all workers: the same in whatever box it is, unless nobody has read it."""
    said = f"{inbox.name}\n{mail.id}".encode() if mail.raw is None else mail.raw
    return f"mail {sha256(said).hexdigest()}"


def send(desk: Desk, outbox: Outbox | None = None, *, is_over: Callable[[], bool] = lambda: False) -> Sent:
    """Hand over every letter that is due; one broken game, or one unreachable address, does not hold up the others."""
    box = outbox or desk.outbox
    sent = Sent()
    broken: Exception | None = None
    is_last = False
    try:
        while not is_last and not is_over():
            batch = Batch(desk)
            batch.send(box, is_over)
            sent += batch.sent
            broken = broken or batch.broken
            is_last = batch.is_last
    finally:
        if outbox is None:
            box.close()
    if broken:
        raise broken
    return sent


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

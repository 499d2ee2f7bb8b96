"""Carrying mail: polling the inbox, sending what is due, both for ever. A mail is acknowledged only after commit."""

import logging
from collections.abc import Callable

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.post import Received, receive, recipient, write_letter
from pbem.desk.store import Due
from pbem.desk.transports.boxes import GivenUpError, Inbox, Outbox, UnreachableError, next_try
from pbem.record.errors import IntegrityError
from pbem.referee.match import UnknownRulesError

log = logging.getLogger("pbem.courier")

LEASE = 600  # seconds after which a letter that somebody began to deliver is taken up by another
TOO_LARGE = Received("ignored", "the mail is too large to hold orders")


class Sent(Struct, frozen=True):
    """How many letters were handed over, put off and given up."""

    sent: int = 0
    later: int = 0
    given_up: int = 0


def poll(desk: Desk, inbox: Inbox, tell: Callable[[Received], None] = lambda _received: None) -> int:
    """Act on every mail that waits, one after the other, and return how many there were."""
    count = 0
    for mail in inbox.waiting():
        received = TOO_LARGE if mail.raw is None else receive(desk, mail.raw)
        inbox.done(mail)
        tell(received)
        count += 1
    return count


def send(desk: Desk, outbox: Outbox | None = None) -> Sent:
    """Hand over every letter that is due; one broken game, or one unreachable address, does not hold up the others."""
    box = outbox or desk.outbox
    with desk.store.read() as look:
        due = look.due_letters(desk.now())
    counts = {"sent": 0, "later": 0, "given_up": 0}
    broken: Exception | None = None
    try:
        for letter in due:
            try:
                counts[_send_one(desk, box, letter)] += 1
            except (IntegrityError, UnknownRulesError) as error:
                broken = broken or error
    finally:
        if outbox is None:
            box.close()
    if broken:
        raise broken
    return Sent(**counts)


def _send_one(desk: Desk, outbox: Outbox, letter: Due) -> str:
    """Claim a letter, deliver it, note it. What was accepted is never sent again; what was not is tried later.

    After a crash between the two notes nobody knows whether it was accepted: it goes out again under the same name and
    message id.
    """
    with desk.store.write() as change:
        if not change.claim(letter.id, now=desk.now(), until=desk.now() + LEASE):
            return "later"
    with desk.store.read() as look:
        raw, to = write_letter(desk, look, letter), recipient(look, letter)
    try:
        outbox.deliver(f"{letter.at}.{letter.id}.pbem", to, raw)
    except UnreachableError as error:
        return _put_off(desk, letter, str(error))
    except GivenUpError as error:
        return _give_up(desk, letter, str(error))
    except DeskError:
        _put_off(desk, letter, "the outbox is broken")
        raise
    with desk.store.write() as change:
        change.note_sent(letter.id, desk.now())
    return "sent"


def _put_off(desk: Desk, letter: Due, why: str) -> str:
    again = next_try(letter.tries + 1, desk.now())
    if again is None:
        return _give_up(desk, letter, why)
    with desk.store.write() as change:
        change.put_off(letter.id, tries=letter.tries + 1, due=again)
    log.warning("letter %s to %s is tried again later: %s", letter.id, letter.player, why)
    return "later"


def _give_up(desk: Desk, letter: Due, why: str) -> str:
    with desk.store.write() as change:
        change.give_up(letter.id)
    log.error("letter %s to %s is given up: %s", letter.id, letter.player, why)
    return "given_up"


class Daemon:
    """Polls and sends until it is told to stop; what fails is tried again, and said."""

    def __init__(self, desk: Desk, *, every: float = 30.0) -> None:
        self._desk = desk
        self._every = every
        self._is_stopping = False

    def stop(self) -> None:
        """Ask for an end; the mail in hand is finished first."""
        self._is_stopping = True

    def run(self, tell: Callable[[Received], None]) -> None:
        """Work until stopped."""
        inbox = self._desk.inbox
        try:
            while not self._is_stopping:
                self._round(inbox, tell)
        finally:
            inbox.close()

    def _round(self, inbox: Inbox, tell: Callable[[Received], None]) -> None:
        try:
            poll(self._desk, inbox, tell)
            send(self._desk)
            if not self._is_stopping:
                inbox.wait(self._every)
        except UnreachableError as error:
            log.warning("%s", error)
            self._desk.pause(self._every, lambda: self._is_stopping)

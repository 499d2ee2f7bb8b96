"""The daemon: reads mail, keeps deadlines and sends letters, for ever."""

import logging
import time
from collections.abc import Callable

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.post.incidents import BROKEN_GAME, LINE, line_of
from pbem.desk.post.received import Received
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.draining import TOO_LARGE
from pbem.desk.post.work.ticking import tick
from pbem.mail.safe import clean

log = logging.getLogger("pbem.courier")


def _log_large(received: Received) -> None:
    """Log the one verdict that is given without a look at the mail; all others are logged where they are found."""
    if received is TOO_LARGE:
        log.info("mail from a stranger: %s", received.line)


class _Stopped(BaseException):
    """Told to stop while waiting."""


class Daemon:
    """Reads mail, keeps deadlines and sends letters until it is told to stop; what fails is said, and tried again."""

    def __init__(self, desk: Desk, *, every: float = 30.0, after: Callable[[], object] = lambda: None) -> None:
        self._desk = desk
        self._every = every
        self._after = after  # what is done when mail was read and sent
        self._is_stopping = False
        self._is_waiting = False
        self._said: set[str] = set()  # in this round

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
                self._said.clear()
                is_well = self._try(lambda: tick(desk, inbox, _log_large, is_over=self._is_over))
                is_well &= self._try(lambda: send(desk, is_over=self._is_over))
                self._try(self._after)
                self._wait(inbox.wait if is_well else time.sleep)
        finally:
            inbox.close()

    def _is_over(self) -> bool:
        return self._is_stopping

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except (DeskError, *BROKEN_GAME) as error:
            self._say(clean(str(error), LINE))
            return False
        except Exception as error:
            self._say(f"a bug: {line_of(error)}")
            log.debug("where it was", exc_info=True)
            return False
        return True

    def _say(self, line: str) -> None:
        """Log what fails: once, where coming in and going out fail for one reason."""
        if line not in self._said:
            self._said.add(line)
            log.warning("%s", line)

    def _wait(self, wait: Callable[[float], None]) -> None:
        try:
            self._is_waiting = True
            if not self._is_stopping:
                self._try(lambda: wait(self._every))
            self._is_waiting = False
        except _Stopped:
            log.info("told to stop")

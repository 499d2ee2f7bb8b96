"""What every inbox and every outbox promises."""

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from pbem.desk.errors import DeskError

MOST_BYTES = 256_000  # a longer mail is not loaded; nobody's orders are that long


class UnreachableError(DeskError):
    """A mailbox or a mail server cannot be reached now. Nothing is lost: it is tried again later."""


class GivenUpError(DeskError):
    """A mail server refused a letter for good."""


class Waiting(Struct, frozen=True):
    """A mail that waits in an inbox. `raw` is None for one that is too large to be an order."""

    id: str
    raw: bytes | None


class Inbox(Protocol):
    """Where order mails come in."""

    def waiting(self) -> Iterator[Waiting]:
        """Yield the mails nobody has dealt with, one at a time; UnreachableError if the box is not there."""

    def done(self, mail: Waiting) -> None:
        """Acknowledge a mail. Called only after everything it brought is durable; doing it again is no harm."""

    def wait(self, seconds: float) -> None:
        """Return when new mail may be there, or after so many seconds."""

    def close(self) -> None:
        """Let go of the box."""


class Outbox(Protocol):
    """Where letters go."""

    def deliver(self, name: str, to: str, raw: bytes) -> None:
        """Hand a letter over; when this returns it is accepted.

        UnreachableError: try later. GivenUpError: never try again. `name` is the same for the same letter.
        """

    def close(self) -> None:
        """Let go of the box."""


_MINUTE = 60
_STEPS = (1 * _MINUTE, 5 * _MINUTE, 30 * _MINUTE, 120 * _MINUTE, 360 * _MINUTE)
_DAY = 24 * 60 * _MINUTE
MOST_TRIES = len(_STEPS) + 5


def next_try(tries: int, now: int) -> int | None:
    """Return when a letter that failed so many times is tried again, or None when it is given up."""
    if tries > MOST_TRIES:
        return None
    return now + (_STEPS[tries - 1] if tries <= len(_STEPS) else _DAY)

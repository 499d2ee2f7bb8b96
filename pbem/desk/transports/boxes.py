"""What every inbox and every outbox promises."""

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from pbem.desk.errors import DeskError
from pbem.mail.safe import LETTER_LIMIT

MOST_BYTES = LETTER_LIMIT  # a longer mail is not loaded: it would be refused unread


class UnreachableError(DeskError):
    """A mailbox or a mail server cannot be reached now. Nothing is lost: it is tried again later."""


class GivenUpError(DeskError):
    """A mail server refused a letter for good."""


class Waiting(Struct, frozen=True):
    """A mail that waits in an inbox. `raw` is None for one that is too large to be an order.

    `came` is when it came into the box, unix seconds; None where the box does not know.
    """

    id: str
    raw: bytes | None
    came: int | None = None


class Inbox(Protocol):
    """Where order mails come in. Several workers may share one."""

    @property
    def name(self) -> str:
        """Which box it is: the same for all who share it."""

    def waiting(self) -> Iterator[Waiting]:
        """Yield the mails nobody has dealt with, one at a time.

        UnreachableError if the box is not there, and at the end if some of its mails cannot be read.
        """

    def has(self, mail: Waiting) -> bool:
        """Tell whether a mail still waits here, and nobody has dealt with it since it was found."""

    def done(self, mail: Waiting) -> None:
        """Acknowledge a mail. Called only after everything it brought is durable; doing it again is no harm."""

    def wait(self, seconds: float) -> None:
        """Return when a mail is there that the last `waiting` did not find, or after so many seconds."""

    def close(self) -> None:
        """Let go of the box."""


class Outbox(Protocol):
    """Where letters go."""

    def deliver(self, name: str, to: str, raw: bytes, /) -> None:
        """Hand a letter over; when this returns it is accepted.

        Its lines may end with CRLF or LF. `name` is the same for the same letter.
        UnreachableError: try later. GivenUpError: never try again. BrokenDeskError: the host must do something.
        """

    def close(self) -> None:
        """Let go of the box."""


_MINUTE = 60
_HOUR = 60 * _MINUTE
_WAITS = (1 * _MINUTE, 5 * _MINUTE, 30 * _MINUTE, 2 * _HOUR, 6 * _HOUR, *[24 * _HOUR] * 5)


def next_try(failures: int, now: int) -> int | None:
    """Return when a letter that failed once or more often is tried again, or None when it is given up."""
    return now + _WAITS[failures - 1] if failures <= len(_WAITS) else None

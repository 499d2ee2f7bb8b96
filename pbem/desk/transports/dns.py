"""Asking DNS for the key records of mail providers, within a time that is bounded; nothing is judged here."""

import time
from typing import Any

from msgspec import Struct

from pbem.desk.errors import DeskError
from pbem.mail import extras
from pbem.mail.extras import Library

SYSTEM = "system"  # whatever nameservers this machine uses
NOBODY = "none"
_LONGEST = 20.0
_RECORD_LIMIT = 8
_SULK = 60.0  # seconds in which a nameserver that failed is not asked again: many mails may wait for it


class NoAnswerError(DeskError):
    """DNS does not answer now. That says nothing about the record: it must be asked again."""


class Dns(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a desk asks for key records, and how long it waits for an answer."""

    nameserver: str = SYSTEM  # an address, or `none`
    port: int = 53
    timeout: float = 3.0  # seconds for one name

    def __post_init__(self) -> None:
        """Refuse, with a ValueError, what nobody could be asked by."""
        if self.nameserver not in (SYSTEM, NOBODY):
            from ipaddress import ip_address

            ip_address(self.nameserver)
        if not 1 <= self.port <= 65_535:
            raise ValueError(f"{self.port} is not a port")
        if not 0.1 <= self.timeout <= _LONGEST:
            raise ValueError(f"a timeout is 0.1 to {_LONGEST:.0f} seconds")


class Texts(Struct, frozen=True):
    """The text records under a name, and for how many seconds they may be relied on."""

    records: tuple[bytes, ...]
    lasts: int


class Resolver:
    """Asks nameservers for text records, by a library that only some desks have."""

    def __init__(self, settings: Dns) -> None:
        self._settings = settings
        self._asks_again = 0.0

    @property
    def asks_nobody(self) -> bool:
        """Whether the host has said that nobody is to be asked."""
        return self._settings.nameserver == NOBODY

    def require(self, library: Library) -> None:
        """Refuse when this desk was installed without what asks; NoAnswerError if there is nobody to be asked."""
        self._nameservers(extras.load(library, "resolver"))

    def texts(self, library: Library, name: str) -> Texts | None:
        """Return what stands under a name, aliases followed; None if nothing does. NoAnswerError: nobody knows now."""
        answer = self._ask(library, name)
        if answer is None or answer.rrset is None:
            return None
        records = tuple(b"".join(record.strings) for record in list(answer)[:_RECORD_LIMIT])
        return Texts(records, int(answer.rrset.ttl))

    def has(self, library: Library, name: str) -> bool:
        """Tell whether there is a name at all, be it only as the beginning of others. NoAnswerError as above."""
        return self._ask(library, name) is not None

    def _ask(self, library: Library, name: str) -> Any:
        """Return dnspython's answer, which may hold no text; None if there is no such name."""
        if self.asks_nobody:
            return None
        asking = extras.load(library, "resolver")
        if time.monotonic() < self._asks_again:
            raise NoAnswerError("DNS did not answer a moment ago")
        try:
            return self._nameservers(asking).resolve(name, "TXT", search=False, raise_on_no_answer=False)
        except (asking.NXDOMAIN, asking.YXDOMAIN):
            return None
        except (asking.NoNameservers, asking.LifetimeTimeout, OSError):
            self._asks_again = time.monotonic() + _SULK
            raise NoAnswerError("DNS does not answer") from None
        except extras.load(library, "exception").DNSException:  # what was asked for can be no name
            return None

    def _nameservers(self, asking: Any) -> Any:
        """Return dnspython's resolver, set up anew each time: the machine may have moved to another network."""
        settings = self._settings
        try:
            resolver = asking.Resolver(configure=settings.nameserver == SYSTEM)
        except asking.NoResolverConfiguration:
            raise NoAnswerError("this machine knows no nameserver") from None
        if settings.nameserver != SYSTEM:
            resolver.nameservers = [settings.nameserver]
            resolver.port = settings.port
        resolver.timeout = settings.timeout / 2  # time for a second try, since packets are lost
        resolver.lifetime = settings.timeout
        resolver.use_edns(0, 0, 1232)
        return resolver

"""`pbem.toml`: what a host may set."""

import re
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError, convert

from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports.dns import Dns
from pbem.desk.transports.servers import Imap, Smtp
from pbem.mail.letter.address import is_address

FILE = "pbem.toml"
PINNED = "[dkim]"  # where key records of mail providers stand in it
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # what both `to:` and a record can hold

_TEMPLATE = """\
# A pbem desk. Change what you like; the commands read this file each time.

[referee]
name = "{name}"        # how the referee signs its notes; players write it in `to:`
address = "{address}"  # the mail address that orders are sent to

[store]
database = "sqlite:///pbem.db"  # relative to this folder

[mail]
outbox = "outbox"  # a Maildir; letters to players are put here
inbox = "inbox"    # a Maildir; order mails are read from here
# [mail.imap] and [mail.smtp] take their place: see docs/mail.md
enrol = false      # whether strangers may enrol by mail, after a challenge to their address
"""


class Referee(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the referee is."""

    name: str
    address: str

    def __post_init__(self) -> None:
        """Refuse, with a ValueError, what no letter or record could hold."""
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} cannot be a referee's name: letters, digits, . - and _, at most 100")
        if not is_address(self.address):
            raise ValueError(f"{self.address!r} is not a mail address")


class StoreSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where everything is kept."""

    database: str = "sqlite:///pbem.db"


class MailSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where mail comes and goes."""

    outbox: str = "outbox"
    inbox: str = "inbox"
    imap: Imap | None = None  # an account to read orders from, instead of the Maildir
    smtp: Smtp | None = None  # a server to hand letters to, instead of the Maildir
    enrol: bool = False  # whether strangers may enrol by mail
    dns: Dns = Dns()  # whom to ask for key records of providers


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    referee: Referee
    store: StoreSettings = StoreSettings()
    mail: MailSettings = MailSettings()
    dkim: dict[str, str] = {}  # key records of mail providers, by selector._domainkey.domain

    def pinned_record(self, name: str) -> bytes | None:
        """Return the key record that a provider publishes under a name, as the host wrote it down."""
        return self.dkim.get(name, "").encode() or None

    def has_pinned(self, end: str = "") -> bool:
        """Tell whether the host wrote down any key record whose name ends so."""
        return any(name.endswith(end) for name in self.dkim)


def write_settings(folder: Path, *, name: str, address: str) -> None:
    """Write a new settings file."""
    (folder / FILE).write_text(_TEMPLATE.format(name=name, address=address), encoding="utf-8")


def read_settings(folder: Path) -> Settings:
    """Read the settings of a desk; BrokenDeskError if there is no desk here or the file is wrong."""
    path = folder / FILE
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        why = f"{folder} is not a desk: make one with `pbem init DIR`, or name one with --desk"
        raise BrokenDeskError(why) from None
    except OSError as error:
        raise BrokenDeskError(f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BrokenDeskError(f"cannot read {path}: {error}") from None
    try:
        return convert(raw, Settings)
    except ValidationError as error:
        raise BrokenDeskError(f"{path}: {_with_section(str(error))}") from None


def _with_section(said: str) -> str:
    """Say what is wrong with the settings, and in which section of the file."""
    why, _, place = said.removeprefix("Object contains ").partition(" - at `$.")
    return f"in {place.rstrip('`')}: {why}" if place else f"outside of all sections: {why}"

"""`pbem.toml`: what a host may set."""

import re
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError, convert, json

from pbem.desk.disk.named import write_named
from pbem.desk.disk.writing import write_file
from pbem.desk.errors import BrokenDeskError, UsageError
from pbem.desk.transports.dns import Dns
from pbem.desk.transports.servers import Imap, Smtp
from pbem.desk.wording.time_texts import read_span, read_zone
from pbem.mail.letter.address import is_address

FILE = "pbem.toml"
PINNED = "[dkim]"  # where key records of mail providers stand in it
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # what both `to:` and a record can hold

_TEMPLATE = """\
# A pbem desk. Change what you like; the commands read this file each time.

[referee]
name = "{name}"        # how the referee signs its notes; players write it in `to:`
address = "{address}"  # the mail address that orders are sent to
# host = "you@example.org"  # where you are told that you are needed

[store]
{store}

[mail]
outbox = "outbox"  # a Maildir; letters to players are put here
inbox = "inbox"    # a Maildir; order mails are read from here
# [mail.imap] and [mail.smtp] take their place: see docs/mail.md
enrol = false      # whether strangers may enrol by mail, after a challenge to their address

[clock]
# outage = "2h"  # where games have deadlines: clocks stand still when no mail was read for so long
# jump = "24h"   # and after so long, nothing is written until you say that the time is right
# zone = "UTC"   # whose days and midnights count, if a game says nothing else

[archive]
# url = "https://example.org/games/"  # where its site is, for letters, the sitemap and feeds
# site = "site"  # a folder in which `pbem run` keeps the site up to date, with the public view of running games
"""


class Referee(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the referee is."""

    name: str
    address: str
    host: str = ""  # where the host himself is written to, if he is needed

    def __post_init__(self) -> None:
        """Refuse, with a ValueError, what no letter or record could hold."""
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} cannot be a referee's name: letters, digits, . - and _, at most 100")
        if not is_address(self.address):
            raise ValueError(f"{self.address!r} is not a mail address")
        if self.host and not is_address(self.host):
            raise ValueError(f"{self.host!r} is not a mail address")


class StoreSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where everything is kept."""

    database: str = "sqlite:///pbem.db"
    password_file: str = ""  # of a server's user, relative to the desk's folder; empty: as libpq finds it


class MailSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where mail comes and goes."""

    outbox: str = "outbox"
    inbox: str = "inbox"
    imap: Imap | None = None  # an account to read orders from, instead of the Maildir
    smtp: Smtp | None = None  # a server to hand letters to, instead of the Maildir
    enrol: bool = False  # whether strangers may enrol by mail
    dns: Dns = Dns()  # whom to ask for key records of providers


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How deadlines are kept, where games have any."""

    outage: str = "2h"  # clocks stand still when no mail was read for so long
    jump: str = "24h"  # after so long, or when the clock jumps so far, nothing is written before the host confirms
    zone: str = "UTC"  # whose days and midnights count, if a game says nothing else

    def __post_init__(self) -> None:
        """Refuse, with a ValueError, what is no span or zone."""
        try:
            spans = (self.outage_seconds, self.jump_seconds)
            read_zone(self.zone)
        except UsageError as error:
            raise ValueError(str(error)) from None
        if not 60 <= spans[0] <= spans[1]:
            raise ValueError("an outage lasts a minute or more, and no longer than a jump")

    @property
    def outage_seconds(self) -> int:
        """The least span without mail read that stops clocks."""
        return read_span(self.outage)

    @property
    def jump_seconds(self) -> int:
        """The least span after which the host is asked."""
        return read_span(self.jump)


class ArchiveSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the site of the archive is."""

    url: str = ""  # its address, for letters, the sitemap and feeds
    site: str = ""  # a folder: `pbem run` keeps the site there, running games included, relative to the desk's folder

    def __post_init__(self) -> None:
        """Refuse, with a ValueError, what is no address of a site."""
        if self.url and not self.url.startswith(("https://", "http://")):
            raise ValueError(f"{self.url!r} is no address of a site: it begins with https:// or http://")

    @property
    def base(self) -> str:
        """The address with a slash at its end; "" if there is none."""
        return self.url and self.url.rstrip("/") + "/"


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    referee: Referee
    store: StoreSettings = StoreSettings()
    mail: MailSettings = MailSettings()
    clock: ClockSettings = ClockSettings()
    archive: ArchiveSettings = ArchiveSettings()
    dkim: dict[str, str] = {}  # key records of mail providers, by selector._domainkey.domain

    def pinned_record(self, name: str) -> bytes | None:
        """Return the key record that a provider publishes under a name, as the host wrote it down."""
        return self.dkim.get(name, "").encode() or None

    def has_pinned(self, end: str = "") -> bool:
        """Tell whether the host wrote down any key record whose name ends so."""
        return any(name.endswith(end) for name in self.dkim)


def write_settings(folder: Path, referee: Referee, store: StoreSettings = StoreSettings()) -> None:  # noqa: B008 - frozen
    """Write a new settings file."""
    written = _TEMPLATE.format(name=referee.name, address=referee.address, store=_store_lines(store))
    write_file(folder / FILE, written.encode())


def _store_lines(store: StoreSettings) -> str:
    """Return what stands under [store]; a text of JSON is one of TOML too."""
    lines = [f"database = {_quoted(store.database)}  # a file relative to this folder, or postgresql://USER@HOST/NAME"]
    if store.password_file:
        lines.append(f"password_file = {_quoted(store.password_file)}  # of USER; chmod 600")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return json.encode(text).decode()


def put_store(folder: Path, store: StoreSettings) -> None:
    """Write down that everything is kept elsewhere from now on; all other lines of the file stay as they are."""
    path = folder / FILE
    kept: list[str] = []
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        section = line.strip() if line.lstrip().startswith("[") else section
        if section != "[store]":
            kept.append(line)
        elif line.strip() == "[store]":
            kept += [line, *_store_lines(store).splitlines(), ""]
    if "[store]" not in kept:
        kept += ["", "[store]", *_store_lines(store).splitlines()]
    write_named(path, ("\n".join(kept) + "\n").encode())


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

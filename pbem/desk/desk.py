"""A desk: a folder with settings, keys and a store. Time and entropy enter here and nowhere below."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from pbem.desk.errors import BrokenDeskError, DeskError, UsageError
from pbem.desk.key_check import check_keys, check_name, note_keys, note_name
from pbem.desk.keys import DESK_KEY, REFEREE_KEY, make_keys, public_key, read_keys, read_password
from pbem.desk.settings import FILE, Referee, Settings, StoreSettings, read_settings, write_settings
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.store import Store
from pbem.desk.transports.dns import Resolver

if TYPE_CHECKING:
    from pbem.desk.transports.boxes import Inbox, Outbox
    from pbem.desk.transports.maildir import Maildir
    from pbem.games.game import Happening
    from pbem.record.log.entry import Entry, Head
    from pbem.record.notes.receipts import Receipt, Reminder
    from pbem.referee.match.match import Match
    from pbem.referee.match.secrets import Secrets
    from pbem.tournament.director.event import Event

_PICTURES = 32  # of boards, a hundred kilobytes each: letters of one turn are written together
_REMEMBERED = 1024
_STEPS = 256  # letters of a move to all seats are written one after the other: each step is taken once for all

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """What was needed lately; the oldest is forgotten. Nothing is lost by that but time."""

    def __init__(self, most: int = _REMEMBERED) -> None:
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._most = most

    def get(self, key: Key) -> Value | None:
        """Return what is remembered."""
        return self._kept.get(key)

    def put(self, key: Key, value: Value) -> Value:
        """Remember something, and return it."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()


class Step(Struct, frozen=True):
    """An entry of a record that was followed: the head before it, the match that it led to, and what happened."""

    before: "Head"
    entry: "Entry"
    match: "Match"
    happenings: "tuple[Happening, ...]"


class Positions(Memory[tuple[str, int], "Match"]):
    """Matches that were needed lately, by game and entry, and the steps that led from one to the next."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: Memory[tuple[str, int], Step] = Memory(_STEPS)

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self.steps.clear()


class Desk:
    """An open desk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: Settings = read_settings(folder)
        keys = read_keys(folder)
        self._private = keys[REFEREE_KEY]
        self.store = open_store(folder, self.settings.store, keys)
        try:
            check_keys(self.store, keys)
            check_name(self.store, self.settings.referee.name)
        except BrokenDeskError:
            self.store.close()
            raise
        self.resolver = Resolver(self.settings.mail.dns)
        self.remembered = Positions()
        self.secrets: Memory[str, Secrets] = Memory()
        self.pictures: Memory[str, bytes] = Memory(_PICTURES)
        self.events: Memory[str, Event] = Memory()

    @classmethod
    def create(
        cls,
        folder: Path,
        *,
        name: str,
        address: str,
        store: StoreSettings = StoreSettings(),  # noqa: B008 - frozen
    ) -> "Desk":
        """Make a new desk in a folder that is new or empty; if that fails, it is as it was."""
        try:
            referee = Referee(name, address)
        except ValueError as error:
            raise UsageError(str(error)) from None
        try:
            _check_room(folder)
            is_new = not folder.exists()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                _furnish(folder, referee, store)
            except (OSError, DeskError):
                if is_new:
                    folder.rmdir()
                raise
        except OSError as error:
            raise BrokenDeskError(f"cannot make a desk in {folder}: {error.strerror}") from None
        return cls(folder)

    @property
    def outbox(self) -> "Outbox":
        """Where letters to players go."""
        mail = self.settings.mail
        if mail.smtp:
            from pbem.desk.transports.smtp import SmtpOutbox

            return SmtpOutbox(mail.smtp, self.folder, sender=self.settings.referee.address)
        return self._maildir(mail.outbox)

    @property
    def inbox(self) -> "Inbox":
        """Where order mails come in."""
        mail = self.settings.mail
        if mail.imap:
            from pbem.desk.transports.imap import ImapInbox

            return ImapInbox(mail.imap, self.folder)
        return self._maildir(mail.inbox)

    def _maildir(self, name: str) -> "Maildir":
        from pbem.desk.transports.maildir import Maildir

        return Maildir(self.folder / name)

    @property
    def public_key(self) -> bytes:
        """The key by which the referee's notes are checked."""
        return public_key(self._private)

    def note(self, game: str, head: "Head") -> str:
        """Return the referee's signed word on the size and head of a game."""
        from pbem.record.notes.notes import head_text, sign

        referee = self.settings.referee.name
        return sign(self._private, referee, head_text(referee, game, head))

    def receipt(self, receipt: "Receipt") -> str:
        """Return the referee's signed word that it has a sheet which is not used yet."""
        from pbem.record.notes.notes import sign
        from pbem.record.notes.receipts import receipt_text

        referee = self.settings.referee.name
        return sign(self._private, referee, receipt_text(referee, receipt))

    def reminder(self, reminder: "Reminder") -> str:
        """Return the referee's signed word that a seat had not answered."""
        from pbem.record.notes.notes import sign
        from pbem.record.notes.receipts import reminder_text

        referee = self.settings.referee.name
        return sign(self._private, referee, reminder_text(referee, reminder))

    def checkpoint(self, size: int, root: bytes) -> str:
        """Return the referee's signed word on the log of its archive."""
        from pbem.record.notes.checkpoints import Checkpoint, origin_of, sign_checkpoint

        return sign_checkpoint(self._private, Checkpoint(origin_of(self.settings.referee.name), size, root))

    def now(self) -> int:
        """Return the time, unix seconds."""
        return int(time.time())

    def entropy(self) -> bytes:
        """Return 32 random bytes."""
        from secrets import token_bytes

        return token_bytes(32)

    def remember(self, match: "Match") -> "Match":
        """Keep a match at hand."""
        return self.remembered.put((match.id, match.head.size - 1), match)

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()


def open_store(folder: Path, settings: StoreSettings, keys: Mapping[str, bytes], *, create: bool = False) -> Store:
    """Open the store of a desk, or make an empty one."""

    def password() -> str:
        """Return the password as it is now: it may be changed while we work."""
        return read_password(folder / settings.password_file) if settings.password_file else ""

    return Store(settings.database, folder, Vault(keys[DESK_KEY]), password=password, create=create)


def make_store(folder: Path, settings: Settings) -> None:
    """Make the empty store of a desk that has its keys already."""
    keys = read_keys(folder)
    store = open_store(folder, settings.store, keys, create=True)
    try:
        note_keys(store, keys)
        note_name(store, settings.referee.name)
    finally:
        store.close()


def _check_room(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: name a new folder")
    if folder.exists() and any(folder.iterdir()):
        what = "is a desk already" if (folder / FILE).exists() else "is not empty"
        raise UsageError(f"{folder} {what}: name a new folder")


def _furnish(folder: Path, referee: Referee, store: StoreSettings) -> None:
    """Put everything a desk needs into an empty folder, or leave it empty."""
    import shutil

    from pbem.desk.transports.maildir import Maildir

    try:
        make_keys(folder)
        write_settings(folder, referee, store)
        settings = read_settings(folder)
        for box in (settings.mail.inbox, settings.mail.outbox):
            Maildir.create(folder / box)
        make_store(folder, settings)
    except (OSError, DeskError):
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise

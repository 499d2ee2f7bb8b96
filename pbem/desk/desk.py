"""A desk: a folder with settings, keys and a store. Time and entropy enter here and nowhere below."""

import os
import secrets
import time
from collections import OrderedDict
from pathlib import Path

from pbem.desk.errors import BrokenDeskError, UsageError
from pbem.desk.keys import DESK_KEY, REFEREE_KEY, Vault, make_keys, public_key, read_key
from pbem.desk.maildir import Maildir
from pbem.desk.settings import FILE, Settings, read_settings, write_settings
from pbem.desk.store import Store
from pbem.record.entry import Head
from pbem.record.notes import head_text, sign
from pbem.referee.match import Match

_REMEMBERED = 1024


class Desk:
    """An open desk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: Settings = read_settings(folder)
        self._private = read_key(folder, REFEREE_KEY)
        self.store = Store(self.settings.store.database, folder, Vault(read_key(folder, DESK_KEY)))
        self.remembered: OrderedDict[tuple[str, int], Match] = OrderedDict()

    @classmethod
    def create(cls, folder: Path, *, name: str, address: str) -> "Desk":
        """Make a new desk in a folder that is new or empty."""
        if folder.exists() and any(folder.iterdir()):
            what = "is a desk already" if (folder / FILE).exists() else "is not empty"
            raise UsageError(f"{folder} {what}: name a new folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            make_keys(folder)
            write_settings(folder, name=name, address=address)
            settings = read_settings(folder)
            for box in (settings.mail.inbox, settings.mail.outbox):
                Maildir.create(folder / box)
        except OSError as error:
            raise BrokenDeskError(f"cannot make a desk in {folder}: {error.strerror}") from None
        Store(settings.store.database, folder, Vault(read_key(folder, DESK_KEY)), create=True).close()
        return cls(folder)

    @property
    def outbox(self) -> Maildir:
        """Where letters to players go."""
        return Maildir(self.folder / self.settings.mail.outbox)

    @property
    def inbox(self) -> Maildir:
        """Where order mails come in."""
        return Maildir(self.folder / self.settings.mail.inbox)

    @property
    def public_key(self) -> bytes:
        """The key by which the referee's notes are checked."""
        return public_key(self._private)

    def note(self, game: str, head: Head) -> str:
        """Return the referee's signed word on the size and head of a game."""
        referee = self.settings.referee.name
        return sign(self._private, referee, head_text(referee, game, head))

    def now(self) -> int:
        """Return the time, unix seconds."""
        return int(time.time())

    def entropy(self) -> bytes:
        """Return 32 random bytes."""
        return secrets.token_bytes(32)

    def remember(self, match: Match) -> Match:
        """Keep a match at hand; the oldest ones are forgotten."""
        key = (match.id, match.head.size - 1)
        self.remembered[key] = match
        self.remembered.move_to_end(key)
        while len(self.remembered) > _REMEMBERED:
            self.remembered.popitem(last=False)
        return match

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()


def default_folder() -> Path:
    """Return the desk that is meant when none is named: $PBEM_DESK, or the present folder."""
    return Path(os.environ.get("PBEM_DESK", "."))

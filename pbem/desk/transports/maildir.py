"""Maildirs: a mail is written whole under tmp, then renamed into new, so that nobody ever reads half of one."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, Waiting

_PAUSE = 0.2


class Maildir:
    """A folder of mails, for both ways."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path) -> "Maildir":
        """Make the three folders of a Maildir."""
        for name in ("tmp", "new", "cur"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        return cls(folder)

    def deliver(self, name: str, to: str, raw: bytes) -> None:
        """Write a mail durably. The same name is the same mail: delivering it again changes nothing."""
        del to
        if (self.folder / "new" / name).exists() or (self.folder / "cur" / f"{name}:2,S").exists():
            return
        try:
            self._write(name, raw)
        except OSError as error:
            raise BrokenDeskError(f"cannot write mail into {self.folder}: {error.strerror}") from None

    def _write(self, name: str, raw: bytes) -> None:
        unfinished = self.folder / "tmp" / name
        with unfinished.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(self.folder / "new" / name)
        _sync_folder(self.folder / "new")

    def names(self) -> list[str]:
        """Return the names of the mails nobody has taken yet, in order."""
        try:
            return sorted(os.listdir(self.folder / "new"))  # noqa: PTH208 - names are all that is wanted
        except OSError as error:
            raise UnreachableError(f"the Maildir {self.folder} cannot be read: {error.strerror}") from None

    def waiting(self) -> Iterator[Waiting]:
        """Yield the mails nobody has taken yet, in the order of their names; one that has vanished is passed over."""
        for name in self.names():
            path = self.folder / "new" / name
            try:
                raw = path.read_bytes() if path.stat().st_size <= MOST_BYTES else None
            except FileNotFoundError:
                continue
            except OSError as error:
                raise UnreachableError(f"{path} cannot be read: {error.strerror}") from None
            yield Waiting(name, raw)

    def done(self, mail: Waiting) -> None:
        """Mark a mail as taken."""
        try:
            (self.folder / "new" / mail.id).rename(self.folder / "cur" / f"{mail.id}:2,S")
        except FileNotFoundError:
            return  # another poller was quicker
        except OSError as error:
            raise UnreachableError(f"{self.folder} cannot be changed: {error.strerror}") from None

    def wait(self, seconds: float) -> None:
        """Return when a mail is there, or after so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.names():
            time.sleep(min(_PAUSE, max(0.0, end - time.monotonic())))

    def close(self) -> None:
        """There is nothing to let go of."""


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

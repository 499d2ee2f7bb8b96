"""A Maildir: a mail is written whole under tmp, then renamed into new, so that nobody ever reads half of one."""

import os
from collections.abc import Iterator
from pathlib import Path

from pbem.desk.errors import BrokenDeskError


class Maildir:
    """A folder of mails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path) -> "Maildir":
        """Make the three folders of a Maildir."""
        for name in ("tmp", "new", "cur"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        return cls(folder)

    def deliver(self, name: str, raw: bytes) -> Path:
        """Write a mail durably. The same name is the same mail: delivering it again changes nothing."""
        target = self.folder / "new" / name
        seen = self.folder / "cur"
        if target.exists() or any(seen.glob(f"{name}*")):
            return target
        try:
            unfinished = self.folder / "tmp" / name
            with unfinished.open("wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(target)
            _sync_folder(target.parent)
        except OSError as error:
            raise BrokenDeskError(f"cannot write mail into {self.folder}: {error.strerror}") from None
        return target

    def waiting(self) -> Iterator[Path]:
        """Yield the mails nobody has taken yet, in the order of their names."""
        yield from sorted((self.folder / "new").glob("*"))

    def take(self, path: Path) -> None:
        """Mark a mail as taken."""
        path.rename(self.folder / "cur" / f"{path.name}:2,S")


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Maildirs: a mail is written whole under tmp, then renamed into new, so that nobody ever reads half of one."""

import os
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from pbem.desk.disk.writing import PRIVATE, fsync, write_file
from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, Waiting

_PAUSE = 0.2
# How a mail may be called in cur, whatever mail program took it. Asking for each costs the same however full cur is.
_TAKEN = tuple(f":2,{''.join(flags)}" for size in range(7) for flags in combinations("DFPRST", size))


class Maildir:
    """A folder of mails, for both ways. As an inbox it is the desk's alone: what is in cur was dealt with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._listed: frozenset[str] = frozenset()

    @classmethod
    def create(cls, folder: Path) -> "Maildir":
        """Make the three folders of a Maildir."""
        for name in ("tmp", "new", "cur"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        return cls(folder)

    def deliver(self, name: str, _to: str, raw: bytes, /) -> None:
        """Write a mail durably. The same name is the same mail: delivering it again changes nothing."""
        try:
            place = self._place(name)
            if place is None:
                mail = raw.replace(b"\r\n", b"\n")
                write_file(self.folder / "new" / name, mail, PRIVATE, via=self.folder / "tmp")
            else:
                fsync(place)  # who renamed it may have died before this was done
        except OSError as error:
            raise BrokenDeskError(f"cannot write mail into {self.folder}: {error.strerror}") from None

    def _place(self, name: str) -> Path | None:
        """Return the folder that a mail of this name is in."""
        if (self.folder / "new" / name).exists():
            return self.folder / "new"
        taken = f"{self.folder}/cur/{name}"
        is_taken = any(os.path.exists(taken + end) for end in _TAKEN)  # noqa: PTH110 - so many Paths would take long
        return self.folder / "cur" if is_taken else None

    def names(self) -> list[str]:
        """Return the names of the mails nobody has taken yet, in the order in which they came."""
        try:
            with os.scandir(self.folder / "new") as found:
                mails = (entry for entry in found if not entry.name.startswith(".") and entry.is_file())
                return [name for _came, name in sorted(map(_arrival, mails))]
        except OSError as error:
            raise UnreachableError(f"the Maildir {self.folder} cannot be read: {error.strerror}") from None

    def waiting(self) -> Iterator[Waiting]:
        """Yield the mails nobody has taken yet, in the order they came in; one that has vanished is passed over."""
        names = self.names()
        self._listed = frozenset(names)
        unreadable = ""
        for name in names:
            try:
                mail = self._read(name)
            except FileNotFoundError:
                continue
            except OSError as error:
                unreadable = unreadable or f"{self.folder / 'new' / name} cannot be read: {error.strerror}"
                continue
            yield mail
        if unreadable:
            raise UnreachableError(unreadable)

    def _read(self, name: str) -> Waiting:
        with open(f"{self.folder}/new/{name}", "rb") as file:  # noqa: PTH123 - a Path would intern every name
            raw = file.read(MOST_BYTES + 1)
            came = int(os.fstat(file.fileno()).st_mtime)
        return Waiting(name, raw if len(raw) <= MOST_BYTES else None, came)

    @property
    def name(self) -> str:
        """The folder."""
        return str(self.folder.resolve())

    def has(self, mail: Waiting) -> bool:
        """Tell whether nobody has taken a mail yet."""
        return os.path.exists(f"{self.folder}/new/{mail.id}")  # noqa: PTH110 - as above

    def done(self, mail: Waiting) -> None:
        """Mark a mail as taken."""
        source = f"{self.folder}/new/{mail.id}"
        try:
            os.rename(source, f"{self.folder}/cur/{mail.id}:2,S")  # noqa: PTH104 - as above
        except OSError as error:
            if isinstance(error, FileNotFoundError) and not os.path.exists(source):  # noqa: PTH110 - as above
                return  # another poller was quicker
            raise UnreachableError(f"{self.folder} cannot be changed: {error.strerror}") from None

    def wait(self, seconds: float) -> None:
        """Look often."""
        end = time.monotonic() + seconds
        while self._listed.issuperset(self.names()) and (left := end - time.monotonic()) > 0:
            time.sleep(min(_PAUSE, left))

    def close(self) -> None:
        """There is nothing to let go of."""


def _arrival(entry: os.DirEntry[str]) -> tuple[int, str]:
    """Return when a mail came, to the second; of one that has vanished since, nobody can tell."""
    try:
        return int(entry.stat().st_mtime), entry.name
    except FileNotFoundError:
        return 0, entry.name

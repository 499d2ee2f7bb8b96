"""High-water marks: how far each record of a desk has come, kept beside the database and not in it.

A database that was put back from a copy knows nothing of what came after it. The mark does: one small file a game,
written after each commit. It need not survive a power cut, so nothing is synced; a mark that was lost or torn says
nothing, and one that can be read was true.
"""

import logging
import os
import re
import time
from binascii import crc32
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem.desk.disk.in_place import write_over
from pbem.record.log.entry import Head

FOLDER = "marks"
log = logging.getLogger("pbem.marks")
_LINE = re.compile(rb"(?P<said>(?P<size>[0-9]{16}) (?P<hash>[0-9a-f]{64})) (?P<sum>[0-9a-f]{8})\n")
_LOOKS = 5
_PAUSE = 0.05  # seconds between them
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Marks:
    """How far each record has come, as this folder remembers it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._in_accord: set[str] = set()  # games whose record and mark this process has seen agree

    def of(self, game: str) -> Head | None:
        """Return how far a record has come; None if nothing is known."""
        if not _NAME.fullmatch(game):
            return None
        try:
            return _read(game, (self._folder / game).read_bytes())
        except OSError:
            return None

    def all(self) -> Iterator[tuple[str, Head]]:
        """Yield every mark that can be read, by game."""
        for path in sorted(self._folder.glob("*")):
            head = self.of(path.name)
            if head is not None:
                yield path.name, head

    def names(self) -> set[str]:
        """Return the games that have a mark, readable or not."""
        try:
            return set(os.listdir(self._folder))  # noqa: PTH208 - names alone, of which there may be very many
        except OSError:
            return set()

    def has(self, game: str) -> bool:
        """Tell whether there is a mark, readable or not."""
        return os.path.lexists(self._folder / game)

    def unreadable(self) -> Iterator[str]:
        """Yield the name of every mark that is there and says nothing."""
        for path in sorted(self._folder.glob("*")):
            if self._is_torn(path.name):
                yield path.name

    def _is_torn(self, game: str) -> bool:
        """Tell whether a mark says nothing; one that is just being written may look so for a moment."""
        for _ in range(_LOOKS):
            if self.of(game) is not None or not self.has(game):
                return False
            time.sleep(_PAUSE)
        return True

    def set(self, heads: Mapping[str, Head]) -> None:
        """Remember how far records have come. What is committed has happened, so that nothing fails here."""
        for game, head in heads.items():
            try:
                self._write(game, head)
            except OSError as error:
                log.warning("the mark of %s cannot be written: %s", game, error.strerror)
        self._in_accord.update(heads)

    def _write(self, game: str, head: Head) -> None:
        try:
            self._overwrite(game, head)
        except FileNotFoundError:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._overwrite(game, head)

    def _overwrite(self, game: str, head: Head) -> None:
        """Write over the one line in place: all lines are of one length."""
        write_over(self._folder / game, _line(game, head))

    def is_in_accord(self, game: str) -> bool:
        """Tell whether this process has seen that a record is as long as its mark says; it can only grow since."""
        return game in self._in_accord

    def doubt(self) -> None:
        """Forget what this process has seen: the database may be another one now."""
        self._in_accord.clear()

    def note_accord(self, game: str) -> None:
        """Remember that a record is as long as its mark says."""
        self._in_accord.add(game)


def _line(game: str, head: Head) -> bytes:
    said = b"%016d %s" % (head.size, head.hash.hex().encode())
    return b"%s %08x\n" % (said, crc32(game.encode() + b" " + said))


def _read(game: str, raw: bytes) -> Head | None:
    """Return what a mark says, or None if it was torn or is another game's."""
    found = _LINE.fullmatch(raw)
    if found is None or crc32(game.encode() + b" " + found["said"]) != int(found["sum"], 16):
        return None
    return Head(int(found["size"]), bytes.fromhex(found["hash"].decode()))

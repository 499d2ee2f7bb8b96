"""What a folder has seen of a database that several machines share: the last letter that anybody asked for.

Nearly everything that happens at a desk asks for a letter, and none about a game is ever taken back. So a database that
does not have the letter any more, or has another of its number, is one of before: it was put back. Like a mark, this is
a small file beside the settings that is written over in place, and says nothing when it is torn.
"""

import logging
import re
from binascii import crc32
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from pbem.desk.disk.in_place import write_over

FILE = "seen"
log = logging.getLogger("pbem.marks")
_LINE = re.compile(rb"(?P<said>(?P<letter>[0-9]{20}) (?P<digest>[0-9a-f]{64})) (?P<sum>[0-9a-f]{8})\n")


class LastLetter(Struct, frozen=True):
    """The number of a letter, and a digest of what is locked in it; 0 and nothing if there was none."""

    number: int = 0
    digest: str = sha256(b"").hexdigest()

    @classmethod
    def of(cls, number: int, locked: bytes) -> "LastLetter":
        """Return a letter as it is remembered."""
        return cls(number, sha256(locked).hexdigest())


class Seen:
    """The last letter, as a folder remembers it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def get(self) -> LastLetter | None:
        """Return the last letter that was seen; None if nothing is known."""
        try:
            found = _LINE.fullmatch(self._path.read_bytes())
        except OSError:
            return None
        if found is None or crc32(found["said"]) != int(found["sum"], 16):
            return None
        return LastLetter(int(found["letter"]), found["digest"].decode())

    def put(self, last: LastLetter) -> None:
        """Remember a letter. Nothing fails here: what is not remembered is looked for again."""
        said = b"%020d %s" % (last.number, last.digest.encode())
        try:
            write_over(self._path, b"%s %08x\n" % (said, crc32(said)))
        except OSError as error:
            log.warning("%s cannot be written: %s", self._path, error.strerror)

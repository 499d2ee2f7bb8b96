"""Files that are written elsewhere first, and then moved to a name that is not taken."""

import os
import stat
from collections.abc import Iterator
from errno import EXDEV
from pathlib import Path

from pbem.desk.disk.folders import entered, naming
from pbem.desk.disk.writing import How, put_in_place, write_in

_CHUNK = 1_000_000


def move_new(source: Path, target: Path, *, within: Path | None = None) -> None:
    """Move a file that is written, from a folder of our own, to a name that is not taken; where need be it is copied.

    FileExistsError if the name is taken; LinkedError if a folder between `within` and the target is a link.
    """
    with naming(target), entered(source.parent) as own, entered(target.parent, within, is_made=False) as place:
        try:
            put_in_place((source.name, own), (target.name, place), is_new=True)
            os.fsync(place)
        except OSError as error:
            if error.errno != EXDEV:
                raise
        else:
            return
        how = How(stat.S_IMODE(source.stat().st_mode), is_new=True)
        write_in((target.name, place), _chunks(source), how, place)
    source.unlink()


def _chunks(source: Path) -> Iterator[bytes]:
    with source.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk

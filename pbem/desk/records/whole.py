"""A folder that is written whole or not at all: beside its place first, and then put there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from pbem.desk.errors import UsageError


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Hand out an empty folder to be filled, and put it in the place of `target` when that is done.

    Whatever breaks it off before, `target` is as it was. What is there is replaced: the caller has looked at it.
    UsageError if there is no room, or no right, to write.
    """
    place = target.resolve()
    unfinished, before = place.with_name(f".{place.name}.unfinished"), place.with_name(f".{place.name}.before")
    try:
        _remove(unfinished)  # of a time that was broken off
        unfinished.mkdir(parents=True)
        yield unfinished
        _remove(before)
        if place.exists():
            place.rename(before)
        unfinished.rename(place)
        _remove(before)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    finally:
        rmtree(unfinished, ignore_errors=True)


def _remove(folder: Path) -> None:
    if folder.exists():
        rmtree(folder)

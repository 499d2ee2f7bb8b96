"""A folder that is written whole or not at all: beside its place first, and then put there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.desk.disk.replacing import Room, replacing
from pbem.desk.disk.ways import Way, led_to
from pbem.desk.errors import UsageError


def led_to_room(target: Path) -> Way:
    """Follow the links on the way to a folder that is to be written; UsageError if another user made one of them."""
    try:
        return led_to(target)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None


@contextmanager
def written_whole(target: Path) -> Iterator[Room]:
    """Hand out an empty folder to be filled, and put it in the place of `target` when that is done.

    Whatever breaks it off before, `target` is as it was. What is there is replaced: the caller looks at it before, by
    the path that leads to what is open. UsageError if there is no room, or no right, to write.
    """
    try:
        with replacing(led_to_room(target)) as room:
            yield room
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None

"""A folder that is written whole or not at all: beside its place first, and then put there."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.desk.disk import Way, led_to, remove
from pbem.desk.errors import UsageError


def led_to_room(target: Path) -> Way:
    """Follow the links on the way to a folder that is to be written; UsageError if another user made one of them."""
    try:
        return led_to(target)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Hand out an empty folder to be filled, and put it in the place of `target` when that is done.

    Whatever breaks it off before, `target` is as it was. What is there is replaced: the caller has looked at it.
    UsageError if there is no room, or no right, to write.
    """
    place = led_to_room(target).place
    unfinished, before = place.with_name(f".{place.name}.unfinished"), place.with_name(f".{place.name}.before")
    try:
        remove(unfinished)  # of a time that was broken off
        unfinished.mkdir(parents=True)
        yield unfinished
        remove(before)
        if place.exists():
            place.rename(before)
        unfinished.rename(place)
        remove(before)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            remove(unfinished)

"""The time and the luck of a simulated world: every desk that is opened in it has its time from here."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from unittest.mock import patch

from pbem.desk.desk import Desk

MINUTE, HOUR, DAY = 60, 3_600, 86_400
BEGIN = int(datetime(2026, 9, 7, 8, tzinfo=UTC).timestamp())  # a Monday, before clocks change in the north


class World:
    """What time it is, and what is drawn next."""

    def __init__(self, seed: int) -> None:
        self.now = BEGIN
        self._seed = seed
        self._drawn = 0

    def draw(self) -> bytes:
        """Return 32 bytes that the seed and their number decide."""
        self._drawn += 1
        return sha256(b"club %d %d" % (self._seed, self._drawn)).digest()


@contextmanager
def living_in(world: World) -> Iterator[None]:
    """Let all desks live in a world: also those that are opened on the way, such as by restoring."""
    with patch.multiple(Desk, now=lambda _desk: world.now, entropy=lambda _desk: world.draw()):
        yield


def told(at: int) -> str:
    """Write an instant for people."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")

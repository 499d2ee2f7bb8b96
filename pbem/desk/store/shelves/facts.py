"""Facts about the desk itself: the format of its tables, where it went, its keys."""

from pbem.desk.store.shelves.shelf import Shelf
from pbem.desk.store.sql import FORMAT
from pbem.desk.store.values import MOVED


class Facts(Shelf):
    """The facts of a desk, by name."""

    def format(self) -> str | None:
        """Return the format number of the tables, as it stands there."""
        return self.find("format")

    def note_format(self) -> None:
        """Write the format number of the tables down."""
        self.put("format", str(FORMAT))

    def moved_to(self) -> str | None:
        """Return where everything is that was here."""
        return self.find(MOVED)

    def find(self, name: str) -> str | None:
        """Return a fact about the desk."""
        value: str | None = self._first("desk_fact", name=name)
        return value

    def put(self, name: str, value: str) -> None:
        """Write a fact about the desk down, new or not."""
        self._run("no_desk_fact", {"name": name})
        self._run("put_desk_fact", {"name": name, "value": value})

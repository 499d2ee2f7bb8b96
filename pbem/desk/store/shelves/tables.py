"""The tables themselves: made, and left for those of another database."""

from pbem.desk.store.shelves.shelf import Shelf
from pbem.desk.store.sql import columns
from pbem.desk.store.values import MOVED


class Tables(Shelf):
    """The tables of a desk."""

    def make(self) -> None:
        """Make all tables and indexes that are not there."""
        self._ground.make_tables()

    def leave_for(self, place: str) -> None:
        """Let nobody use this database any more, because everything is in another place now."""
        self._run("put_desk_fact", {"name": MOVED, "value": place})
        self._ground.tally.write()  # the last thing that is counted here
        for table in columns():
            if table != "desk":  # which says where everything is
                self._ground.say(f"ALTER TABLE {table} RENAME TO moved_{table}")

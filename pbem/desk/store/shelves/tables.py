"""The tables themselves: made, made anew, left."""

from pbem.desk.store.shelves.facts import MOVED, Facts
from pbem.desk.store.shelves.people import member
from pbem.desk.store.shelves.shelf import Shelf, fields
from pbem.desk.store.sql import columns


class Tables(Shelf):
    """The tables of a desk."""

    def make(self) -> None:
        """Make all tables and indexes that are not there."""
        for statement in self._ground.sql.tables:
            self._ground.say(statement)

    def remake_players(self) -> None:
        """Make the table of people anew from one that has no zones."""
        rows = list(self._ground.say("SELECT name, address, language, key_id, key, publishes FROM player"))
        self._ground.say("DROP TABLE player")
        self.make()
        for row in rows:
            self._run("put_player", fields(member((*row, ""))))

    def leave_for(self, place: str) -> None:
        """Let nobody use this database any more, because everything is in another place now."""
        Facts(self._ground).put(MOVED, place)
        self._ground.tally.write()  # the last thing that is counted here
        for table in columns():
            if table != "desk":  # which says where everything is
                self._ground.say(f"ALTER TABLE {table} RENAME TO moved_{table}")

"""What all shelves of one transaction share, and how a shelf asks its database."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem.desk.store.databases.engine import Run
from pbem.desk.store.guards.row_digests import Tally
from pbem.desk.store.guards.secret_cache import Drawer
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.sql import Sql
from pbem.desk.store.values import Trace
from pbem.record.log.entry import Head


class Ground:
    """What the shelves of one transaction share: database, tally, secrets, and what it leaves behind."""

    def __init__(self, run: Run, sql: Sql, vault: Vault) -> None:
        self.say = run  # for what is no statement of the store: tables are made, renamed, dropped
        self.sql = sql
        self.vault = vault
        self.tally = Tally(run, sql, vault)
        self.drawer = Drawer(self.tally.each, vault)
        self.heads: dict[str, Head] = {}  # of the records that were appended to
        self.trace: Trace | None = None  # what only this transaction can have written

    def make_tables(self) -> None:
        """Make all tables and indexes that are not there."""
        for statement in self.sql.tables:
            self.say(statement)

    def leave(self, statement: str, places: Mapping[str, Any], answer: Any) -> None:
        """Note what a statement will answer if this transaction is kept, and only then."""
        self.trace = Trace(statement, dict(places), answer)

    def forget(self, **places: Any) -> None:
        """Note that what was left at a place is not there any more."""
        if self.trace and self.trace.places == places:
            self.trace = None


class Shelf:
    """One topic of a transaction."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._vault = ground.vault
        self._run = ground.tally.run
        self._each = ground.tally.each

    def _first(self, statement: str, /, **values: Any) -> Any:
        """Return the first value of the first row that a statement gives, or None."""
        row = self._run(statement, values).fetchone()
        return row[0] if row else None


def fields(value: Struct) -> dict[str, Any]:
    """Return the fields of a value by name."""
    return {field: getattr(value, field) for field in value.__struct_fields__}


def begins_with(prefix: str) -> dict[str, str]:
    """Return between which two texts all those lie that begin with a prefix."""
    return {"first": prefix, "end": prefix[:-1] + chr(ord(prefix[-1]) + 1)}

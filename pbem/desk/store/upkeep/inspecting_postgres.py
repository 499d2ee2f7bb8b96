"""Looking at every row of a PostgreSQL database, for damage. Its pages are the server's own business.

A server that was set up with data checksums (`initdb --data-checksums`) names a damaged page itself when it is read.
"""

from collections.abc import Iterator
from contextlib import ExitStack

from pbem.desk.store.databases.engine import Run
from pbem.desk.store.databases.postgres import Database
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.sql import columns
from pbem.desk.store.upkeep.inspecting import Damage, Row, opened_row

_TYPES = {"str": "text", "int": "bigint", "bytes": "bytea", "bool": "boolean"}
_COLUMNS = """
SELECT table_name, column_name, data_type, coalesce(collation_name, '') FROM information_schema.columns
WHERE table_schema = ANY (current_schemas(false))
"""
_ADDED = """
SELECT event_object_table, 'trigger ' || trigger_name FROM information_schema.triggers
WHERE trigger_schema = ANY (current_schemas(false))
UNION SELECT tablename, 'rule ' || rulename FROM pg_rules WHERE schemaname = ANY (current_schemas(false))
UNION SELECT viewname, 'view ' || viewname FROM pg_views WHERE schemaname = ANY (current_schemas(false))
"""
_INDEXES = "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = ANY (current_schemas(false))"


class Inspector:
    """Reads a database as it is at one moment, past whatever is wrong."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stack = ExitStack()
        self._run = self._stack.enter_context(database.look(lambda run: run))
        self.tables = dict.fromkeys(columns(), 0)

    def close(self) -> None:
        """Let go of the connection."""
        self._stack.close()

    def structure(self) -> Iterator[Damage]:
        """Pages are read with the rows that are on them, and have no other check here."""
        return iter(())

    def schema(self) -> Iterator[Damage]:
        """Compare columns, indexes, triggers, rules and views with those of this version."""
        yield from _compare_columns(self._run)
        yield from _compare_indexes(self._run, self._database)
        for table, what in self._run(_ADDED):
            yield Damage(table, f"the {what} does not belong there")

    def rows(self, table: str, vault: Vault | None = None) -> Iterator[Row | Damage]:
        """Yield every row of a table, unlocked if there is a vault, and what is wrong where one cannot be read."""
        names = list(columns()[table])
        self._run("SAVEPOINT whole")
        try:
            for row in self._run.stream(self._database.sql.rows(table)):
                yield opened_row(table, dict(zip(names, row, strict=True)), vault)
        except self._database.faults as error:
            self._run("ROLLBACK TO SAVEPOINT whole")
            said = " ".join((error.diag.message_primary or str(error)).split())
            yield Damage(table, f"cannot be read to its end: {said}")


def _compare_columns(run: Run) -> Iterator[Damage]:
    found = {(table, name): (kind, order) for table, name, kind, order in run(_COLUMNS)}
    for table, kinds in columns().items():
        for name, holds in kinds.items():
            made = _TYPES[holds], "C" if holds == "str" else ""
            if found.pop((table, name), None) != made:
                yield Damage(table, f"the column {name} is missing, or not made as it should be")
    for table, name in found:
        yield Damage(table, f"the column {name} does not belong there")


def _compare_indexes(run: Run, database: Database) -> Iterator[Damage]:
    """Compare the indexes by their names; those of keys are called after their tables."""
    made = {words[5] for words in map(str.split, database.sql.tables) if words[1] == "INDEX"}
    found = {name: table for table, name in run(_INDEXES)}
    keys = {f"{table}_pkey" for table in columns()}
    for name in sorted((made | keys) - found.keys()):
        yield Damage("database", f"the index {name} is missing")
    for name in sorted(found.keys() - made - keys):
        yield Damage(found[name], f"the index {name} does not belong there")

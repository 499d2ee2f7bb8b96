"""The SQL of the store: the statements of `statements.sql` and the tables of `schema.sql`.

Both files are plain SQL for SQLite. A few rules in this module adapt them for PostgreSQL. They
are read when a desk is opened; SQLAlchemy takes longer to load than most commands take to run.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

FORMAT = 9  # of the tables; a desk with a higher number was made by a newer pbem
COUNTED = "counted_"  # before the name of a thing: the statement that selects what counts of it
_HOME = Path(__file__).parent
_NAME = re.compile(r"^-- name:", re.MULTILINE)
_STATEMENT = re.compile(r"^-- name: (?P<name>\w+)\n(?:-- counts: (?P<counts>.+)\n)?(?P<text>[^;]+);$", re.MULTILINE)
_COUNTS = re.compile(r"(?P<sign>[+-]) (?P<thing>\w+)|nothing \(.+\)")
_CHANGES = re.compile(r"\b(INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b")
# Those of tables are compiled when they are used: most commands ask nothing of tables.
_MADE = r"(?m)^(?:-- (?P<only>\w+) only\n)?(?P<text>CREATE [^;]+);$"
_TABLE = r"CREATE TABLE IF NOT EXISTS (?P<name>\w+)"
_COLUMN = r'(?m)^ +"?(?P<name>\w+)"? (?P<kind>VARCHAR|INTEGER|BLOB|BOOLEAN)\b'
_KEY = r"PRIMARY KEY \((.+)\)"
_HOLDS = {"VARCHAR": "str", "INTEGER": "int", "BLOB": "bytes", "BOOLEAN": "bool"}


class Count(Struct, frozen=True):
    """What a statement does to a thing that is counted: it adds rows (1), or takes rows away (-1).

    What counts of them stands in the values that it is given, else in the rows that it returns.
    """

    thing: str
    sign: int
    is_given: bool


class Statement(Struct, frozen=True):
    """A statement, and what it does to what is counted; None if nothing."""

    text: str
    count: Count | None = None


class Sql:
    """The SQL for one kind of database: here SQLite, which takes both files as they are."""

    name: ClassVar[str] = "sqlite"
    statement_rules: ClassVar[Mapping[str, str]] = {}  # what takes the place of what
    table_rules: ClassVar[Mapping[str, str]] = {}

    @cached_property
    def statements(self) -> Mapping[str, Statement]:
        """Every statement of the store, by its name."""
        found = read_statements((_HOME / "statements.sql").read_text("utf-8"))
        return {name: Statement(self._said(one.text), one.count) for name, one in found.items()}

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """What makes the tables and their indexes, where they are not there yet."""
        found = [made["text"] for made in _schema() if made["only"] in (None, self.name)]
        return tuple(_by_rules(self.table_rules, text) for text in found)

    def rows(self, table: str) -> str:
        """Return what gives all rows of a table, in an order that is the same in every database."""
        names, key = ", ".join(columns()[table]), _keys()[table]
        return f"SELECT {names} FROM {table} ORDER BY {key}"  # noqa: S608 - names of ours

    def put_row(self, table: str) -> str:
        """Return what inserts a row as it is; whoever moves rows moves the tallies, too."""
        names = ", ".join(columns()[table])
        places = ", ".join(f":{name}" for name in columns()[table])
        text = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - names of ours
        return self._said(text)

    def _said(self, text: str) -> str:
        return _by_rules(self.statement_rules, text)


class PostgresSql(Sql):
    """The same in PostgreSQL's words."""

    name = "postgresql"
    statement_rules: ClassVar[Mapping[str, str]] = {
        r"(?<!:):(\w+)": r"%(\1)s",  # where a value goes
        r"/\* (FOR UPDATE.*?) \*/": r"\1",  # SQLite has one writer, and locks no row
        r"\b(is_\w+) = 1\b": r"\1",  # truth values
    }
    table_rules: ClassVar[Mapping[str, str]] = {
        r"\bid INTEGER\b": "id BIGSERIAL",
        r"\bINTEGER\b": "BIGINT",  # sizes and times are whole numbers of any size
        r"\bVARCHAR\b": 'TEXT COLLATE "C"',  # sorted by bytes: what begins alike stands together
        r"\bBLOB\b": "BYTEA",
        r"\b(is_\w+) = 1\b": r"\1",
    }


SQLITE, POSTGRESQL = Sql(), PostgresSql()


def _by_rules(rules: Mapping[str, str], text: str) -> str:
    for old, new in rules.items():
        text = re.sub(old, new, text)
    return text


def read_statements(text: str) -> dict[str, Statement]:
    """Return the statements of a file by name.

    ValueError if one changes rows and does not say beside it what tallies count of that.
    """
    found = {one["name"]: _statement(one) for one in _STATEMENT.finditer(text)}
    if len(found) != len(_NAME.findall(text)):
        raise ValueError("a statement has no end, or its name is not its own")
    return found


def _statement(found: re.Match[str]) -> Statement:
    name, said, text = found["name"], found["counts"], found["text"]
    if bool(_CHANGES.search(text)) != bool(said):
        raise ValueError(f"{name!r} must say what it counts if it changes rows, and only then")
    if not said:
        return Statement(text)
    counts = _COUNTS.fullmatch(said)
    if counts is None:
        known = "`+ THING`, `- THING` or `nothing (reason)`"
        raise ValueError(f"{name!r} counts {said!r}: say {known}")
    if counts["thing"] is None:
        return Statement(text)
    return Statement(text, _count(name, text, counts))


def _count(name: str, text: str, counts: re.Match[str]) -> Count:
    sign = 1 if counts["sign"] == "+" else -1
    is_given = "RETURNING " not in text
    if is_given and not text.startswith("INSERT INTO"):
        raise ValueError(f"{name!r} must return the rows that it counts")
    return Count(counts["thing"], sign, is_given)


def _schema() -> Iterator[re.Match[str]]:
    return re.finditer(_MADE, (_HOME / "schema.sql").read_text("utf-8"))


@cache
def columns() -> dict[str, dict[str, str]]:
    """Return the columns of all tables, and what they hold: `str`, `int`, `bytes` or `bool`."""
    return {name: _columns_in(text) for name, text in _tables()}


def _columns_in(text: str) -> dict[str, str]:
    return {found["name"]: _HOLDS[found["kind"]] for found in re.finditer(_COLUMN, text)}


@cache
def _keys() -> dict[str, str]:
    return {name: re.findall(_KEY, text)[0] for name, text in _tables()}


def _tables() -> Iterator[tuple[str, str]]:
    for text in SQLITE.tables:
        if found := re.match(_TABLE, text):
            yield found["name"], text


@cache
def counted() -> dict[str, tuple[str, ...]]:
    """Return which columns count, for each thing that is counted: those its statement selects."""
    found = {}
    for name, statement in SQLITE.statements.items():
        if name.startswith(COUNTED):
            selected = statement.text.removeprefix("SELECT ").partition(" FROM ")[0]
            found[name.removeprefix(COUNTED)] = tuple(selected.split(", "))
    return found

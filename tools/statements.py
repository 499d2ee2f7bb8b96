"""Write the SQL that a desk runs: its tables and statements in the words of each database, a module each.

The tables (SQLModel) and the statements built from them are the source. A desk does not load them: SQLAlchemy takes
longer to import than most commands take to run. A test holds the written modules equal to what would be written now.

  python -m tools.statements     write them all; `make sql` does this
"""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from sqlalchemy import Dialect, Executable
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import AutoString, SQLModel

from pbem.desk.store import statements
from pbem.desk.store.tables import FORMAT

HOME = Path(statements.__file__).with_name("sql")
DIALECTS: dict[str, Dialect] = {  # another database is one more line here
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": psycopg.dialect(),  # type: ignore[no-untyped-call]
}
_WIDTH = 96  # leaves room for a name before it


def written(name: str) -> str:
    """Return the module with all SQL for a database."""
    dialect = DIALECTS[name]
    parts = [
        f'"""Every statement in the words of {name}. Written by `make sql`: change the tables or the statements."""\n',
        f"FORMAT = {FORMAT}\n",
        f"COLUMNS = {_columns()}\n",
        f"TABLES = {_texts(_tables(name), dialect)}\n",
        *(f"{constant} = {_value(value, dialect)}" for constant, value in _statements()),
    ]
    return "\n".join(parts) + "\n"


def _columns() -> str:
    """Give the columns of all tables and what they hold, as Python writes it."""
    lines = []
    for table in SQLModel.metadata.sorted_tables:
        lines.append(f'    "{table.name}": {{')
        lines += [f'        "{column.name}": "{_holds(column.type)}",' for column in table.columns]
        lines.append("    },")
    return "\n".join(["{", *lines, "}"])


def _holds(kind: Any) -> str:
    """Name what a column holds; SQLModel's own kind of text does not say."""
    return "str" if isinstance(kind, AutoString) else str(kind.python_type.__name__)


def _tables(database: str) -> Iterator[Any]:
    """Give what makes the tables and their indexes, where they are not there yet."""
    for table in SQLModel.metadata.sorted_tables:
        yield CreateTable(table, if_not_exists=True)
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            if index.info.get("only", database) == database:
                yield CreateIndex(index, if_not_exists=True)


def _statements() -> Iterator[tuple[str, Any]]:
    """Give every statement of the store under its name; some names mean several statements."""
    for name, value in vars(statements).items():
        if name.isupper() and all(isinstance(each, Executable) for each in _several(value)):
            yield name, value


def _several(value: Any) -> tuple[Any, ...]:
    if isinstance(value, dict):
        return tuple(value.values())
    return value if isinstance(value, tuple) else (value,)


def _value(value: Any, dialect: Dialect) -> str:
    if isinstance(value, dict):
        lines = [f'    "{name}": {_text(each, dialect)},' for name, each in value.items()]
        return "\n".join(["{", *lines, "}"])
    return _texts(iter(value), dialect) if isinstance(value, tuple) else _text(value, dialect)


def _texts(several: Iterator[Any], dialect: Dialect) -> str:
    lines = [f"    {_text(each, dialect)}," for each in several]
    return "\n".join(["(", *lines, ")"])


def _text(statement: Any, dialect: Dialect) -> str:
    """Return a statement as Python writes a text of several lines."""
    compiled = str(statement.compile(dialect=dialect))
    lines = [line for long in compiled.expandtabs(4).strip().splitlines() for line in _lines(long)]
    if len(lines) == 1 and '"' not in lines[0]:
        return f'"{lines[0]}"'
    return '"""\n' + "\n".join(lines) + '\n"""'


def _lines(long: str) -> list[str]:
    margin = " " * (len(long) - len(long.lstrip()))
    return wrap(long.strip(), _WIDTH, initial_indent=margin, subsequent_indent=margin + "    ", break_long_words=False)


def main() -> None:
    """Write a module for every database."""
    for name in DIALECTS:
        (HOME / f"{name}.py").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()

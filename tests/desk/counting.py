"""What a desk asks of its database: how many statements it runs, and how many rows they give."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.store.databases.engine import Cursor, Run, Values
from pbem.desk.store.transaction import Transaction


class Asked:
    """Statements that were run, and rows that they gave."""

    def __init__(self) -> None:
        self.statements = 0
        self.rows = 0

    def counting(self, rows: Iterable[Any]) -> Iterator[Any]:
        for row in rows:
            self.rows += 1
            yield row

    @property
    def both(self) -> tuple[int, int]:
        return self.statements, self.rows


class _Counting:
    """Runs statements, and counts them."""

    def __init__(self, run: Run, asked: Asked) -> None:
        self._run = run
        self._asked = asked

    def __call__(self, statement: str, values: Values = (), /) -> "_Counted":
        self._asked.statements += 1
        return _Counted(self._run(statement, values), self._asked)

    def each(self, statement: str, values: Sequence[Mapping[str, Any]], /) -> list[list[Any]]:
        return [list(self(statement, one)) for one in values]

    def stream(self, statement: str, /) -> Iterator[Any]:
        self._asked.statements += 1
        return self._asked.counting(self._run.stream(statement))


class _Counted:
    """What a statement gave, counted when it is read."""

    def __init__(self, cursor: Cursor, asked: Asked) -> None:
        self._cursor = cursor
        self._asked = asked

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    def fetchone(self) -> Any:
        row = self._cursor.fetchone()
        self._asked.rows += row is not None
        return row

    def __iter__(self) -> Iterator[Any]:
        return self._asked.counting(self._cursor)


@contextmanager
def counted(desk: Desk) -> Iterator[Asked]:
    """Count what a desk asks of its database for a while."""
    asked = Asked()
    store = desk.store

    def transaction(run: Run) -> Transaction:
        return Transaction(_Counting(run, asked), store.database.sql, store.vault)

    store._transaction = transaction  # type: ignore[method-assign]
    try:
        yield asked
    finally:
        del store._transaction

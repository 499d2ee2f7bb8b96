"""Asking PostgreSQL: a statement is sent when somebody wants to know what it gave, and all those before it with it.

Each question to a server costs a way there and back, and both sides wake up for it. A change writes much of which
nobody asks anything: that goes along with the next question. The order is kept, so that each statement sees what those
before it have left. An error shows with that question, or at the end; the transaction is lost by it in either case.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases.engine import Cursor, Values

if TYPE_CHECKING:
    import psycopg

_MOST = 64  # statements that wait
_FEW = 8  # rows: to send more of them by `executemany` pays for its preparations


class Asking:
    """How statements are run on a connection."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection
        self._waiting: list[_Answer] = []

    def __call__(self, statement: Any, values: Values = (), /) -> Cursor:
        if not isinstance(values, list):
            return self._ask(_Answer(self, statement, values))
        if len(values) <= _FEW:
            answers = [self._ask(_Answer(self, statement, one)) for one in values]
            return answers[-1] if answers else self._connection.cursor()
        self.settle()
        cursor = self._connection.cursor()
        cursor.executemany(statement, values)
        return cursor

    def each(self, statement: Any, values: Sequence[Mapping[str, Any]], /) -> list[list[Any]]:
        """Ask for each of some values before anything is read."""
        answers = [self._ask(_Answer(self, statement, one)) for one in values]
        return [list(answer) for answer in answers]

    def _ask(self, answer: "_Answer") -> "_Answer":
        self._waiting.append(answer)
        if len(self._waiting) >= _MOST:
            self.settle()
        return answer

    def settle(self) -> None:
        """Send everything that waits, and wait for what it gives."""
        waiting, self._waiting = self._waiting, []
        if len(waiting) == 1:
            waiting[0].send(self._connection)
        elif waiting:
            with self._connection.pipeline():
                for answer in waiting:
                    answer.send(self._connection)
        for answer in waiting:
            answer.check()

    def stream(self, statement: Any, /) -> Iterator[Any]:
        """Yield rows while the server keeps the others."""
        self.settle()
        with self._connection.cursor("stream") as cursor:
            cursor.itersize = 1_000
            yield from cursor.execute(statement)


class _Answer:
    """What a statement gives, as soon as anybody looks."""

    def __init__(self, asking: Asking, statement: Any, values: Values) -> None:
        self._asking = asking
        self._statement = statement
        self._values = values
        self._cursor: psycopg.Cursor[Any] | None = None

    def send(self, connection: "psycopg.Connection[Any]") -> None:
        """Run the statement."""
        self._cursor = connection.execute(self._statement, self._values)

    def check(self) -> None:
        """Raise BrokenDeskError if a row was to be put in and was not: triggers and rules can do that in silence."""
        if self._statement.lstrip().startswith("INSERT") and self._read().rowcount < 1:
            why = "the database keeps a row away that was written: see which trigger or rule it has, `pbem check`"
            raise BrokenDeskError(why)

    def _read(self) -> "psycopg.Cursor[Any]":
        while self._cursor is None:
            self._asking.settle()
        return self._cursor

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._read().rowcount

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return self._read().fetchone()

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows."""
        return iter(self._read())

"""What every database promises to the store: transactions, what they exclude, and how a failed commit is told."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.sql import Sql

WHOLE = ""  # a change of the desk as a whole: while it is made nobody writes anything else
LETTERS = "letters of all games"  # a change of letters that were claimed: whoever claims one has it to himself
About = str | tuple[str, ...]  # what a change is about: the desk, letters, a thing (a game by its id), or several

Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Progress = Callable[[str, int], None]  # how many rows of a table were moved so far
Password = Callable[[], str]  # empty: as the database's own programs find it
Each = Callable[[str, Sequence[Mapping[str, Any]]], list[list[Any]]]  # as `Run.each`
T = TypeVar("T")


class Cursor(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows."""


class Run(Protocol):
    """How statements are run within a transaction."""

    def __call__(self, statement: str, values: Values = (), /) -> Cursor:
        """Run a statement, or with a list of values one for each of them, in the order in which they are given here.

        What it gave can be read until the transaction ends. Where a database is asked from afar, it may be sent no
        sooner than that, or than the end.
        """

    def each(self, statement: str, values: Sequence[Mapping[str, Any]], /) -> list[list[Any]]:
        """Run a statement for each of some values, all at once; returns the rows that each gave."""

    def stream(self, statement: str, /) -> Iterable[Any]:
        """Yield the rows of a statement that may give more than memory holds."""


class UnsureError(BrokenDeskError):
    """A commit failed, and nobody knows yet whether what it wrote is there."""


class TakenError(BrokenDeskError):
    """A database is not empty, where a new one is to be made: where it is, and the facts of the desk that it holds."""

    def __init__(self, why: str, place: str, facts: Mapping[str, str]) -> None:
        super().__init__(why)
        self.place = place
        self.facts = facts


class Database(Protocol):
    """A database that keeps what was committed, whatever fails."""

    @property
    def sql(self) -> Sql:
        """Everything that is said to it, in its words."""

    @property
    def place(self) -> str:
        """Where it is, in words that hold no secret."""

    def look(self, with_run: Callable[[Run], T]) -> AbstractContextManager[T]:
        """Give what is made of a way to run statements, all on one consistent state of everything."""

    def change(self, with_run: Callable[[Run], T], about: About = WHOLE) -> AbstractContextManager[T]:
        """Give the same for a change: when this ends all of it is durable, or none of it.

        Of two changes about the same thing, a game by its id, the second begins when the first has ended, so that what
        it reads of that thing stays true until it commits. UnsureError if the commit itself fails.
        """

    def was_kept(self, shows: Callable[[Run], bool], about: About) -> bool:
        """Tell whether a change is there whose commit failed; if it is not, see to it that it never will be."""

    def claim(self, names: Collection[str]) -> AbstractContextManager[Collection[str]]:
        """Take things in hand until this ends, or this process does; gives those that nobody else has in hand."""

    def moved_in(self, run: Run) -> None:
        """Bring in order what hangs on rows that came with numbers of their own."""

    def size(self) -> int:
        """Return how much room everything takes, in bytes."""

    def close(self) -> None:
        """Let go of it."""

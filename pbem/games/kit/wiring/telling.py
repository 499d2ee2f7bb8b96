"""How a game speaks, as one value: a function for each method that reads, says or shows."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from pbem.games.game import Data, Drawing, Look, Names, Row, Saying, Seat, Unread
from pbem.games.offers import Group, Term

M = TypeVar("M")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


class Page(Protocol[V]):
    """A module that draws a view, and describes the drawing."""

    def draw(self, view: V, look: Look[V]) -> Drawing: ...
    def describe(self, view: V, look: Look[V]) -> str: ...


class Emblem(Protocol[V_contra]):
    """A module that draws the small picture of a list of games."""

    def draw(self, view: V_contra) -> Drawing: ...


class Telling(Struct, Generic[M, V], frozen=True, kw_only=True):
    """Each function does what the method of `Game` with the same name promises.

    `effect` returns clauses, which are joined to one line. `page` and `emblem` load the module that
    draws when they are called: most commands draw nothing.
    """

    parse: Callable[[V, str], M | Unread]
    write: Callable[[M, str], str]
    say: Callable[[Saying, str, Names], str]
    facts: Callable[[V], Mapping[str, int]]
    house: Callable[[Data, str], tuple[str, ...]]
    effect: Callable[[V, M, str, Names], Iterable[str]]
    grouped: Callable[[V, str, Names], tuple[Group, ...]]
    legend: Callable[[V, str], tuple[Term, ...]]
    stage: Callable[[V, str], str]
    ledger: Callable[[V, str], tuple[Row, ...]]
    board: Callable[[V, str], str]
    reached: Callable[[V], Mapping[Seat, int]]
    uses: Callable[[V, M], Iterable[str]]
    page: Callable[[], Page[V]]
    emblem: Callable[[], Emblem[V]]

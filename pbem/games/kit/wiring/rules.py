"""The rules of a game as one value: a function for each method that decides something."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from pbem.games.chance import Chance
from pbem.games.game import Data, Decision, Outcome, Refusal, Seat, Step

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

Given = Mapping[str, str]  # the options that a host gave
Kinds = frozenset[str]  # of decision


def _no_faults(_seats: tuple[Seat, ...], _options: Given) -> Iterable[str]:
    return ()


def _may_be(_view: object, _move: object) -> None:
    return None


def _as_it_is(_view: object, move: M) -> M:
    return move


def _unchanged(state: S, _seat: Seat) -> Step[S]:
    return Step(state)


class Rules(Struct, Generic[S, M, V], frozen=True, kw_only=True):
    """Each function does what the method of `Game` with the same name promises."""

    table_faults: Callable[[Data], Iterable[str]]
    opening_faults: Callable[[tuple[Seat, ...], Given], Iterable[str]] = _no_faults
    setup: Callable[[tuple[Seat, ...], Given, Data, Chance], Step[S]]
    waiting: Callable[[S], tuple[Decision, ...]]
    ahead: Callable[[V], tuple[Kinds, Kinds]]
    is_past: Callable[[V, str], bool]
    view: Callable[[S, Seat | None], V]
    public: Callable[[S], object]  # the part of a state that everybody may know
    moves: Callable[[V], Iterator[M]]
    check: Callable[[V, M], Refusal | None]
    impossible: Callable[[V, M], Refusal | None] = _may_be
    resolve: Callable[[V, M], M] = _as_it_is
    play: Callable[[S, Seat, M, Chance], Step[S]]
    default: Callable[[V], M]
    vacate: Callable[[S, Seat], Step[S]] = _unchanged
    occupy: Callable[[S, Seat], Step[S]] = _unchanged
    outcome: Callable[[S], Outcome | None]

"""A game with many files: two values name the function for each method of the contract."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from pbem.games.chance import Chance
from pbem.games.game import (
    NOBODY,
    Data,
    Decision,
    Drawing,
    Look,
    Names,
    Outcome,
    Refusal,
    Row,
    Saying,
    Seat,
    Step,
    Unread,
)
from pbem.games.kit.base import BaseGame
from pbem.games.kit.wiring.rules import Rules
from pbem.games.kit.wiring.telling import Telling
from pbem.games.offers import Group, Term, joined

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class WiredGame(BaseGame[S, M, V]):
    """Every method of the contract calls its function in `rules` or `telling`.

    A game overrides a method where it needs more than one function, or where an earlier version of
    its rules differs.
    """

    rules: ClassVar[Rules[Any, Any, Any]]
    telling: ClassVar[Telling[Any, Any]]

    def own_faults(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        table: Data,
    ) -> Iterable[str]:
        return (*self.rules.opening_faults(seats, options), *self.rules.table_faults(table))

    def setup(
        self,
        *,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        table: Data,
        chance: Chance,
    ) -> Step[S]:
        return self.rules.setup(seats, options, table, chance)

    def waiting(self, state: S) -> tuple[Decision, ...]:
        return self.rules.waiting(state)

    def ahead(self, view: V) -> tuple[frozenset[str], frozenset[str]]:
        return self.rules.ahead(view)

    def is_past(self, view: V, turn: str) -> bool:
        return self.rules.is_past(view, turn)

    def view(self, state: S, seat: Seat | None) -> V:
        seen: V = self.rules.view(state, seat)
        return seen

    def public(self, state: S) -> Data:
        return msgspec.to_builtins(self.rules.public(state))

    def moves(self, view: V) -> Iterator[M]:
        return self.rules.moves(view)

    def check(self, view: V, move: M) -> Refusal | None:
        return self.rules.check(view, move)

    def impossible(self, view: V, move: M) -> Refusal | None:
        return self.rules.impossible(view, move)

    def resolve(self, view: V, move: M) -> M:
        resolved: M = self.rules.resolve(view, move)
        return resolved

    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
        return self.rules.play(state, seat, move, chance)

    def default(self, view: V) -> M:
        move: M = self.rules.default(view)
        return move

    def vacate(self, state: S, seat: Seat) -> Step[S]:
        return self.rules.vacate(state, seat)

    def occupy(self, state: S, seat: Seat) -> Step[S]:
        return self.rules.occupy(state, seat)

    def outcome(self, state: S) -> Outcome | None:
        return self.rules.outcome(state)

    def parse(self, view: V, text: str) -> M | Unread:
        read: M | Unread = self.telling.parse(view, text)
        return read

    def write(self, move: M, language: str) -> str:
        return self.telling.write(move, language)

    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        return self.telling.say(saying, language, names)

    def facts(self, view: V) -> Mapping[str, int]:
        return self.telling.facts(view)

    def house(self, table: Data, language: str) -> tuple[str, ...]:
        return self.telling.house(table, language)

    def effect(self, view: V, move: M, language: str, names: Names = NOBODY) -> str:
        return joined(self.telling.effect(view, move, language, names), language)

    def grouped(self, view: V, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
        return self.telling.grouped(view, language, names)

    def legend(self, view: V, language: str) -> tuple[Term, ...]:
        return self.telling.legend(view, language)

    def stage(self, view: V, language: str) -> str:
        return self.telling.stage(view, language)

    def ledger(self, view: V, language: str) -> tuple[Row, ...]:
        return self.telling.ledger(view, language)

    def board(self, view: V, language: str, *, has_players: bool = True) -> str:
        del has_players  # what lies before them is told with what they have
        return self.telling.board(view, language)

    def reached(self, view: V) -> Mapping[Seat, int]:
        return self.telling.reached(view)

    def uses(self, view: V, move: M) -> tuple[str, ...]:
        return tuple(self.telling.uses(view, move))

    def draw(self, view: V, look: Look[V]) -> Drawing:
        return self.telling.page().draw(view, look)

    def describe(self, view: V, look: Look[V]) -> str:
        return self.telling.page().describe(view, look)

    def emblem(self, view: V) -> Drawing | None:
        return self.telling.emblem().draw(view)

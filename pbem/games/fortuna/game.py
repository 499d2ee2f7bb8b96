"""Fortuna as a Game: the contract's methods, each wired to the module that knows."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.fortuna import board, bot, check, facts, orders, scoring, waiting
from pbem.games.fortuna.labels import called, tell_house
from pbem.games.fortuna.move import KINDS, Move
from pbem.games.fortuna.play import play
from pbem.games.fortuna.setup import set_up
from pbem.games.fortuna.state import State, View, view_of, visible_sides
from pbem.games.fortuna.table import OPTIONS, SEATS, faults, shipped
from pbem.games.game import Board, Bot, Data, Decision, Game, Meta, Outcome, Refusal, Saying, Seat, Step, Unread


class Fortuna(Game[State, Move, View]):
    """The road to Rome, for two to four governors."""

    meta: ClassVar[Meta] = Meta(
        key="fortuna",
        version=1,
        titles=dict.fromkeys(("en", "it", "fr", "de"), "Fortuna"),
        seats=SEATS,
        players=(2, 3, 4),
        options=OPTIONS,
    )
    bots: ClassVar[Mapping[str, Bot[View, Move]]] = {"greedy": bot.greedy}

    def table(self) -> Data:
        return deepcopy(shipped())

    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return faults(seats, options, table)

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        return set_up(seats, options, table, chance)

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return waiting.waiting(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state.public)

    def moves(self, view: View) -> Iterator[Move]:
        return check.moves(view)

    def check(self, view: View, move: Move) -> Refusal | None:
        return check.check(view, move)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return play(state, seat, move, chance)

    def default(self, view: View) -> Move:
        return facts.default(view)

    def facts(self, view: View) -> Mapping[str, int]:
        return facts.facts(view)

    def fact(self, words: str) -> str | None:
        return facts.fact(words)

    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        return waiting.ahead(view)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def kind(self, move: Move) -> str:
        return KINDS[type(move)]

    def parse(self, view: View, text: str) -> Move | Unread:
        return orders.parse(view, text)

    def write(self, move: Move, language: str) -> str:
        return orders.write(move, language)

    def say(self, saying: Saying, language: str) -> str:
        return orders.MESSAGES.say(saying, language)

    def fact_called(self, name: str, language: str) -> str:
        return orders.WORDS.say("facts", name, language)

    def called(self, name: str, language: str) -> str:
        return called(name, language)

    def house(self, table: Data, language: str) -> tuple[str, ...]:
        return tell_house(table, language)

    def encode(self, state: State) -> Data:
        return msgspec.to_builtins(state)

    def decode(self, data: Data) -> State:
        return msgspec.convert(data, State)

    def plain(self, view: View) -> Data:
        public = replace(view.public, sides=visible_sides(view))
        return {**msgspec.to_builtins(replace(view, public=public)), "rules": msgspec.to_builtins(view.rules.options)}

    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        return board.draw(view, language, has_picture=has_picture)

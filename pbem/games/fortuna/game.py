"""Fortuna as a Game: the contract's methods, each wired to the module that knows."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.fortuna import board, bot, defaults, facts, law, listing, orders, scoring, vocabulary, waiting, written
from pbem.games.fortuna.faults import table_faults
from pbem.games.fortuna.moves import KINDS, Move
from pbem.games.fortuna.options import OPTIONS, SEATS, option_faults
from pbem.games.fortuna.play import play
from pbem.games.fortuna.setup import set_up
from pbem.games.fortuna.state import State, View, view_of, visible_sides
from pbem.games.fortuna.table import shipped
from pbem.games.fortuna.vocabulary import called, tell_house
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
        return (*option_faults(seats, options), *table_faults(table))

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        return set_up(seats, options, table, chance)

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return waiting.waiting(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state.public)

    def moves(self, view: View) -> Iterator[Move]:
        return listing.moves(view)

    def check(self, view: View, move: Move) -> Refusal | None:
        return law.check(view, move)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return play(state, seat, move, chance)

    def default(self, view: View) -> Move:
        return defaults.default(view)

    def facts(self, view: View) -> Mapping[str, int]:
        return facts.facts(view)

    def fact(self, words: str) -> str | None:
        return vocabulary.fact(words)

    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        return waiting.ahead(view)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def kind(self, move: Move) -> str:
        return KINDS[type(move)]

    def parse(self, view: View, text: str) -> Move | Unread:
        return orders.parse(view, text)

    def write(self, move: Move, language: str) -> str:
        return written.write(move, language)

    def say(self, saying: Saying, language: str) -> str:
        return vocabulary.MESSAGES.say(saying, language)

    def fact_called(self, name: str, language: str) -> str:
        return vocabulary.WORDS.say("facts", name, language)

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

    def draw(self, view: View, language: str) -> Board:
        return board.draw(view, language)

"""Praetor as the house knows it: the contract, wired to the small functions beside it.

Where the rules leave something open, this is how it is played here:

* What may be decided in the update is asked of all players at once, before the first of them goes through it; the
  question about the rescue tells the favour one will have then.
* A move is complete: a smith's order says how many, an outpost's which section; reading an order fills them in.
* What is said about academy or rescue when passing is public, and may be said only if it can come up. Who must pass
  may still have said it: the sheet is looked at, nobody is asked.
* The number of a board on side B goes with the colour of the seat; gold mines go to the seats in table order.
* A vacant seat passes, and is played again as soon as it does anything else.
* The points of an outcome are what each line of the scoring really moved, so that they add up to the favour.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from pbem.games.chance import Chance
from pbem.games.game import Board, Bot, Data, Decision, Game, Meta, Outcome, Refusal, Saying, Seat, Step, Unread
from pbem.games.praetor.board import draw
from pbem.games.praetor.bot import greedy
from pbem.games.praetor.defaults import default
from pbem.games.praetor.facts import fact, fact_in, facts
from pbem.games.praetor.faults import table_faults
from pbem.games.praetor.listing import moves
from pbem.games.praetor.moves import Move, kind
from pbem.games.praetor.options import OPTIONS, SEATS, option_faults
from pbem.games.praetor.orders import parse
from pbem.games.praetor.play import play, vacate
from pbem.games.praetor.refusals import check
from pbem.games.praetor.scoring import outcome
from pbem.games.praetor.setup import set_up
from pbem.games.praetor.state import State, View
from pbem.games.praetor.table import shipped
from pbem.games.praetor.vocabulary import called, say, tell_house
from pbem.games.praetor.waiting import ahead, waiting
from pbem.games.praetor.written import write


class Praetor(Game[State, Move, View]):
    """Building Segedunum by the wall: workers, tiles, fees, favour. Everything on the table is open."""

    meta = Meta(
        key="praetor",
        version=1,
        titles={"en": "Praetor", "it": "Praetor", "fr": "Praetor", "de": "Praetor"},
        seats=SEATS,
        players=(2, 3, 4, 5),
        options=OPTIONS,
    )
    bots: ClassVar[Mapping[str, Bot[View, Move]]] = {"greedy": greedy}

    def table(self) -> Data:
        return shipped()

    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return (*option_faults(seats, options), *table_faults(table))

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        return set_up(seats, options, table, chance)

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return waiting(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state)

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state.now)

    def moves(self, view: View) -> Iterator[Move]:
        return moves(view)

    def check(self, view: View, move: Move) -> Refusal | None:
        return check(view, move)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return play(state, seat, move, chance)

    def default(self, view: View) -> Move:
        return default(view)

    def vacate(self, state: State, seat: Seat) -> Step[State]:
        return vacate(state, seat)

    def facts(self, view: View) -> Mapping[str, int]:
        return facts(view)

    def fact(self, words: str) -> str | None:
        return fact(words)

    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        return ahead(view)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def kind(self, move: Move) -> str:
        return kind(move)

    def parse(self, view: View, text: str) -> Move | Unread:
        return parse(view, text)

    def write(self, move: Move, language: str) -> str:
        return write(move, language)

    def say(self, saying: Saying, language: str) -> str:
        return say(saying, language)

    def fact_called(self, name: str, language: str) -> str:
        return fact_in(name, language)

    def called(self, name: str, language: str) -> str:
        return called(name, language)

    def house(self, table: Data, language: str) -> tuple[str, ...]:
        return tell_house(table, language)

    def encode(self, state: State) -> Data:
        return msgspec.to_builtins(state)

    def decode(self, data: Data) -> State:
        return msgspec.convert(data, State)

    def plain(self, view: View) -> Data:
        rules = view.state.rules
        return {
            "seat": view.seat,
            "table": rules.table.version,
            "choices": msgspec.to_builtins(rules.choices),
            "juniority": list(rules.juniority),
            "rome": rules.rome,
            "now": msgspec.to_builtins(view.state.now),
        }

    def draw(self, view: View, language: str) -> Board:
        return draw(view, language)

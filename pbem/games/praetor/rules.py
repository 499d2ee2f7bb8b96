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

from pbem.games.chance import Chance, NoChance
from pbem.games.game import Board, Bot, Data, Decision, Game, Meta, Outcome, Refusal, Saying, Seat, Step, Unread
from pbem.games.praetor.action import act
from pbem.games.praetor.asking import decision_of, kinds_ahead
from pbem.games.praetor.bot import play_greedily
from pbem.games.praetor.course import Course, by
from pbem.games.praetor.draw import draw_board
from pbem.games.praetor.explain import check
from pbem.games.praetor.facts import fact_in, fact_named, facts_of
from pbem.games.praetor.faults import find_table_faults
from pbem.games.praetor.listing import list_moves
from pbem.games.praetor.move import Academy, Move, Pass, Ready, Rescue, kind_of
from pbem.games.praetor.options import OPTIONS, SEATS, find_opening_faults
from pbem.games.praetor.orders import parse
from pbem.games.praetor.scoring import outcome_of
from pbem.games.praetor.setup import lay_out
from pbem.games.praetor.state import State, View
from pbem.games.praetor.table import shipped
from pbem.games.praetor.turn import go_on
from pbem.games.praetor.update import answer, forecast, school_for
from pbem.games.praetor.vocabulary import MESSAGES, WORDS, say, tell_house
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
    bots: ClassVar[Mapping[str, Bot[View, Move]]] = {"greedy": play_greedily}

    def table(self) -> Data:
        return shipped()

    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        return (*find_opening_faults(seats, options), *find_table_faults(table))

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        return lay_out(seats, options, table, chance)

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return tuple(decision_of(state, seat) for seat in state.rules.seats if seat in state.now.asked)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state)

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state.now)

    def moves(self, view: View) -> Iterator[Move]:
        return list_moves(view)

    def check(self, view: View, move: Move) -> Refusal | None:
        return check(view, move)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        course = Course(state, chance)
        if isinstance(move, Academy | Rescue | Ready):
            answer(course, seat, move)
        else:
            act(course, seat, move)
        go_on(course)
        return course.step()

    def default(self, view: View) -> Move:
        """Pass; use an academy that is free; take the rescue, in the last turn only from nothing (8.3, 8.4)."""
        state, now = view.state, view.state.now
        if now.phase == "ready":
            return Ready()
        if view.seat is None or now.phase not in ("academy", "rescue"):
            return Pass()
        player = now.players[view.seat]
        if now.phase == "academy":
            return Academy(school_for(state, player, "no" if player.vacant else "free"))
        helps = not now.last or forecast(state, view.seat).favour == 0  # P-R33
        return Rescue(use=helps and not player.vacant)

    def vacate(self, state: State, seat: Seat) -> Step[State]:
        """Leave a seat to the default moves: fees to it go to the bank until it does more than pass (P-R51)."""
        course = Course(state, NoChance())
        course.change(seat, vacant=True)
        course.tell("vacated", seat=by(seat))
        return course.step()

    def facts(self, view: View) -> Mapping[str, int]:
        return facts_of(view)

    def fact(self, words: str) -> str | None:
        return fact_named(words)

    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        return kinds_ahead(view)

    def outcome(self, state: State) -> Outcome | None:
        return outcome_of(state)

    def kind(self, move: Move) -> str:
        return kind_of(move)

    def parse(self, view: View, text: str) -> Move | Unread:
        return parse(view, text)

    def write(self, move: Move, language: str) -> str:
        return write(move, language)

    def say(self, saying: Saying, language: str) -> str:
        return say(saying, language)

    def fact_called(self, name: str, language: str) -> str:
        return fact_in(name, language)

    def called(self, name: str, language: str) -> str:
        for section in ("seats", "asks"):
            if name in WORDS.ids(section):
                return WORDS.say(section, name, language)
        key = f"points_{name}"
        return say(Saying(key), language) if MESSAGES.knows(key) else name

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

    def draw(self, view: View, language: str, *, has_picture: bool = True) -> Board:
        return draw_board(view, language, has_picture=has_picture)

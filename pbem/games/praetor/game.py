"""Praetor as the house knows it: the contract, wired to the small functions beside it.

Where the rules leave something open, this is how it is played here:

* What may be decided in the update is asked of all players at once, before the first of them goes through it; the
  question about the rescue tells the favour one will have then.
* A move is complete: a smith's order says how many, an outpost's which section; reading an order fills them in.
* What is said about academy or rescue when passing is public; where it cannot come up it means nothing, and is left
  out of the record. Who must pass may still have said it: the sheet is looked at, nobody is asked.
* The number of a board on side B goes with the colour of the seat; gold mines go to the seats in table order.
* A vacant seat passes, and is played again as soon as somebody takes it over.
* The points of an outcome are what each line of the scoring really moved, so that they add up to the favour.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.game import (
    NOBODY,
    Bot,
    Data,
    Decision,
    Drawing,
    Look,
    Meta,
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
from pbem.games.offers import Group, Term, joined
from pbem.games.praetor import bot
from pbem.games.praetor.course import defaults, play, scoring, waiting
from pbem.games.praetor.course.setup import set_up
from pbem.games.praetor.law import impossible, listing
from pbem.games.praetor.law.law import why_not_said
from pbem.games.praetor.law.resolved import resolve
from pbem.games.praetor.position.moves import KINDS, Move
from pbem.games.praetor.position.state import State, View
from pbem.games.praetor.show import archive_counts, board, choosing, legend, outlook, player_table
from pbem.games.praetor.table import vocabulary
from pbem.games.praetor.table.faults import table_faults
from pbem.games.praetor.table.options import FITS, OPTIONS, SEATS, opening_faults
from pbem.games.praetor.table.table import shipped
from pbem.games.praetor.words import facts, orders, refusals, written


class Praetor(BaseGame[State, Move, View]):
    """Building Segedunum by the wall: workers, tiles, fees, favour. Everything on the table is open."""

    meta: ClassVar[Meta] = Meta(
        key="praetor",
        version=2,
        titles=dict.fromkeys(("en", "it", "fr", "de"), "Praetor"),
        seats=SEATS,
        players=(2, 3, 4, 5),
        turns={2: 13, 3: 10, 4: 9, 5: 8},
        options=OPTIONS,
        lates=3,
    )
    bots: ClassVar[Mapping[str, Bot[View, Move]]] = {"greedy": bot.greedy}
    state_type = State
    kinds = KINDS
    words = vocabulary.WORDS
    messages = vocabulary.MESSAGES
    shipped = staticmethod(shipped)
    fits = FITS
    has_secrets = False
    measure = "reached"

    def earlier(self) -> tuple[BaseGame[State, Move, View], ...]:
        return (FIRST,)

    def own_faults(self, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> Iterable[str]:
        return (*opening_faults(seats, options), *table_faults(table))

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        return set_up(seats, options, table, chance)

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return waiting.waiting(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state)

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state.now)

    def moves(self, view: View) -> Iterator[Move]:
        return listing.moves(view)

    def check(self, view: View, move: Move) -> Refusal | None:
        return refusals.check(view, move)

    def impossible(self, view: View, move: Move) -> Refusal | None:
        return impossible.impossible(view, move)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return play.play(state, seat, move, chance)

    def default(self, view: View) -> Move:
        return defaults.default(view)

    def vacate(self, state: State, seat: Seat) -> Step[State]:
        return play.vacate(state, seat)

    def occupy(self, state: State, seat: Seat) -> Step[State]:
        return play.occupy(state, seat)

    def resolve(self, view: View, move: Move) -> Move:
        return resolve(view, move)

    def facts(self, view: View) -> Mapping[str, int]:
        return facts.facts(view)

    def fact(self, words: str) -> str | None:
        return facts.fact(words)

    def ahead(self, view: View) -> tuple[frozenset[str], frozenset[str]]:
        return waiting.ahead(view)

    def is_past(self, view: View, turn: str) -> bool:
        return waiting.is_past(view, turn)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def parse(self, view: View, text: str) -> Move | Unread:
        return orders.parse(view, text)

    def write(self, move: Move, language: str) -> str:
        return written.write(move, language)

    def effect(self, view: View, move: Move, language: str, names: Names = NOBODY) -> str:
        return joined(outlook.effect(view, move, language, names), language)

    def grouped(self, view: View, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
        return choosing.grouped(view, language, names)

    def legend(self, view: View, language: str) -> tuple[Term, ...]:
        return legend.legend(view, language)

    def stage(self, view: View, language: str) -> str:
        return player_table.stage(view, language)

    def ledger(self, view: View, language: str) -> tuple[Row, ...]:
        return player_table.ledger(view, language)

    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        return vocabulary.say(saying, language, names)

    def fact_called(self, name: str, language: str) -> str:
        return facts.fact_called(name, language)

    def house(self, table: Data, language: str) -> tuple[str, ...]:
        return vocabulary.tell_house(table, language)

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

    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        del has_players  # what lies before them is told with what they have
        return board.draw_text(view, language)

    def draw(self, view: View, look: Look[View]) -> Drawing:
        from pbem.games.praetor.picture import page

        return page.draw(view, look)

    def describe(self, view: View, look: Look[View]) -> str:
        from pbem.games.praetor.picture import page

        return page.describe(view, look)

    def emblem(self, view: View) -> Drawing:
        from pbem.games.praetor.show import emblem

        return emblem.draw(view)

    def reached(self, view: View) -> Mapping[Seat, int]:
        return archive_counts.reached(view)

    def uses(self, view: View, move: Move) -> tuple[str, ...]:
        return tuple(archive_counts.uses(view, move))


class FirstPraetor(Praetor):
    """Version 1: a seat taken over stayed vacant until it acted; words for the update were refused where idle."""

    meta: ClassVar[Meta] = replace(Praetor.meta, version=1)

    def earlier(self) -> tuple[BaseGame[State, Move, View], ...]:
        return ()

    def check(self, view: View, move: Move) -> Refusal | None:
        return super().check(view, move) or why_not_said(view, move)

    def occupy(self, state: State, seat: Seat) -> Step[State]:  # noqa: ARG002 - of no interest by then
        return Step(state)


FIRST = FirstPraetor()

"""Praetor as a Game: what it is called, its two values, and what only this game has.

`rules` names the function that decides each thing, `telling` the function that reads, says or
shows it.

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

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pbem.games.game import Bot, Data, Meta, Refusal, Seat, Step
from pbem.games.kit.base import BaseGame
from pbem.games.kit.wiring.wired import WiredGame
from pbem.games.praetor import bot
from pbem.games.praetor.law.law import why_not_said
from pbem.games.praetor.position.moves import KINDS, Move
from pbem.games.praetor.position.state import State, View
from pbem.games.praetor.rules import RULES
from pbem.games.praetor.table import vocabulary
from pbem.games.praetor.table.options import FITS, OPTIONS, SEATS
from pbem.games.praetor.table.table import shipped
from pbem.games.praetor.telling import TELLING
from pbem.games.praetor.words import facts


class Praetor(WiredGame[State, Move, View]):
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
    rules = RULES
    telling = TELLING
    has_secrets = False
    measure = "reached"

    def earlier(self) -> tuple[BaseGame[State, Move, View], ...]:
        return (FIRST,)

    def fact(self, words: str) -> str | None:
        return facts.fact(words)

    def fact_called(self, name: str, language: str) -> str:
        return facts.fact_called(name, language)

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

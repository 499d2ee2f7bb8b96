"""Fortuna as a Game: what it is called, its two values, and what only this game has.

`rules` names the function that decides each thing, `telling` the function that reads, says or
shows it.
"""

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pbem.games.fortuna import bot
from pbem.games.fortuna.law.waiting import had_news, waiting
from pbem.games.fortuna.position.moves import KINDS, Move
from pbem.games.fortuna.position.state import State, View, visible_sides
from pbem.games.fortuna.rules import RULES
from pbem.games.fortuna.show import board
from pbem.games.fortuna.table import vocabulary
from pbem.games.fortuna.table.options import OPTIONS, SEATS
from pbem.games.fortuna.table.table import shipped
from pbem.games.fortuna.telling import TELLING
from pbem.games.game import Bot, Data, Decision, Meta
from pbem.games.kit.base import BaseGame
from pbem.games.kit.wiring.wired import WiredGame


class Fortuna(WiredGame[State, Move, View]):
    """The road to Rome, for two to four governors."""

    meta: ClassVar[Meta] = Meta(
        key="fortuna",
        version=2,
        titles=dict.fromkeys(("en", "it", "fr", "de"), "Fortuna"),
        seats=SEATS,
        players=(2, 3, 4),
        turns={2: 9, 3: 9, 4: 9},
        options=OPTIONS,
    )
    bots: ClassVar[Mapping[str, Bot[View, Move]]] = {"greedy": bot.greedy}
    state_type = State
    kinds = KINDS
    words = vocabulary.WORDS
    messages = vocabulary.MESSAGES
    shipped = staticmethod(shipped)
    rules = RULES
    telling = TELLING
    measure = "reached"
    quiet = frozenset({"turn_began", "aqueduct_filled", "revealed", "no_military", "no_block", "was_paid", "offered"})

    def earlier(self) -> tuple[BaseGame[State, Move, View], ...]:
        return (FIRST,)

    def fact(self, words: str) -> str | None:
        return vocabulary.fact(words)

    def called(self, name: str, language: str) -> str:
        card = name.upper()  # points of a C card bear its name
        if vocabulary.WORDS.has("privileges", card):
            return vocabulary.WORDS.say("privileges", card, language)
        return super().called(name, language)

    def plain(self, view: View) -> Data:
        public = replace(view.public, sides=visible_sides(view))
        return {**msgspec.to_builtins(replace(view, public=public)), "rules": msgspec.to_builtins(view.rules.options)}

    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        return board.draw_text(view, language, has_players=has_players)


class FirstFortuna(Fortuna):
    """Version 1: where drawn cards may not be used at once, the end of a turn was passed without asking."""

    meta: ClassVar[Meta] = replace(Fortuna.meta, version=1)

    def earlier(self) -> tuple[BaseGame[State, Move, View], ...]:
        return ()

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return waiting(state, had_news)


FIRST = FirstFortuna()

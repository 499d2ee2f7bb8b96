"""Fortuna as a Game: the contract's methods, each wired to the module that knows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.fortuna import bot
from pbem.games.fortuna.course import scoring
from pbem.games.fortuna.course.play import play
from pbem.games.fortuna.course.setup import set_up
from pbem.games.fortuna.law import defaults, impossible, law, listing, waiting
from pbem.games.fortuna.law.resolved import resolve
from pbem.games.fortuna.position.moves import KINDS, Move
from pbem.games.fortuna.position.state import State, View, view_of, visible_sides
from pbem.games.fortuna.show import archive_counts, board, choosing, legend, outlook, player_table
from pbem.games.fortuna.table import vocabulary
from pbem.games.fortuna.table.faults import table_faults
from pbem.games.fortuna.table.options import OPTIONS, SEATS
from pbem.games.fortuna.table.table import shipped
from pbem.games.fortuna.words import facts, orders, written
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
    Seat,
    Step,
    Unread,
)
from pbem.games.kit.base import BaseGame
from pbem.games.offers import Group, Term, joined


class Fortuna(BaseGame[State, Move, View]):
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
    measure = "reached"
    quiet = frozenset({"turn_began", "aqueduct_filled", "revealed", "no_military", "no_block", "was_paid", "offered"})

    def earlier(self) -> tuple[BaseGame[State, Move, View], ...]:
        return (FIRST,)

    def own_faults(self, _seats: tuple[Seat, ...], _options: Mapping[str, str], table: Data) -> Iterable[str]:
        return table_faults(table)

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

    def impossible(self, view: View, move: Move) -> Refusal | None:
        return impossible.impossible(view, move)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return play(state, seat, move, chance)

    def resolve(self, view: View, move: Move) -> Move:
        return resolve(view, move)

    def default(self, view: View) -> Move:
        return defaults.default(view)

    def facts(self, view: View) -> Mapping[str, int]:
        return facts.facts(view)

    def fact(self, words: str) -> str | None:
        return vocabulary.fact(words)

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

    def called(self, name: str, language: str) -> str:
        card = name.upper()  # points of a C card bear its name
        if vocabulary.WORDS.has("privileges", card):
            return vocabulary.WORDS.say("privileges", card, language)
        return super().called(name, language)

    def house(self, table: Data, language: str) -> tuple[str, ...]:
        return vocabulary.tell_house(table, language)

    def plain(self, view: View) -> Data:
        public = replace(view.public, sides=visible_sides(view))
        return {**msgspec.to_builtins(replace(view, public=public)), "rules": msgspec.to_builtins(view.rules.options)}

    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        return board.draw_text(view, language, has_players=has_players)

    def draw(self, view: View, look: Look[View]) -> Drawing:
        from pbem.games.fortuna.picture import page

        return page.draw(view, look)

    def describe(self, view: View, look: Look[View]) -> str:
        from pbem.games.fortuna.picture import page

        return page.describe(view, look)

    def emblem(self, view: View) -> Drawing:
        from pbem.games.fortuna.picture import emblem

        return emblem.draw(view)

    def reached(self, view: View) -> Mapping[Seat, int]:
        return archive_counts.reached(view)

    def uses(self, view: View, move: Move) -> tuple[str, ...]:
        return tuple(archive_counts.uses(view, move))


class FirstFortuna(Fortuna):
    """Version 1: where drawn cards may not be used at once, the end of a turn was passed without asking."""

    meta: ClassVar[Meta] = replace(Fortuna.meta, version=1)

    def earlier(self) -> tuple[BaseGame[State, Move, View], ...]:
        return ()

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return waiting.waiting(state, waiting.had_news)


FIRST = FirstFortuna()

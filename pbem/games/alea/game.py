"""Alea Iacta Est as a Game: the contract's methods, each wired to the module that knows.

What the rules leave to us:
- A legal move is exact. Short forms (`*4`, `best`, `except 4 4`, `place castrum 4`) become exact when they are read by
  a seat that is asked; until then they stay words, so a sheet can hold them before the dice are rolled.
- Turns are called `round.lap`, `round.evaluation` and `end`: one sheet can answer all picks of an evaluation.
- If only the Latrine is left and no token could help, nobody is asked (which die goes there changes nothing).
- The last of three senate cards is dealt without a decision, so that no forced move could tell what it is.
- A final assignment is one order that names everybody who goes somewhere; all others stay at home.
- `castrum best` takes the extension that needs fewest dice where several ways lead to the same set.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec

from pbem.games.alea import bot
from pbem.games.alea.course import play
from pbem.games.alea.course.setup import set_up
from pbem.games.alea.law import defaults, impossible, law, listing, waiting
from pbem.games.alea.position.moves import KINDS, Move
from pbem.games.alea.position.state import State, View, view_of
from pbem.games.alea.scoring import scoring
from pbem.games.alea.show import archive_counts, board, choosing, legend, outlook, player_table
from pbem.games.alea.table import vocabulary
from pbem.games.alea.table.faults import table_faults
from pbem.games.alea.table.options import FITS, OPTIONS, SEATS, opening_faults
from pbem.games.alea.table.table import shipped
from pbem.games.alea.words import facts, orders, written
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


class Alea(BaseGame[State, Move, View]):
    """The dice are cast, for two to five Romans."""

    meta: ClassVar[Meta] = Meta(
        key="alea",
        version=1,
        titles=dict.fromkeys(("en", "it", "fr", "de"), "Alea Iacta Est"),
        seats=SEATS,
        players=(2, 3, 4, 5),
        turns={2: 36, 3: 35, 4: 22, 5: 23},
        options=OPTIONS,
    )
    bots: ClassVar[Mapping[str, Bot[View, Move]]] = {"greedy": bot.greedy}
    state_type = State
    kinds = KINDS
    words = vocabulary.WORDS
    messages = vocabulary.MESSAGES
    shipped = staticmethod(shipped)
    fits = FITS
    measure = "reached"

    def own_faults(self, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> Iterable[str]:
        return (*opening_faults(seats, options), *table_faults(table))

    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
        return set_up(seats, options, table, chance)

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return waiting.waiting(state.fixed, state.position)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def public(self, state: State) -> Data:
        return msgspec.to_builtins(state.position)

    def moves(self, view: View) -> Iterator[Move]:
        return listing.moves(view)

    def check(self, view: View, move: Move) -> Refusal | None:
        return law.check(view, move)

    def impossible(self, view: View, move: Move) -> Refusal | None:
        return impossible.impossible(view, move)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        return play.play(state, seat, move, chance)

    def default(self, view: View) -> Move:
        return defaults.default(view)

    def facts(self, view: View) -> Mapping[str, int]:
        return facts.facts(view)

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

    def house(self, table: Data, language: str) -> tuple[str, ...]:
        return vocabulary.tell_house(table, language)

    def plain(self, view: View) -> Data:
        fixed = msgspec.to_builtins(view.fixed)
        del fixed["table"]  # it is in the opening of the game
        return {**msgspec.to_builtins(view), "fixed": fixed}

    def board(self, view: View, language: str, *, has_players: bool = True) -> str:
        del has_players  # what lies before them is told with what they have
        return board.draw_text(view, language)

    def draw(self, view: View, look: Look[View]) -> Drawing:
        from pbem.games.alea.picture import page

        return page.draw(view, look)

    def describe(self, view: View, look: Look[View]) -> str:
        from pbem.games.alea.picture import page

        return page.describe(view, look)

    def emblem(self, view: View) -> Drawing:
        from pbem.games.alea.show import emblem

        return emblem.draw(view)

    def reached(self, view: View) -> Mapping[Seat, int]:
        return archive_counts.reached(view)

    def uses(self, _view: View, move: Move) -> tuple[str, ...]:
        return tuple(archive_counts.uses(move))

"""Alea Iacta Est as a Game: what it is called, and its two values.

`rules` names the function that decides each thing, `telling` the function that reads, says or
shows it.

What the rules leave to us:
- A legal move is exact. Short forms (`*4`, `best`, `except 4 4`, `place castrum 4`) become exact when they are read by
  a seat that is asked; until then they stay words, so a sheet can hold them before the dice are rolled.
- Turns are called `round.lap`, `round.evaluation` and `end`: one sheet can answer all picks of an evaluation.
- If only the Latrine is left and no token could help, nobody is asked (which die goes there changes nothing).
- The last of three senate cards is dealt without a decision, so that no forced move could tell what it is.
- A final assignment is one order that names everybody who goes somewhere; all others stay at home.
- `castrum best` takes the extension that needs fewest dice where several ways lead to the same set.
"""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from pbem.games.alea import bot
from pbem.games.alea.position.moves import KINDS, Move
from pbem.games.alea.position.state import State, View
from pbem.games.alea.rules import RULES
from pbem.games.alea.table import vocabulary
from pbem.games.alea.table.options import FITS, OPTIONS, SEATS
from pbem.games.alea.table.table import shipped
from pbem.games.alea.telling import TELLING
from pbem.games.game import Bot, Data, Meta
from pbem.games.kit.wiring.wired import WiredGame


class Alea(WiredGame[State, Move, View]):
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
    rules = RULES
    telling = TELLING
    measure = "reached"

    def plain(self, view: View) -> Data:
        fixed = msgspec.to_builtins(view.fixed)
        del fixed["table"]  # it is in the opening of the game
        return {**msgspec.to_builtins(view), "fixed": fixed}

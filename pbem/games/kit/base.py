"""The part of the contract that is the same for all games made of a table, words and messages.

A game derives from `BaseGame`, names its types and its vocabulary, and writes only the methods that
are its rules. It may override all of this: `Game` is the contract, and this is one way to keep it.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from typing import Any, ClassVar, TypeVar

import msgspec

from pbem.games.game import NOBODY, Data, Decision, Game, Names, Saying, Seat
from pbem.games.kit.faults import Fits, option_faults, seat_faults
from pbem.games.kit.order_words import Messages, Words
from pbem.games.kit.reading import find_fact
from pbem.games.kit.scene import by

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class BaseGame(Game[S, M, V]):
    """Everything that follows from a game's types, files and options.

    `words.toml` has the sections `seats`, `verbs` and `facts`. It also has `asks` if a kind of
    decision has another name than the verb that answers it. `messages.toml` has

    * `points_<category>` for a category of points that is not a thing of the game,
    * `waits_<kind>` for the text that others read about an open decision,
    * `brief_<key>` for a happening that is shorter in the line of a turn.

    What remains to be written, beside the class attributes below and `meta` and `bots`:

    * opening: `own_faults`, `setup`
    * who knows and decides what: `waiting`, `ahead`, `view`, `public`, `facts`
    * moves: `moves`, `check`, `play`, `default`, `outcome`
    * words: `parse`, `write`, `effect`
    * showing: `board`, `draw`, `describe`

    and, only where the rules need them, `earlier`, `resolve`, `impossible`, `vacate` and `occupy`,
    `house`, `plain`, `grouped`, `legend`, `stage` and `ledger`; for archives `emblem`, `reached`
    with a `measure`, and `uses`, whose groups are sections of `words.toml` with a message
    `uses_<group>` each.
    """

    state_type: ClassVar[type[Any]]
    kinds: ClassVar[Mapping[type[Any], str]]  # the kind of decision each type of move answers
    words: ClassVar[Words]
    messages: ClassVar[Messages]
    shipped: ClassVar[Callable[[], Data]]  # the table that comes with the game, read once
    fits: ClassVar[Mapping[str, Fits]] = {}  # options that take more values than they name
    quiet: ClassVar[frozenset[str]] = frozenset()  # happenings that `brief` leaves out

    def table(self) -> Data:
        return deepcopy(type(self).shipped())

    def faults(
        self,
        *,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        table: Data,
    ) -> tuple[str, ...]:
        return (
            *seat_faults(self.meta, seats),
            *option_faults(self.meta, options, self.fits),
            *self.own_faults(seats, options, table),
        )

    @abstractmethod
    def own_faults(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        table: Data,
    ) -> Iterable[str]:
        """Return the faults that only this game can find, such as a broken table; one line each."""

    def kind(self, move: M) -> str:
        return self.kinds[type(move)]

    def fact(self, words: str) -> str | None:
        return find_fact(self.words, self.words.cut(words))

    def fact_called(self, name: str, language: str) -> str:
        return self.words.say("facts", name, language)

    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        return self.messages.say(saying, language, names)

    def brief(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        if saying.key in self.quiet:
            return ""
        short = f"brief_{saying.key}"
        if short in self.messages:
            return self.say(Saying(short, saying.args), language, names)
        return self.say(saying, language, names)

    def waits(self, decision: Decision, language: str, names: Names = NOBODY) -> str:
        key = f"waits_{decision.kind}"
        if key not in self.messages:
            return super().waits(decision, language, names)
        return self.say(Saying(key, {"seat": by(decision.seat)}), language, names)

    def called(self, name: str, language: str) -> str:
        for section in ("seats", "asks", "verbs"):
            if self.words.has(section, name):
                return self.words.say(section, name, language)
        points = f"points_{name}"
        if points in self.messages:
            return self.messages.say(Saying(points), language)
        return super().called(name, language)

    def thing(self, name: str, language: str) -> str:
        group, _, thing = name.partition("/")
        if thing:
            return self.words.say(group, thing, language)
        return self.messages.say(Saying(f"uses_{group}"), language)

    def knows(self, word: str) -> bool:
        return self.words.knows(word)

    def encode(self, state: S) -> Data:
        return msgspec.to_builtins(state)

    def decode(self, data: Data) -> S:
        decoded: S = msgspec.convert(data, self.state_type)
        return decoded

    def plain(self, view: V) -> Data:
        return msgspec.to_builtins(view)

"""The Game contract: what the house asks of a game. Import it, and the values it needs, from here.

The methods are in `pbem/games/contract/`, by topic. Each has an example, and so has each value. All
examples are about two small games of the tests, and begin like this:

    >>> from msgspec.structs import replace
    >>> from tests.games.fate import Fate
    >>> from tests.games.pebbles import GAME as pebbles, Take
    >>> from tests.games.toy import GAME as toy
    >>> seats, table = ("blue", "grey"), pebbles.table()
    >>> start = pebbles.setup(seats=seats, options={}, table=table, chance=Fate()).state
    >>> blue = pebbles.view(start, "blue")
    >>> two, goods = ("red", "green"), toy.table()
    >>> bidding = toy.setup(seats=two, options={}, table=goods, chance=Fate()).state

States, moves and views are frozen values with plain data inside. Make a state of a public part and
a secret part. A view then shares the public part, and adds only what its seat may know. No state
holds the order of a deck: cards are drawn by asking chance. So a preview can refuse to look.

A game is a folder that offers `GAME`. Beside its modules are `table.toml` (the values of the
components), `words.toml` (the words of orders) and `messages.toml` (all texts). From them,
`kit/base.py` makes a third of the methods. Its tests have a module `tests/games/<key>/hidden.py`,
by which the shared suite plays the game and looks for leaks:

    scramble(game, state, seat, random) -> state
        the state, with everything that is hidden from the seat (None: the public) changed at random
    assert_invariants(state)
        what is true in every position: nothing is lost, nothing is there twice

The module may also have these, where the rules need them:

    reveals(state, seat, move) -> bool
        whether this move reveals hidden things, by the rules; without it, no move does
    is_open_ended(move) -> bool
        whether `moves` lists only some moves of this kind, such as lists of trades; without it, all
    orders_ahead(state) -> bool
        whether the host's options allow orders for later turns; without it, they always do
    DEFAULTS_END = False
        by the rules, a game in which nobody ever answers may never end; without it, it ends

`docs/games/new-game.md` says how to run the suite, and what else a game needs.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from pbem import phrases
from pbem.games.contract.game_values import (
    NOBODY,
    Data,
    Decision,
    Gap,
    Happening,
    Names,
    Outcome,
    Refusal,
    Row,
    Saying,
    Seat,
    Step,
    Unread,
)
from pbem.games.contract.play_methods import PlayMethods
from pbem.games.contract.setup_methods import SetupMethods
from pbem.games.contract.show_methods import ShowMethods
from pbem.games.contract.showing_values import (
    EMBLEM,
    MAIL,
    NARROW,
    WIDE,
    Drawing,
    Look,
    Meta,
    Option,
)
from pbem.games.contract.word_methods import WordMethods
from pbem.games.offers import Group, Offer, Term, plain

__all__ = [
    "EMBLEM",
    "LANGUAGES",
    "MAIL",
    "NARROW",
    "NOBODY",
    "WIDE",
    "AnyGame",
    "Bot",
    "Data",
    "Decision",
    "Drawing",
    "Game",
    "Gap",
    "Happening",
    "Look",
    "Meta",
    "Names",
    "Option",
    "Outcome",
    "Refusal",
    "Row",
    "Saying",
    "Seat",
    "Step",
    "Unread",
]

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

LANGUAGES = phrases.LANGUAGES
Bot = Callable[[V, Random], M]


class Game(
    SetupMethods[S, V],
    PlayMethods[S, M, V],
    WordMethods[M, V],
    ShowMethods[M, V],
    Generic[S, M, V],
):
    """The rules of one game.

    Every method is pure: the same arguments give the same answer, and nothing else changes.

    * `waiting` depends on public facts alone.
    * `moves`, `check`, `impossible`, `parse`, `facts`, `ahead`, `default`, `effect`, `grouped`,
      `fallback` and `legend` depend on the seat's own view alone.

    The methods of this class offer orders to choose from. The classes that it joins have the rest.
    """

    meta: ClassVar[Meta]  # of the newest version
    bots: ClassVar[Mapping[str, Bot[Any, Any]]]  # by name, besides `random`; "greedy" at least
    has_secrets: ClassVar[bool] = True  # False: all seats and the public always know the same
    measure: ClassVar[str] = ""  # what `reached` counts, a name for `called`; empty: nothing

    def earlier(self) -> "tuple[Game[S, M, V], ...]":
        """Return the earlier versions of the rules, by which records may still be played.

        By default there are none.

        >>> pebbles.earlier()
        ()
        """
        return ()

    @abstractmethod
    def effect(self, view: V, move: M, language: str, names: Names = NOBODY) -> str:
        """Return in one short line what a legal move costs and does, and what its seat then has.

        It is computed by the rules from what the seat may know. Where dice or hidden cards decide,
        it says so. People are called by their names.

        >>> pebbles.effect(blue, Take(2), "en")
        'leaves a heap of 13'
        """

    def grouped(self, view: V, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
        """Return the legal orders of the view's seat in groups, each order with its effect.

        * The patterns stand for exactly what `moves` lists, each move once.
        * There are at most about forty lines. Many orders share a line, and all orders that change
          nothing share one.
        * There are no groups if no decision of the seat is open.

        By default every order has a line, and every kind of decision has a group.

        >>> [group] = pebbles.grouped(blue, "en")
        >>> group.title, [offer.text for offer in group.offers]
        ('take', ['take 1', 'take 2', 'take 3'])
        """
        groups: dict[str, list[Offer]] = {}
        for move in self.moves(view):
            groups.setdefault(self.kind(move), []).append(self._offer(view, move, language, names))
        called = [self.called(kind, language) for kind in groups]
        return tuple(map(Group, called, map(tuple, groups.values())))

    def fallback(self, view: V, language: str, names: Names = NOBODY) -> Offer:
        """Return the order that is played now for `any` or for no answer, with its effect.

        >>> offer = pebbles.fallback(blue, "en")
        >>> offer.text, offer.effect
        ('take 1', 'leaves a heap of 14')
        """
        return self._offer(view, self.default(view), language, names)

    def _offer(self, view: V, move: M, language: str, names: Names) -> Offer:
        order = plain(self.write(move, language))
        return Offer((order,), self.effect(view, move, language, names))

    def legend(self, view: V, language: str) -> tuple[Term, ...]:  # noqa: ARG002 - for some
        """Return each short code and each name of a piece in the view's orders and on its board.

        Each comes with what it does. By default there are none.

        >>> pebbles.legend(blue, "en")
        ()
        """
        return ()


AnyGame = Game[Any, Any, Any]

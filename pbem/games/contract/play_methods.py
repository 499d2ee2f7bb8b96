"""The methods of a game that decide: what is asked of which seat, what is legal, what a move does.

`pbem.games.game` joins them to the contract. Its docstring has the first lines of every example.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from pbem.games.chance import Chance
from pbem.games.contract.game_values import Data, Decision, Refusal, Seat, Step

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class PlayMethods(ABC, Generic[S, M, V]):
    """Ask, judge and play. These are the rules of a game."""

    @abstractmethod
    def waiting(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions that are open now: several in parallel, none once the game is over.

        Parallel decisions are played only when all of them are answered:

        * Until then the referee keeps the answers, and each seat may change its own.
        * Then they are played one after the other, in the order that they have here.
        * `play` stores each choice, a private one in the secret part of the state. After that,
          `waiting` returns the decisions that are left.
        * What follows from all of them is done at the last one.
        * No choice may make another choice of the same moment illegal.

        >>> [decision.seat for decision in pebbles.waiting(start)]
        ['blue']
        >>> [decision.seat for decision in toy.waiting(bidding)]
        ['red', 'green']
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat may know of a state; None asks for the public.

        >>> pebbles.view(start, "blue").seat
        'blue'
        """

    @abstractmethod
    def public(self, state: S) -> Data:
        """Return the facts of the rules that everybody may know, as plain data.

        The record keeps its digest. So its form never changes within a version of the rules.

        >>> pebbles.public(start)["taken"]
        {'blue': 0, 'grey': 0}
        """

    @abstractmethod
    def moves(self, view: V) -> Iterator[M]:
        """Yield every legal move of the view's seat, lazily and in a stable order.

        Nothing is yielded if no decision of the seat is open.

        >>> list(pebbles.moves(blue))
        [Take(count=1), Take(count=2), Take(count=3)]
        >>> list(pebbles.moves(pebbles.view(start, "grey")))
        []
        """

    @abstractmethod
    def check(self, view: V, move: M) -> Refusal | None:
        """Return why a move is not legal now, or None if it is legal.

        This method decides what is legal. Any value of the move types may come, however absurd. It
        is refused and never crashes.

        >>> pebbles.check(blue, Take(2)) is None
        True
        >>> pebbles.say(pebbles.check(blue, Take(-1)).saying, "en")
        'you may take: 1 to 3'
        """

    def impossible(self, view: V, move: M) -> Refusal | None:  # noqa: ARG002 - for games that know
        """Return why a move can never be legal in this game, or None if it may be some day.

        The table, the options and the seats decide it. Such an order is refused however early it
        comes. By default every move may become legal.

        >>> pebbles.impossible(pebbles.view(start, "grey"), Take(2)) is None
        True
        >>> pebbles.say(pebbles.impossible(blue, Take(4)).saying, "en")
        'you may take: 1 to 3'
        """
        return None

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
        """Return the state after a move, and what happened. The move must pass `check`.

        >>> pebbles.play(start, "blue", Take(2), Fate()).state.heap
        13
        """

    def resolve(self, view: V, move: M) -> M:
        """Return a legal move as it is recorded: with everything that it left to the rules.

        By default that is the move as it came.

        >>> pebbles.resolve(blue, Take(2))
        Take(count=2)
        """
        del view
        return move

    @abstractmethod
    def default(self, view: V) -> M:
        """Return the legal move that is played for the view's seat if it does not answer.

        >>> pebbles.default(blue)
        Take(count=1)
        """

    @abstractmethod
    def kind(self, move: M) -> str:
        """Return the kind of decision that a move answers, or its kind in `Decision.also`.

        >>> pebbles.kind(Take(2))
        'take'
        """

    @abstractmethod
    def ahead(self, view: V) -> tuple[frozenset[str], frozenset[str]]:
        """Return the kinds of move that may still be asked of the view's seat: now, and later.

        The first set is for its current turn, or for its next one if it has none now. The second is
        for any turn after that. Kinds in `Decision.also` count too.

        >>> pebbles.ahead(blue)
        (frozenset({'take'}), frozenset({'take'}))
        """

    def is_past(self, view: V, turn: str) -> bool:  # noqa: ARG002 - for games that know it
        """Return whether a turn, in which the view's seat was asked, asks nothing more of it.

        By default nobody knows that before the seat is asked in another turn.

        >>> pebbles.is_past(blue, "1")
        False
        """
        return False

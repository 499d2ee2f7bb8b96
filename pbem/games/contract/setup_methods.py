"""The methods of a game by which it is opened, kept and ended.

`pbem.games.game` joins them to the contract. Its docstring has the first lines of every example.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from pbem.games.chance import Chance
from pbem.games.contract.game_values import Data, Outcome, Seat, Step
from pbem.games.house import house_values

S = TypeVar("S")
V = TypeVar("V")


class SetupMethods(ABC, Generic[S, V]):
    """Open a game, keep its states as plain data, and say who has won."""

    @abstractmethod
    def table(self) -> Data:
        """Return the table of component values that comes with the game, as plain data.

        The caller may change what it gets. The list `house` in it names the values that no rule
        book prints.

        >>> pebbles.table()
        {'heap': 15, 'most': 3}
        """

    @abstractmethod
    def faults(
        self,
        *,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        table: Data,
    ) -> tuple[str, ...]:
        """Return what is wrong with this way to open the game; nothing if it can be opened.

        Examples are a broken row of the table, and options that exclude each other. Each fault is
        one line. The game's own table and default options have no fault. With a table that has no
        fault, `setup` works.

        >>> pebbles.faults(seats=("blue",), options={"last": "wins"}, table=pebbles.table())
        ('1 players: it takes 2 to 3',)
        """

    @abstractmethod
    def setup(
        self,
        *,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        table: Data,
        chance: Chance,
    ) -> Step[S]:
        """Return the first state of a game. Options that are not given have their defaults.

        >>> seats = ("blue", "grey")
        >>> options = {"last": "loses"}
        >>> step = pebbles.setup(seats=seats, options=options, table=pebbles.table(), chance=Fate())
        >>> step.state.is_won_by_last
        False
        """

    def house(self, table: Data, language: str) -> tuple[str, ...]:  # noqa: ARG002 - for words
        """Return a line for each value of a table that no rule book prints.

        By default the lines are in the words of the table itself.

        >>> pebbles.house({"heap": 20, "most": 3, "house": ["heap"]}, "en")
        ('heap: 20',)
        """
        return house_values(table)

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result once the game is over, and None before.

        >>> pebbles.outcome(start) is None
        True
        >>> nearly = replace(start, heap=1)
        >>> pebbles.outcome(pebbles.play(nearly, "blue", Take(1), Fate()).state).ranks
        {'blue': 1, 'grey': 2}
        """

    def vacate(self, state: S, seat: Seat) -> Step[S]:  # noqa: ARG002 - for games that look at it
        """Return the state after the player of a seat has left for good.

        By default nothing changes, and `default` moves are played for the seat.

        >>> pebbles.vacate(start, "blue").state == start
        True
        """
        return Step(state)

    def occupy(self, state: S, seat: Seat) -> Step[S]:  # noqa: ARG002 - likewise
        """Return the state after a vacant seat has got a new player: the inverse of `vacate`.

        By default nothing changes.

        >>> pebbles.occupy(pebbles.vacate(start, "blue").state, "blue").state == start
        True
        """
        return Step(state)

    @abstractmethod
    def encode(self, state: S) -> Data:
        """Return a state as plain data; `decode` is the inverse.

        >>> pebbles.encode(start)["heap"]
        15
        """

    @abstractmethod
    def decode(self, data: Data) -> S:
        """Return the state that `encode` made this plain data of.

        >>> pebbles.decode(pebbles.encode(start)) == start
        True
        """

    @abstractmethod
    def plain(self, view: V) -> Data:
        """Return a view as plain data, for people and programs to read.

        >>> pebbles.plain(blue)["seat"]
        'blue'
        """

"""The methods of a game that show a position: as text, as a picture, and in figures.

`pbem.games.game` joins them to the contract. Its docstring has the first lines of every example.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from pbem.games.contract.game_values import Row, Seat
from pbem.games.contract.showing_values import Drawing, Look

M = TypeVar("M")
V = TypeVar("V")


class ShowMethods(ABC, Generic[M, V]):
    """Show views. No method here gets a state, so none can show what the seat must not see."""

    @abstractmethod
    def board(self, view: V, language: str, *, has_players: bool = True) -> str:
        """Write everything that the view's seat may see as text.

        It has at most 76 columns and no control characters. Without players it may leave out what
        `ledger` says of them.

        >>> print(pebbles.board(blue, "en"))
        Heap: 15
        Blue: 0
        Grey: 0
        """

    @abstractmethod
    def draw(self, view: V, look: Look[V]) -> Drawing:
        """Draw everything that the view's seat may see.

        >>> "Mucchio: 15" in pebbles.draw(blue, Look(language="it")).svg
        True
        """

    @abstractmethod
    def describe(self, view: V, look: Look[V]) -> str:
        """Describe the position in one or two sentences, for people who do not see the drawing.

        >>> pebbles.describe(blue, Look(names={"blue": "Anna"}))
        'Heap: 15; Anna: 0; Grey: 0'
        """

    def emblem(self, view: V) -> Drawing | None:  # noqa: ARG002 - for games that have one
        """Draw what is special about a position, without words, for lists of games.

        The drawing is as large as `EMBLEM` says. By default there is none.

        >>> pebbles.emblem(blue) is None
        True
        """
        return None

    def stage(self, view: V, language: str) -> str:  # noqa: ARG002 - for games that have rounds
        """Return how far the game has come, in two or three words, such as `Round 4`.

        By default it is empty.

        >>> pebbles.stage(blue, "en")
        ''
        """
        return ""

    def ledger(self, view: V, language: str) -> tuple[Row, ...]:  # noqa: ARG002 - likewise
        """Return the table of players, as far as the view's seat may know it.

        By default it has no rows.

        >>> pebbles.ledger(blue, "en")
        ()
        """
        return ()

    def reached(self, view: V) -> Mapping[Seat, int]:  # noqa: ARG002 - likewise
        """Return how far each seat has come by the game's `measure`, as far as the view tells.

        By default it is empty.

        >>> pebbles.reached(blue)
        {}
        """
        return {}

    def uses(self, view: V, move: M) -> tuple[str, ...]:  # noqa: ARG002 - likewise
        """Return what a move uses, each as `group/THING` (`cards/HARVEST`), for archives to count.

        By default nothing is counted.

        >>> pebbles.uses(blue, Take(2))
        ()
        """
        return ()

    def thing(self, name: str, language: str) -> str:  # noqa: ARG002 - likewise
        """Return what a group of `uses`, or a thing in a group, is called.

        >>> toy.thing("cards/HARVEST", "en")
        'HARVEST'
        """
        return name.rpartition("/")[2]

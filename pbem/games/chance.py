"""How a game asks for dice and cards.

Chance is always an argument: a game never makes its own. The examples use `Fate`, the chance of the
tests. The docstring of `pbem/games/game.py` has the first lines of every example.
"""

from collections.abc import Sequence
from typing import NoReturn, Protocol, TypeVar

T = TypeVar("T")


class Stream(Protocol):
    """One public roll: a sequence of fair draws.

    >>> roll = Fate(dice={"1/blue/0": [6, 2]}).roll("1/blue/0")
    >>> roll.die(), roll.die()
    (6, 2)
    """

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1.

        >>> Fate().roll("1/blue/0").below(10) in range(10)
        True
        """

    def die(self) -> int:
        """Draw a number from 1 to 6.

        >>> Fate(dice={"1/blue/0": [5]}).roll("1/blue/0").die()
        5
        """

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order.

        >>> sorted(Fate().roll("seats/0").shuffle(["blue", "grey"]))
        ['blue', 'grey']
        """


class Chance(Protocol):
    """The dice and decks that a game may ask for while it sets up or plays one move.

    >>> chance = Fate(decks={"goods/0": ["wine", "fig"]})
    >>> chance.deck("goods/0", ["fig", "wine"])
    ('wine', 'fig')
    """

    def roll(self, slot: str) -> Stream:
        """Return the public roll of a slot.

        * The rules alone fix the slot (round, seat, attempt). Nobody's choice does.
        * A slot is asked for once in a game.
        * A slot is `turn/attempt`, such as `2/blue/1`. The text before the last `/` is the turn.
          Each turn has its own place among the dice to come.

        >>> Fate(dice={"2/blue/1": [3]}).roll("2/blue/1").die()
        3
        """

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the hidden order of a deck, with index 0 on top.

        The cards are in the order of the table. A label is `name/k`: k is 0 for the first shuffle,
        and one more for each later shuffle, which has exactly the discards.

        >>> sorted(Fate().deck("goods/1", ["fig", "wine"]))
        ['fig', 'wine']
        """


class ChanceRefused(Exception):  # noqa: N818 - a refusal is a signal, not an error
    """A preview asked for dice or cards that nobody may know yet. The preview stops here.

    >>> raise ChanceRefused("2/blue/1")
    Traceback (most recent call last):
    pbem.games.chance.ChanceRefused: 2/blue/1
    """


class NoChance:
    """The chance of a preview: it refuses every roll and every deck.

    >>> bid = toy.default(toy.view(bidding, "red"))
    >>> toy.play(toy.play(bidding, "red", bid, NoChance()).state, "green", bid, NoChance())
    Traceback (most recent call last):
    pbem.games.chance.ChanceRefused: goods/0 (20 cards)
    """

    def roll(self, slot: str) -> NoReturn:
        """Refuse a roll.

        >>> NoChance().roll("2/blue/1")
        Traceback (most recent call last):
        pbem.games.chance.ChanceRefused: 2/blue/1
        """
        raise ChanceRefused(slot)

    def deck(self, label: str, cards: Sequence[str]) -> NoReturn:
        """Refuse a deck.

        >>> NoChance().deck("goods/0", ["fig", "wine"])
        Traceback (most recent call last):
        pbem.games.chance.ChanceRefused: goods/0 (2 cards)
        """
        raise ChanceRefused(f"{label} ({len(cards)} cards)")

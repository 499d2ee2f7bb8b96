"""The methods of a game that turn words into moves and facts, and values into words.

`pbem.games.game` joins them to the contract. Its docstring has the first lines of every example.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from pbem.games.contract.game_values import NOBODY, Decision, Names, Saying, Unread

M = TypeVar("M")
V = TypeVar("V")


class WordMethods(ABC, Generic[M, V]):
    """Read orders and write texts, in four languages."""

    @abstractmethod
    def parse(self, view: V, text: str) -> M | Unread:
        """Read one order; all four languages are understood at once.

        Any text may come. A text that is not an order gives `Unread`. Whether the move is legal is
        not asked here: `check` says that.

        >>> pebbles.parse(blue, "take 2"), pebbles.parse(blue, "nimm 99")
        (Take(count=2), Take(count=99))
        >>> pebbles.say(pebbles.parse(blue, "take 2 quickly").saying, "en")
        "too much: 'quickly'"
        """

    @abstractmethod
    def write(self, move: M, language: str) -> str:
        """Write a move as an order; `parse` is the inverse in every language.

        The record has the English order.

        >>> pebbles.write(Take(2), "en"), pebbles.write(Take(2), "fr")
        ('take 2', 'prends 2')
        """

    @abstractmethod
    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        """Say something in a language: a happening, a refusal, a question or an unread word.

        Every saying can be said in every language. Seats that have a name are called by it.

        >>> took = Saying("took", {"seat": "seats/blue", "count": 2, "heap": 15})
        >>> pebbles.say(took, "en", {"blue": "Anna"})
        'Anna took 2 of 15 pebbles.'
        """

    def brief(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        """Say a happening as a short clause of the line that sums up a turn.

        The clause is empty if the line is complete without it. A clause that begins with a sign or
        a space continues the clause before. By default it is what `say` says.

        >>> pebbles.brief(Saying("leaves", {"heap": 12}), "en")
        'leaves a heap of 12'
        """
        return self.say(saying, language, names)

    def waits(self, decision: Decision, language: str, names: Names = NOBODY) -> str:
        """Say to everybody else what a seat has to decide, such as `Anna plays a card`.

        By default it is the name, and the question.

        >>> pebbles.waits(pebbles.waiting(start)[0], "en", {"blue": "Anna"})
        'Anna: Anna, how many pebbles do you take?'
        """
        who = names.get(decision.seat) or self.called(decision.seat, language)
        return f"{who}: {self.say(decision.about, language, names)}"

    def called(self, name: str, language: str) -> str:  # noqa: ARG002 - for games that translate
        """Return what a seat, a category of points or a kind of decision is called.

        Two kinds of decision have different words. By default it is the name itself.

        >>> pebbles.called("blue", "it"), pebbles.called("take", "de")
        ('Blu', 'nimm')
        """
        return name.replace("_", " ")

    def knows(self, word: str) -> bool:  # noqa: ARG002 - likewise
        """Return whether a folded word is a word of the game in any language.

        Unknown words are how the referee sees that a text is prose and not orders.

        >>> pebbles.knows("prendi"), pebbles.knows("hello")
        (True, False)
        """
        return False

    @abstractmethod
    def facts(self, view: V) -> Mapping[str, int]:
        """Return the numbers that `if` in orders may test, by English name in lower case.

        The names are always the same. A game with dice has `die1` to `die6`: how many of the dice
        just rolled show that number (0 before a roll). `have 4 4` is answered from them. A game
        without dice leaves them out.

        >>> pebbles.facts(blue)
        {'heap': 15, 'taken': 0}
        """

    @abstractmethod
    def fact(self, words: str) -> str | None:
        """Return the name of the fact that folded words mean in any language, or None.

        >>> pebbles.fact("mucchio")
        'heap'
        """

    def fact_called(self, name: str, language: str) -> str:  # noqa: ARG002 - likewise
        """Return the words for a fact; `fact` is the inverse. By default they are its name.

        >>> pebbles.fact_called("heap", "it")
        'mucchio'
        """
        return name

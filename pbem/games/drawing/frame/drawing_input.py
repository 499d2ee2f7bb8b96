"""What a drawing of any game is made from: a view, how it is to be drawn, and its words."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from pbem.games.drawing.frame.rhythm import Rhythm
from pbem.games.drawing.remembered import once, remembered
from pbem.games.drawing.text.people import HOLE, person
from pbem.games.game import NARROW, WIDE, Data, Look, Saying, Seat
from pbem.games.kit.order_words import Messages, Words

V = TypeVar("V")
R = TypeVar("R", bound=Rhythm)
T = TypeVar("T")


@remembered
def _said(messages: Messages, key: str, language: str, **args: Data) -> str:
    return messages.say(Saying(key, args), language)


class BaseInput(ABC, Generic[V, R]):
    """A view and a look at it.

    `before` is what the same reader saw at their last turn, `rhythm` has the measures.
    """

    messages: ClassVar[Messages]
    words: ClassVar[Words]

    def __init__(self, view: V, look: Look[V], rhythms: Mapping[int, R]) -> None:
        self.view = view
        self.look = look
        self.before = look.before
        self.rhythm = rhythms[look.width]
        self.is_wide = look.width >= WIDE  # there is room for things side by side
        self.is_phone = look.width == NARROW

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def width(self) -> float:
        """How much room there is between the margins."""
        return self.look.width - 2 * self.rhythm.margin

    def once(self, key: tuple[Any, ...], draw: Callable[[], T]) -> T:
        """Return what was drawn for a key, or draw it now; the end of a game is drawn as it is.

        A key holds everything that the drawing follows from, but what never changes in a game.
        """
        return draw() if self.is_over else once(self.look, key, draw)

    def say(self, key: str, **args: Data) -> str:
        """Tell a message of the board."""
        return _said(self.messages, key, self.look.language, **args)

    def word(self, section: str, name: str) -> str:
        """Return a word of the game as orders use it."""
        return self.words.say(section, name, self.look.language)

    def said_first(self, key: str, short: str) -> tuple[str, ...]:
        """Return a message and, if there is one, its short form for where there is little room."""
        if short in self.messages:
            return self.say(key), self.say(short)
        return (self.say(key),)

    def name(self, seat: str) -> str:
        """Return what the one at a seat is called."""
        return person(self.look, Seat(seat), self.word("seats", seat))

    def of(self, key: str, name: str) -> str:
        """Tell a message about somebody."""
        return self.say(key, name=HOLE).replace(HOLE, name)

    def won(self, key: str, names: Sequence[str]) -> str:
        """Tell who has won, by the messages `<key>_won` and `<key>_tied`."""
        if len(names) == 1:
            return self.of(f"{key}_won", names[0])
        return self.say(f"{key}_tied", names=HOLE).replace(HOLE, ", ".join(names))

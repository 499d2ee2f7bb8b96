"""The values that pass between a game and the house: frozen, with plain data inside.

`pbem.games.game` offers all of them. Its docstring has the first lines of every example here.
"""

from collections.abc import Mapping
from typing import Any, Generic, NewType, Protocol, TypeVar

from msgspec import Struct

Seat = NewType("Seat", str)
Data = Any  # plain data: None, bool, int, str, list, dict with str keys

S = TypeVar("S")

Names = Mapping[Seat, str]  # what people are called, by seat
NOBODY: Names = {}


class Saying(Struct, frozen=True):
    """A text before it is put into a language: the key of a message, and values for its places.

    Places called `die`, or whose names begin with `dice`, hold what dice show. Pages draw them.

    >>> pebbles.say(Saying("leaves", {"heap": 12}), "en")
    'leaves a heap of 12'
    """

    key: str
    args: dict[str, Data] = {}


class Happening(Struct, frozen=True):
    """Something that happened in the game. Reports tell it.

    * `to`: the seats that may know it. None means everybody.
    * `by`: the seat in whose turn it happened, or None. Reports tell a turn in one line.
    * `begins`: True if a new part of the game begins here, such as a round.

    >>> whispered = Happening(Saying("saw", {"cards": []}), to=frozenset({"red"}))
    >>> whispered.is_known_to("red"), whispered.is_known_to("green")
    (True, False)
    """

    saying: Saying
    to: frozenset[Seat] | None = None
    by: Seat | None = None
    begins: bool = False

    def is_known_to(self, seat: Seat | None) -> bool:
        """Return whether a seat may know of it; None asks for the public.

        >>> Happening(Saying("rolled", {"seat": "red", "n": 6})).is_known_to(None)
        True
        """
        return self.to is None or (seat is not None and seat in self.to)


class Refusal(Struct, frozen=True):
    """The reason why a move is not legal now, in the words of the rule book.

    `rule` is the ruling or section that says so (`F-R21`, `4.3`). People read it in brackets.
    It is empty if no rule has to be quoted.

    >>> pebbles.check(blue, Take(4))
    Refusal(saying=Saying(key='wrong_count', args={'most': 3}), rule='')
    """

    saying: Saying
    rule: str = ""


class Gap(Protocol):
    """The place in an order where reading stopped. It offers better words.

    >>> gap = pebbles.parse(blue, "tkae 2").gap
    >>> gap.near(), gap.mended()
    (('take',), ('take 2',))
    """

    def near(self) -> tuple[str, ...]:
        """Return the known words that are most like the unknown word; none if nothing is like it.

        >>> pebbles.parse(blue, "tkae 2").gap.near()
        ('take',)
        """

    def mended(self) -> tuple[str, ...]:
        """Return the whole order with the unknown word replaced, the most likely order first.

        Such an order may still be wrong in another place.

        >>> pebbles.parse(blue, "tkae 2").gap.mended()
        ('take 2',)
        """


class Unread(Struct, frozen=True):
    """A text that is not an order: what was not understood, and where.

    All games share its messages: `expected` with {what} and {word}, and `surplus` with {word} for
    words left over. For {what}, a game has a message `what_<section>` for each section of words.

    * `kind`: the kind of decision that the first words answer. It is empty if not even that much
      was understood.

    >>> unread = pebbles.parse(blue, "take many")
    >>> unread.kind, pebbles.say(unread.saying, "en")
    ('take', "expected how many pebbles, found 'many'")
    """

    saying: Saying
    kind: str = ""
    gap: Gap | None = None

    @property
    def nearest(self) -> tuple[str, ...]:
        """The known words that are most like the unknown word.

        >>> pebbles.parse(blue, "tkae 2").nearest
        ('take',)
        """
        return self.gap.near() if self.gap else ()

    @property
    def mended(self) -> tuple[str, ...]:
        """The whole order with the unknown word replaced.

        >>> pebbles.parse(blue, "tkae 2").mended
        ('take 2',)
        """
        return self.gap.mended() if self.gap else ()


class Decision(Struct, frozen=True):
    """A seat must decide something. A seat has at most one decision at a time.

    * `turn` is any text that is not empty (`3`, `3.lap2`). All decisions in one turn of a seat
      have the same text, and no later turn has it. It is public: the record shows it untranslated.
      Unused lines of the orders for this turn end with it.
    * `about` is the question. It has public facts only.
    * `also` are kinds of move that may come before the answer (in Fortuna: privileges).
    * `decline` is the move that declines, if the seat may decline.
    * `forced` is the only legal move, if there is only one whatever the seat's hidden things are.
    * `private` means that the choice is the seat's secret. Its move is sealed in the record. That
      alone hides nothing: the game keeps the choice in the secret part of its state, and tells
      nobody, until its rules reveal it. `waiting` says how parallel decisions are played.
    * `ask` is False if no letter asks the seat. A line of its orders answers, or else `default`.

    >>> pebbles.waiting(start)[0].turn, pebbles.waiting(start)[0].kind
    ('1', 'take')
    """

    seat: Seat
    kind: str
    turn: str
    about: Saying
    also: frozenset[str] = frozenset()
    decline: Any = None
    forced: Any = None
    private: bool = False
    ask: bool = True


class Step(Struct, Generic[S], frozen=True):
    """The result of setting up or playing: the new state, and what happened, in order.

    >>> step = pebbles.play(start, "blue", Take(2), Fate())
    >>> step.state.heap, [happening.saying.key for happening in step.happenings]
    (13, ['took'])
    """

    state: S
    happenings: tuple[Happening, ...] = ()


class Row(Struct, frozen=True):
    """A row of the table of players: what is counted, and how much of it each seat has.

    A value is a number, or words where a number does not fit. At most one row is the `gauge`: it
    shows how far each player has come.

    >>> Row("Pebbles", {"blue": 2, "grey": 3}).values["grey"]
    3
    """

    label: str
    values: dict[Seat, int | str]
    gauge: bool = False


class Outcome(Struct, frozen=True):
    """The result of a game: rank 1 is best, equal ranks are ties; points by seat and category.

    >>> Outcome({"blue": 1, "grey": 2}, {"blue": {"won": 1}, "grey": {"won": 0}}).ranks["blue"]
    1
    """

    ranks: dict[Seat, int]
    points: dict[Seat, dict[str, int]]

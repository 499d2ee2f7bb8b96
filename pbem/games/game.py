"""The Game contract: what the house asks of a game's rules, and the values that pass between them.

States, moves and views are frozen values with plain data inside. A state is best made of a public part and a secret
part, so that a view shares the public part and adds only what its seat may know. No state holds the order of a deck:
cards are drawn by asking chance, so that a preview can refuse to look.

A game is a folder that offers `GAME`. Beside its modules lie `table.toml` (what the pieces say), `words.toml` (order
words) and `messages.toml` (everything said); `base.BaseGame` makes of them a third of the methods below. Its tests
offer `tests/games/<key>/hidden.py`, by which the shared suite plays it and looks for leaks:

    scramble(game, state, seat, random) -> state   all that is hidden from the seat (None: the public) changed at random
    assert_invariants(state)                       what holds in every position (nothing lost, nothing twice)

and, where the rules need it,

    reveals(state, seat, move) -> bool   True: by the rules this move brings hidden things to light. Without it: never
    is_open_ended(move) -> bool          True: of such moves (a list of trades) `moves` lists a selection. Never
    orders_ahead(state) -> bool          False: an option of the host forbids orders for later turns. Always True
    DEFAULTS_END = False                 by the rules a game in which nobody ever answers may go on for ever. True

`docs/games/new-game.md` tells how the suite is run and what else is asked of a game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar, Generic, NewType, Protocol, TypeVar

from msgspec import Struct

from pbem import phrases
from pbem.games.chance import Chance
from pbem.games.house import house_values
from pbem.games.offers import Group, Offer, Term, plain

Seat = NewType("Seat", str)
Data = Any  # plain data: None, bool, int, str, list, dict with str keys

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

LANGUAGES = phrases.LANGUAGES
Names = Mapping[Seat, str]  # what people are called, by seat
NOBODY: Names = {}


class Saying(Struct, frozen=True):
    """Something to be told in any language: a key of the game's messages and what fills its places.

    Places called `die`, or whose names begin with `dice`, hold what dice show: pages draw them.
    """

    key: str
    args: dict[str, Data] = {}


class Happening(Struct, frozen=True):
    """Something that happened. `to` names the seats that may know it; None: everybody.

    Reports tell what belongs together in one line: `by` is the seat in whose turn it happened, None where it is
    nobody's in particular. A new part of the game, such as a round, `begins` with it.
    """

    saying: Saying
    to: frozenset[Seat] | None = None
    by: Seat | None = None
    begins: bool = False

    def is_known_to(self, seat: Seat | None) -> bool:
        """Tell whether a seat (or the public, None) may hear of it."""
        return self.to is None or (seat is not None and seat in self.to)


class Refusal(Struct, frozen=True):
    """Why a move is not legal now, in the rulebook's words.

    `rule` is the ruling or section behind it (`F-R21`, `4.3`), told in brackets; empty where no rule has to be quoted.
    """

    saying: Saying
    rule: str = ""


class Gap(Protocol):
    """The place in an order where it could not be read on."""

    def near(self) -> tuple[str, ...]:
        """Return the words nearest to those that stand there which would have been read; none where nothing is near."""

    def mended(self) -> tuple[str, ...]:
        """Return orders that say the same but for what stands there, the nearest first; they may be wrong elsewhere."""


class Unread(Struct, frozen=True):
    """Words that are no move: what was not understood, and where.

    A reader says so by messages that all games share: `expected` with {what} and {word}, and `surplus` with {word} for
    words left over. {what} is told by a message `what_<section>` of the game, one for each section of words (or name)
    that can be expected.
    """

    saying: Saying
    kind: str = ""  # of decision that the words begin to answer; empty if not even that was understood
    gap: Gap | None = None

    @property
    def nearest(self) -> tuple[str, ...]:
        """The nearest words that would have been read where it could not be read on."""
        return self.gap.near() if self.gap else ()

    @property
    def mended(self) -> tuple[str, ...]:
        """Orders that say the same but for the words that were not read."""
        return self.gap.mended() if self.gap else ()


class Decision(Struct, frozen=True):
    """Somebody must decide something. A seat has at most one decision at a time.

    `turn` is any text that is not empty (`3`, `3.lap2`), the same for all decisions of one turn of the seat and never
    used again for a later one. Everybody may read it: it stands in the record, untranslated.

    `private` seals the move in the record; it hides nothing by itself. What was chosen, the game keeps in the secret
    part of its state and tells to nobody, until its rules lay it open. When private choices in parallel are played, and
    in which order, is told at `Game.waiting`.
    """

    seat: Seat
    kind: str
    turn: str  # unused lines of a sheet end with it
    about: Saying  # what is asked, of whoever decides; public words only
    also: frozenset[str] = frozenset()  # kinds of move that may come in between (Fortuna: privileges)
    decline: Any = None  # the move that declines an optional decision
    forced: Any = None  # the only legal move, whatever the seat's hidden things are
    private: bool = False  # what is offered or chosen is the seat's secret: the move is sealed in the record
    ask: bool = True  # False: answered by a plan's line or else by `default`, never asked


class Step(Struct, Generic[S], frozen=True):
    """What playing gave: the new state and what happened, in order."""

    state: S
    happenings: tuple[Happening, ...] = ()


class Row(Struct, frozen=True):
    """A line of the table of players: what is counted, and how much of it each seat has; words where it is no number.

    The row of the `gauge`, if there is one, tells how far somebody has come.
    """

    label: str
    values: dict[Seat, int | str]
    gauge: bool = False


class Outcome(Struct, frozen=True):
    """Who came where: rank 1 is best, equal ranks are ties; points of each seat by category."""

    ranks: dict[Seat, int]
    points: dict[Seat, dict[str, int]]


WIDE, NARROW, MAIL = 760, 360, 480  # the widths that boards are drawn for: a page, a phone, the picture of a letter
EMBLEM = (328, 132)  # width and height of the small drawing by which a list shows a position


class Look(Struct, Generic[V], frozen=True):
    """How a board is to be drawn: in which words, how wide, what people are called, and what its reader saw before.

    `before` is the view that the same reader had at his last turn, or one entry earlier in a replay; what differs from
    it is marked as changed. None marks nothing. The reader is the seat of the view itself.

    `memory` is where parts are kept that look the same in many drawings of one game. It belongs to one game, language,
    width and set of names; without it everything is drawn anew, which gives the same drawing.
    """

    language: str = "en"
    width: int = WIDE
    names: Names = NOBODY  # of the people at the seats; who has no name is called by his seat
    before: V | None = None
    memory: dict[Any, Any] | None = None


class Drawing(Struct, frozen=True):
    """A drawing of a view: one SVG element, and the parts (icons, tokens) it refers to by name.

    Well-formed XML that names itself in a `<title>` and describes itself in a `<desc>`: no script, no style attribute,
    no image, no outside reference (`href` only to the ids of `parts`, each of which defines the one it is filed under).
    Words in it are escaped (see `svg.py`). Colours are classes of the drawing kit: see `docs/drawing.md`.
    """

    svg: str
    parts: dict[str, str] = {}


class Option(Struct, frozen=True):
    """A choice a host makes when the game is opened; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: str


class Meta(Struct, frozen=True):
    """What a game is called and how it can be set up.

    The key is the folder's name, seats are lower-case English words, options have names of lower-case letters, digits
    and `_`, at least one value, and something to say `about` themselves. Titles are there in every language.

    `turns` is in how many turns (see `Decision`) a seat is usually asked during a game, among players who mean to win,
    such as greedy bots. It is no rule: by it a host is told how long a game may last at some pace.
    """

    key: str
    version: int
    titles: dict[str, str]  # by language
    seats: tuple[str, ...]  # every seat name, in seat order
    players: tuple[int, ...]  # the numbers of players allowed
    turns: dict[int, int]  # by number of players
    options: tuple[Option, ...] = ()
    lates: int = 2  # after so many late turns in a row a seat changes hands


Bot = Callable[[V, Random], M]


class Game(ABC, Generic[S, M, V]):
    """The rules of one game. Every method is pure: the same arguments give the same answer, nothing else changes.

    `waiting` depends on public facts alone; `moves`, `check`, `impossible`, `parse`, `facts`, `ahead`, `default`,
    `effect`, `grouped`, `fallback` and `legend` on the seat's own view alone.
    """

    meta: ClassVar[Meta]  # of the newest version
    bots: ClassVar[Mapping[str, Bot[Any, Any]]]  # named players besides `random`; "greedy" at least
    has_secrets: ClassVar[bool] = True  # False: in every position all seats and the public know the same
    measure: ClassVar[str] = ""  # what `reached` counts, a name for `called`; "": nothing is counted openly

    def earlier(self) -> "tuple[Game[S, M, V], ...]":
        """Return the earlier versions of the rules that records may still be played by; none where nothing changed."""
        return ()

    @abstractmethod
    def table(self) -> Data:
        """Return the shipped table of component values as plain data; the caller may change what it gets.

        Its list `house` names the values that no rule book prints."""

    @abstractmethod
    def faults(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data) -> tuple[str, ...]:
        """Return what is wrong with this way to open the game (a broken table row, options that exclude each other).

        One line each, without a line break; nothing is wrong with the game's own table and default options. A table
        without a fault can be laid out."""

    @abstractmethod
    def setup(self, *, seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[S]:
        """Lay out the game. `options` holds only what the host gave; the rest is by default."""

    @abstractmethod
    def waiting(self, state: S) -> tuple[Decision, ...]:
        """Return who must decide what: several when they decide in parallel, nobody when the game is over.

        Of decisions in parallel none is played before all are answered: until then the referee keeps the answers, each
        in its seat's plan, and it may be changed. Then they are played one after the other, in the order they have
        here. So `play` stores each choice (a private one in the secret part), `waiting` then returns the decisions that
        are left, and what follows from all of them is done at the last one. No choice may make another of the same
        moment illegal."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat, or the public (None), may know."""

    @abstractmethod
    def public(self, state: S) -> Data:
        """Return the rule facts everybody may know as plain data; frozen per rules version, its digest is recorded."""

    @abstractmethod
    def moves(self, view: V) -> Iterator[M]:
        """Yield every legal move of the view's seat, lazily, in a stable order; none when nothing is asked of it."""

    @abstractmethod
    def check(self, view: V, move: M) -> Refusal | None:
        """Say why a move is not legal now, or None if it is. This is the law.

        Any value of the move types may come, however absurd: it is judged, never a crash."""

    def impossible(self, view: V, move: M) -> Refusal | None:  # noqa: ARG002 - for games that know
        """Say why a move can be legal in no position of this game, by its table, options and seats; None if it may be.

        Such an order is refused however long before its time it is given. By default every move may come to be legal.
        """
        return None

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
        """Play a move that passes `check`."""

    def resolve(self, view: V, move: M) -> M:
        """Return a legal move as it is recorded: with what it leaves to the rules. By default it is that already."""
        del view
        return move

    @abstractmethod
    def default(self, view: V) -> M:
        """Return the legal move that is played for a seat that does not answer."""

    def vacate(self, state: S, seat: Seat) -> Step[S]:  # noqa: ARG002 - for games that look at it
        """Take note that the seat has nobody any more; by default nothing changes and `default` moves are played."""
        return Step(state)

    def occupy(self, state: S, seat: Seat) -> Step[S]:  # noqa: ARG002 - likewise
        """Take note that somebody plays a seat again which was left: the inverse of `vacate`, by default nothing."""
        return Step(state)

    @abstractmethod
    def effect(self, view: V, move: M, language: str, names: Names = NOBODY) -> str:
        """Tell in one short line what a legal move costs and does, and what its seat then has; people by their names.

        It is worked out by the rules from what the seat may know; where dice or hidden cards decide, it says so."""

    def grouped(self, view: V, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
        """Return the legal orders of the view's seat as it chooses from them, each with its effect; none if not asked.

        Taken apart, the patterns give just what `moves` lists, each move once, in at most about forty lines: where
        there are many orders they are factored, and those that change nothing stand in one line. By default every order
        is a line of its own, by kind of decision."""
        groups: dict[str, list[Offer]] = {}
        for move in self.moves(view):
            offer = Offer((plain(self.write(move, language)),), self.effect(view, move, language, names))
            groups.setdefault(self.kind(move), []).append(offer)
        return tuple(Group(self.called(kind, language), tuple(offers)) for kind, offers in groups.items())

    def fallback(self, view: V, language: str, names: Names = NOBODY) -> Offer:
        """Return what `any` in a sheet, or silence, would play for the view's seat now, with its effect."""
        move = self.default(view)
        return Offer((plain(self.write(move, language)),), self.effect(view, move, language, names))

    def legend(self, view: V, language: str) -> tuple[Term, ...]:  # noqa: ARG002 - for games that have codes
        """Return every short code and name of a piece that occurs in the view's orders and on its board, with what it
        does; by default there are none."""
        return ()

    @abstractmethod
    def facts(self, view: V) -> Mapping[str, int]:
        """Return what `if` may test: numbers by lower-case English name, always the same names.

        A game with dice has `die1`..`die6`, how many of the dice just rolled show that number (0 before a roll): `have
        4 4` is read from them. A game without dice leaves them out."""

    @abstractmethod
    def fact(self, words: str) -> str | None:
        """Return the name of the fact that folded words mean in any language."""

    def fact_called(self, name: str, language: str) -> str:  # noqa: ARG002 - for games that translate
        """Return the words of a fact in a language; `fact` is the inverse. By default its own name."""
        return name

    @abstractmethod
    def ahead(self, view: V) -> tuple[frozenset[str], frozenset[str]]:
        """Return the kinds of decision (and in-between kinds) that may still come up for the view's seat: in its
        current (or, when it has none, its coming) turn, and in any turn after that."""

    def is_past(self, view: V, turn: str) -> bool:  # noqa: ARG002 - for games that know it
        """Tell whether nothing can be asked of the view's seat any more in a turn that it was asked in.

        By default nobody knows that before the seat is asked in another one."""
        return False

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result once the game is over."""

    @abstractmethod
    def kind(self, move: M) -> str:
        """Return the kind of decision the move answers, or its in-between kind."""

    @abstractmethod
    def parse(self, view: V, text: str) -> M | Unread:
        """Read one order in four languages at once. Words only: whether the move is legal is `check`'s to say.

        Any text may come: what is no order comes back as `Unread`."""

    @abstractmethod
    def write(self, move: M, language: str) -> str:
        """Write a move as an order; `parse` is the inverse in every language. English is the text of the record."""

    @abstractmethod
    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        """Tell a happening, a refusal, a question or an unread word in a language; every saying, in every language.

        Seats are called by the names of their players, as far as these are given."""

    def brief(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        """Tell a happening as a clause of the line that sums up a turn; "" where the line can do without it.

        A clause that begins with a sign or a blank goes on with the one before. By default it is told in full."""
        return self.say(saying, language, names)

    def waits(self, decision: Decision, language: str, names: Names = NOBODY) -> str:
        """Tell everybody else, in the third person, who decides what: `Anna plays a card`; by default the question."""
        who = names.get(decision.seat) or self.called(decision.seat, language)
        return f"{who}: {self.say(decision.about, language, names)}"

    def stage(self, view: V, language: str) -> str:  # noqa: ARG002 - for games that have rounds
        """Tell how far the game has come, in two or three words: `Round 4`; by default nothing."""
        return ""

    def ledger(self, view: V, language: str) -> tuple[Row, ...]:  # noqa: ARG002 - for games that count
        """Return what is counted of every player, as far as the view's seat may know it; by default nothing."""
        return ()

    def called(self, name: str, language: str) -> str:  # noqa: ARG002 - likewise
        """Return what a seat, a category of points or a kind of decision is called; by default its own name.

        Two kinds of decision are never called the same."""
        return name.replace("_", " ")

    def knows(self, word: str) -> bool:  # noqa: ARG002 - likewise
        """Tell whether a folded word is one of the game's in any language: such that are not tell prose from orders."""
        return False

    def house(self, table: Data, language: str) -> tuple[str, ...]:  # noqa: ARG002 - likewise
        """Return a line for each value of a table that no rule book prints; by default in the table's own words."""
        return house_values(table)

    @abstractmethod
    def encode(self, state: S) -> Data:
        """Return a state as plain data; `decode` is the inverse."""

    @abstractmethod
    def decode(self, data: Data) -> S:
        """Return the state from its plain data."""

    @abstractmethod
    def plain(self, view: V) -> Data:
        """Return a view as plain data, for people and programs to read."""

    @abstractmethod
    def board(self, view: V, language: str, *, has_players: bool = True) -> str:
        """Write everything the view's seat may see as text of at most 76 columns without control characters.

        Without players it may leave out what `ledger` says of them."""

    @abstractmethod
    def draw(self, view: V, look: Look[V]) -> Drawing:
        """Draw everything the view's seat may see. Views alone are drawn, never a state: nothing else can show."""

    @abstractmethod
    def describe(self, view: V, look: Look[V]) -> str:
        """Tell the position in one or two sentences, for those who do not see the drawing."""

    def emblem(self, view: V) -> Drawing | None:  # noqa: ARG002 - for games that have one
        """Draw what is special about a position without a word, 328 x 132, for lists of games. By default nothing."""
        return None

    def reached(self, view: V) -> Mapping[Seat, int]:  # noqa: ARG002 - likewise
        """Return how far everybody has come by the game's `measure`, as far as the view tells. By default nothing."""
        return {}

    def uses(self, view: V, move: M) -> tuple[str, ...]:  # noqa: ARG002 - likewise
        """Return what a move uses, each as `group/THING` (`cards/HARVEST`), to be counted; by default nothing."""
        return ()

    def thing(self, name: str, language: str) -> str:  # noqa: ARG002 - likewise
        """Return what a group of `uses`, or a thing in one, is called."""
        return name.rpartition("/")[2]


AnyGame = Game[Any, Any, Any]

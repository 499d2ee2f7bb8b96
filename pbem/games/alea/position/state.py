"""The values of the game: what is fixed, what lies open on the table, and what each seat knows alone.

Dice have no identity, only values. Seats inside are numbers 0..n-1 clockwise; outside they have names.
"""

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.alea.table.options import Options
from pbem.games.alea.table.table import Table
from pbem.games.game import Data, Seat

T = TypeVar("T")
Dice = tuple[int, ...]  # values, ascending
Phase = Literal[
    "place",  # phase 1: somebody is to place dice
    "placed",  # in passing: all dice are placed
    "keep",  # phase 2: who decides now in which building
    "card",
    "province",
    "patrician",
    "evaluated",  # in passing: the round is over
    "assign",  # the end: patricians are sent out
    "over",
]
Building = Literal["temple", "senate", "castrum", "forum", "latrine"]
BUILDINGS: tuple[Building, ...] = ("temple", "senate", "castrum", "forum", "latrine")
NOBODY = -1
NO_RUN = (0, 0)


class Fixed(Struct, frozen=True):
    """What never changes in a game."""

    seats: tuple[Seat, ...]
    options: Options
    table: Table
    rounds: int
    columns: int
    has_temple: bool
    prizes: int


class Player(Struct, frozen=True):
    """What everybody sees of a player."""

    hand: int = 8
    tokens: int = 0
    drawn: int = 0  # fortune tiles of this round, face down
    kept: tuple[int, ...] = ()  # fortune tiles of earlier rounds; 0: face down (A-R5)
    cards: int = 0
    provinces: tuple[str, ...] = ()
    patricians: tuple[str, ...] = ()


class Pile(Struct, frozen=True):
    """The Fortune tiles: the k-th pile held these values, and so many were drawn from it. No order in here."""

    k: int
    tiles: tuple[str, ...]
    taken: int = 0


class Camp(Struct, frozen=True):
    """A set of equal dice in the Castrum."""

    owner: int
    value: int
    size: int


class Die(Struct, frozen=True):
    """A die in the Forum."""

    owner: int
    value: int


class Stand(Struct, frozen=True):
    """Where a patrician stands at the end; `extra`: beside a couple, by card XI."""

    patrician: str
    place: str
    extra: bool = False


class Score(Struct, frozen=True):
    """A score sheet."""

    provinces: int
    patricians: int
    cards: dict[str, int]
    fortune: int
    rerolls: int
    total: int
    spare: int  # breaks ties: what the unassigned patricians are worth (A-R32)
    split: tuple[Stand, ...]
    kept: tuple[int, ...]


class Position(Struct, frozen=True):
    """What lies open on the table."""

    phase: Phase
    round: int
    lap: int
    start: int
    active: int  # whose turn it is to place; NOBODY in other phases
    last_lap: bool
    attempt: int  # tokens spent in this turn
    rolls: tuple[Dice, ...]  # by seat; empty: not rolled
    players: tuple[Player, ...]
    temple: tuple[Dice, ...]  # by seat
    fortune: Pile | None
    discard: tuple[int, ...]  # fortune tiles put away face up, ascending
    senate: tuple[tuple[int, int], ...]  # by seat: lowest and highest value of the run
    deck: int  # senate cards drawn so far
    castrum: tuple[Camp, ...]
    provinces: tuple[str, ...]  # on offer
    provinces_removed: tuple[str, ...]
    forum: tuple[Die, ...]  # left to right
    patricians: tuple[str, ...]  # on offer
    patricians_removed: tuple[str, ...]
    latrine: tuple[int, ...]  # by seat
    supply: int | None  # reroll tokens left; None: unlimited
    queue: tuple[int, ...] = ()  # who still decides in this phase, in order
    shown: int = 0  # senate cards on offer, seen only by who picks
    scores: tuple[Score, ...] = ()  # by seat, when the game is over


class Own(Struct, frozen=True):
    """What one seat knows alone."""

    drawn: tuple[int, ...] = ()  # fortune tiles of this round, in drawing order
    kept: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    keeping: tuple[int, ...] = ()  # chosen to keep, not yet shown
    split: tuple[Stand, ...] | None = None  # the final assignment ordered, not yet shown


class State(Struct, frozen=True):
    """A position with its secrets."""

    fixed: Fixed
    position: Position
    own: tuple[Own, ...]
    offer: tuple[str, ...] = ()  # senate cards to pick from, in drawing order


class View(Struct, frozen=True):
    """What a seat may know; the public has neither seat nor own things."""

    fixed: Fixed
    position: Position
    seat: Seat | None = None
    index: int = NOBODY
    own: Own | None = None
    offer: tuple[str, ...] = ()


def view_of(state: State, seat: Seat | None) -> View:
    """Return what a seat, or the public, may know; only who picks a senate card sees those on offer (3.3)."""
    if seat is None:
        return View(state.fixed, state.position)
    index = state.fixed.seats.index(seat)
    picks = state.position.phase == "card" and state.position.queue[0] == index
    return View(state.fixed, state.position, seat, index, state.own[index], state.offer if picks else ())


def with_player(position: Position, index: int, **changes: Data) -> Position:
    """Return the position with something of one player changed."""
    changed = replace(position.players[index], **changes)
    return replace(position, players=swap(position.players, index, changed))


def swap(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with one of them replaced."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """Return the items without the first that equals one."""
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def kept_faces(view: View, index: int) -> str:
    """Return the Fortune tiles a player has kept; those face down are shown when the game is over (A-R5)."""
    scores = view.position.scores
    kept = scores[index].kept if scores else view.position.players[index].kept
    return " ".join(str(value) if value else "?" for value in kept)

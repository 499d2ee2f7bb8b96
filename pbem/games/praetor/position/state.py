"""The position of a game. All on the table is public; the only hidden thing, the order of the decks, is chance's.

Morale is a place on the track, counted from the left.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.praetor.table.goods import Goods
from pbem.games.praetor.table.options import Choices
from pbem.games.praetor.table.table import Cell, Corners, Side, Table, Tile

Phase = Literal["order", "ready", "action", "academy", "rescue", "over"]


class Mark(Struct, frozen=True):
    """A worker on a tile: whose, of which level, and whether called back from retirement."""

    seat: Seat
    level: int
    retired: bool = False


class Lot(Struct, frozen=True):
    """A tile in the city. `corners` are the plaza designs as they lie, turned by `rot`."""

    tile: str
    x: int
    y: int
    rot: int
    corners: Corners
    owner: Seat | None = None
    turn: int = 0  # the turn it was built in; 0: it lay there from the start
    builder: Mark | None = None  # in its centre, until the end of the turn
    user: Mark | None = None  # in its activation area, until the end of the turn


class Placed(Struct, frozen=True):
    """A worker placed this turn."""

    level: int
    tile: str
    built: bool  # built the tile, or activated it


class Player(Struct, frozen=True):
    """What one player has. `out` are retired workers called through a Labour Camp, `camps` those used this turn."""

    seat: Seat
    board: str
    goods: Goods
    favour: int
    arrival: int  # when the favour marker came to its place: the last arrival lies on top (P-R26)
    morale: int
    citizens: int
    reserve: tuple[int, ...]
    trainees1: int = 0
    trainees2: int = 0
    placed: tuple[Placed, ...] = ()
    retired: int = 0
    out: tuple[Placed, ...] = ()
    camps: tuple[str, ...] = ()
    walls: tuple[str, ...] = ()
    acted: int = 0  # how many times it was asked to act this turn, and did or passed
    passed: bool = False
    vacant: bool = False
    wish_academy: str = ""  # said when passing, for this update only
    wish_rescue: str = ""
    school: str = ""  # the academy used in this update
    rescue: bool = False

    @property
    def active(self) -> int:
        """Return how many active workers there are, in the reserve and on tiles (P-R16)."""
        return len(self.reserve) + len(self.placed)


class Back(Struct, frozen=True):
    """What the back of the top city tile shows (P-R50)."""

    era: str
    mark: int


class Rules(Struct, frozen=True):
    """What is fixed when the game opens: seats clockwise, choices, table, the piles in table order, who is youngest."""

    seats: tuple[Seat, ...]
    choices: Choices
    table: Table
    early: tuple[str, ...]
    late: tuple[str, ...]
    walls: tuple[str, ...]
    juniority: tuple[Seat, ...]
    rome: Seat


class Now(Struct, frozen=True):
    """What changes while the game is played. The piles are known by how many were taken from them."""

    turn: int
    phase: Phase
    cycle: int
    order: tuple[Seat, ...]
    place: int  # of who acted last, in the order; -1: nobody yet
    asked: tuple[Seat, ...]  # who is to decide; before sheets are played and in the update several at once
    clock: int
    players: dict[Seat, Player]
    city: dict[str, Lot]
    display: tuple[str, ...]
    early: int
    late: int
    walls: int
    back: Back | None
    section: str  # the open wall section, or nothing
    wall_back: int  # bonus on the back of the next section; -1: none is left
    removed: tuple[str, ...] = ()
    last: str = ""  # why this turn is the last: city, wall or both
    lines: dict[Seat, dict[str, int]] = {}  # the final scoring


class State(Struct, frozen=True):
    """A whole position."""

    rules: Rules
    now: Now

    def tile(self, name: str) -> Tile:
        """Return a tile by its id."""
        return self.rules.table.tiles[name]

    def side(self, player: Player) -> Side:
        """Return the side of the board a player has."""
        return self.rules.table.boards[player.board]


class View(Struct, frozen=True):
    """What a seat, or the public (None), sees: all of it, since nothing in a position is hidden."""

    seat: Seat | None
    state: State


def view_of(state: State, seat: Seat | None) -> View:
    """Return what a seat, or the public, may know: everything."""
    return View(seat, state)


def cells(now: Now) -> dict[Cell, Lot]:
    """Return the city by cell."""
    return {(lot.x, lot.y): lot for lot in now.city.values()}


def controlled(now: Now, seat: Seat) -> int:
    """Return how many tiles bear the player's marker, the start mine included (P-R17)."""
    owners = [lot.owner for lot in now.city.values()]
    return owners.count(seat)


def city_deck(state: State) -> int:
    """Return how many tiles are left in the city deck."""
    rules, now = state.rules, state.now
    return len(rules.early) - now.early + len(rules.late) - now.late


def wall_deck(state: State) -> int:
    """Return how many sections are left in the wall deck."""
    return len(state.rules.walls) - state.now.walls


def era(now: Now) -> str:
    """Return the era: that of the top tile of the city deck, the second when there is none (P-R30)."""
    return now.back.era if now.back else "II"


def morale_value(state: State, player: Player) -> int:
    """Return the favour printed at the player's place on the morale track."""
    return state.side(player).morale[player.morale]


def put(now: Now, player: Player) -> Now:
    """Return the position with a player changed."""
    return replace(now, players={**now.players, player.seat: player})

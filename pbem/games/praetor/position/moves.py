"""The moves of the game, as values. A move is complete: helpers such as `at best` are worked out when it is read."""

from typing import Literal

from msgspec import Struct

OLD = 6  # the level of a retired worker


class Build(Struct, frozen=True, tag="build"):
    """Build a display tile with a worker of a level on a cell, turned clockwise by 0, 90, 180 or 270 degrees.

    `beside` names the tile that a place was given by when it is not in the city: such a move is never legal.
    """

    tile: str
    level: int
    x: int
    y: int
    rot: int = 0
    beside: str = ""


class Trade(Struct, frozen=True):
    """One line of a visit to the market."""

    sell: bool
    count: int
    good: str


class Activate(Struct, frozen=True, tag="activate"):
    """Use a built tile with a worker of a level.

    A smith needs `make`, how many weapons; an outpost needs `take`, the wall section; a market may have `trades`.
    """

    tile: str
    level: int
    make: int | None = None
    take: str = ""
    trades: tuple[Trade, ...] = ()


class Labour(Struct, frozen=True, tag="labour"):
    """Call a retired worker through a Labour Camp to build or activate at level 6."""

    camp: str
    inner: Build | Activate


Studying = Literal["", "yes", "free", "no"]  # what is said about an academy
Saving = Literal["", "yes", "no"]  # what is said about a rescue


class Pass(Struct, frozen=True, tag="pass"):
    """Leave the action phase; what to do about academy and rescue this turn may be said at once."""

    academy: Studying = ""
    rescue: Saving = ""


class Academy(Struct, frozen=True, tag="academy"):
    """Send the first-stage trainees through an academy, or (no tile) do not."""

    at: str = ""


class Rescue(Struct, frozen=True, tag="rescue"):
    """Put a citizen to work for favour, or do not."""

    use: bool


class Ready(Struct, frozen=True, tag="ready"):
    """The sheet for this turn is sent."""


Move = Build | Activate | Labour | Pass | Academy | Rescue | Ready


KINDS: dict[type, str] = {
    Build: "action",
    Activate: "action",
    Labour: "action",
    Pass: "action",
    Academy: "academy",
    Rescue: "rescue",
    Ready: "ready",
}

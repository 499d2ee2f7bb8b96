"""One move while it is played: the position so far, the chance, and what has happened.

A scene is used for one move. Positions themselves never change. Each game has its own scene, which
knows the parts of its state.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from pbem.games.chance import Chance
from pbem.games.game import Data, Happening, Saying, Seat, Step

S = TypeVar("S")


class Scene(ABC, Generic[S]):
    """Collects what one move changes, and the happenings."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.happenings: list[Happening] = []

    @property
    @abstractmethod
    def state(self) -> S:
        """The position as it is now."""

    def step(self) -> Step[S]:
        """Return the new state and the happenings."""
        return Step(self.state, tuple(self.happenings))

    def tell(self, key: str, **args: Data) -> None:
        """Add a happening that everybody may know."""
        self.happenings.append(Happening(Saying(key, args), by=self.turn_of(args)))

    def whisper(self, seat: Seat, key: str, **args: Data) -> None:
        """Add a happening that only this seat may ever know."""
        self.happenings.append(Happening(Saying(key, args), to=frozenset({seat}), by=seat))

    def announce(self, key: str, **args: Data) -> None:
        """Add a public happening that belongs to no seat's turn."""
        self.happenings.append(Happening(Saying(key, args)))

    def begin(self, key: str, **args: Data) -> None:
        """Add a public happening with which a new part of the game begins, such as a round."""
        self.happenings.append(Happening(Saying(key, args), begins=True))

    def turn_of(self, args: Mapping[str, Data]) -> Seat | None:
        """Return the seat in whose turn something happens: by default the `seat` it is about."""
        told = args.get("seat")
        return None if told is None else Seat(told.partition("/")[2])


def by(seat: str) -> str:
    """Return a seat as a value for a place of a message."""
    return f"seats/{seat}"

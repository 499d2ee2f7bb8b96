"""One move being played: the position so far, the chance at hand and what happened.

A scene lives no longer than the move; positions themselves never change. Each game has a scene of its own that knows
the parts of its state.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from pbem.games.chance import Chance
from pbem.games.game import Data, Happening, Saying, Seat, Step

S = TypeVar("S")


class Scene(ABC, Generic[S]):
    """Collects what one move changes and what is told about it."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.happenings: list[Happening] = []

    @property
    @abstractmethod
    def state(self) -> S:
        """The position as it is now."""

    def step(self) -> Step[S]:
        """Return what the move gave."""
        return Step(self.state, tuple(self.happenings))

    def tell(self, key: str, **args: Data) -> None:
        """Tell everybody."""
        self.happenings.append(Happening(Saying(key, args), by=self.turn_of(args)))

    def whisper(self, seat: Seat, key: str, **args: Data) -> None:
        """Tell one seat alone: nobody else may ever hear of it."""
        self.happenings.append(Happening(Saying(key, args), to=frozenset({seat}), by=seat))

    def announce(self, key: str, **args: Data) -> None:
        """Tell everybody what belongs to nobody's turn."""
        self.happenings.append(Happening(Saying(key, args)))

    def begin(self, key: str, **args: Data) -> None:
        """Tell everybody that a new part of the game begins, such as a round."""
        self.happenings.append(Happening(Saying(key, args), begins=True))

    def turn_of(self, args: Mapping[str, Data]) -> Seat | None:
        """Return in whose turn something happens: by default that of the seat it is told of."""
        told = args.get("seat")
        return None if told is None else Seat(told.partition("/")[2])


def by(seat: str) -> str:
    """Return a seat as it is told."""
    return f"seats/{seat}"

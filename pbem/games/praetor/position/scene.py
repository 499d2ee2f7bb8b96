"""One move being played: the position as it changes step by step, and how its things are told."""

from typing import Any

from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.game import Seat
from pbem.games.kit.scene import Scene as AnyScene
from pbem.games.praetor.position.state import Player, State, put


class Scene(AnyScene[State]):
    """A position on its way to the next decision."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(chance)
        self.rules = state.rules
        self.now = state.now

    @property
    def state(self) -> State:
        return State(self.rules, self.now)

    def set(self, **changes: Any) -> None:
        """Change the position."""
        self.now = replace(self.now, **changes)

    def player(self, seat: Seat) -> Player:
        """Return a player as he is."""
        return self.now.players[seat]

    def change(self, seat: Seat, **changes: Any) -> None:
        """Change a player."""
        self.now = put(self.now, replace(self.now.players[seat], **changes))

    def move_favour(self, seat: Seat, delta: int) -> int:
        """Move a favour marker once, never below 0; a marker that moves comes to lie on top (P-R26)."""
        before = self.player(seat).favour
        after = max(0, before + delta)
        if after != before:
            self.set(clock=self.now.clock + 1)
            self.change(seat, favour=after, arrival=self.now.clock)
        return after - before


def name_of(state: State, tile: str) -> str:
    """Return the name of a tile as it is told."""
    return f"types/{state.tile(tile).type}"


def at(x: int, y: int) -> str:
    """Return a cell as it is told."""
    return f"{x},{y}"

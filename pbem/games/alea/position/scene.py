"""One move being played: what lies on the table and what seats know alone, as they change."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.games.alea.position.state import NOBODY, State, swap
from pbem.games.chance import Chance
from pbem.games.game import Seat
from pbem.games.kit.scene import Scene as AnyScene


class Scene(AnyScene[State]):
    """Collects the changes that one move makes. Seats are numbers in here."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(chance)
        self.fixed = state.fixed
        self.position = state.position
        self.own = state.own
        self.offer = state.offer

    @property
    def state(self) -> State:
        return State(self.fixed, self.position, self.own, self.offer)

    @property
    def seats(self) -> range:
        """All seats, by number."""
        return range(len(self.fixed.seats))

    def set(self, **changes: Any) -> None:
        """Change what lies on the table."""
        self.position = replace(self.position, **changes)

    def change(self, seat: int, **changes: Any) -> None:
        """Change what everybody sees of a player."""
        players = self.position.players
        changed = swap(players, seat, replace(players[seat], **changes))
        self.position = replace(self.position, players=changed)

    def hide(self, seat: int, **changes: Any) -> None:
        """Change what a seat knows alone."""
        self.own = swap(self.own, seat, replace(self.own[seat], **changes))

    def name(self, seat: int) -> str:
        """Return a seat as it is told."""
        return f"seats/{self.fixed.seats[seat]}"

    def turn_of(self, args: Mapping[str, Any]) -> Seat | None:
        """Return in whose turn something happens: that of whoever places dice, then of whoever is told of."""
        active = self.position.active
        return super().turn_of(args) if active == NOBODY else self.fixed.seats[active]

    def whisper_to(self, seat: int, key: str, **args: Any) -> None:
        """Tell one seat alone."""
        self.whisper(self.fixed.seats[seat], key, **args)

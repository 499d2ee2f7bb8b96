"""One move being played: the public and the secret part as they change."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.fortuna.position.state import Player, State
from pbem.games.game import Data, Seat
from pbem.games.kit.scene import Scene as AnyScene
from pbem.games.kit.scene import by


class Scene(AnyScene[State]):
    """Collects the changes that one move makes."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(chance)
        self.rules = state.rules
        self.public = state.public
        self.secret = state.secret

    @property
    def state(self) -> State:
        return State(self.rules, self.public, self.secret)

    @property
    def seat(self) -> Seat:
        """The active player."""
        return self.public.active

    @property
    def me(self) -> Player:
        """The active player's province."""
        return self.public.players[self.public.active]

    def set(self, **changes: Any) -> None:
        """Change the public part."""
        self.public = replace(self.public, **changes)

    def hide(self, **changes: Any) -> None:
        """Change the secret part."""
        self.secret = replace(self.secret, **changes)

    def note(self, **changes: Any) -> None:
        """Change what is remembered of the turn."""
        self.public = replace(self.public, turn=replace(self.public.turn, **changes))

    def own(self, **changes: Any) -> None:
        """Change the active player's province."""
        self.change(self.seat, **changes)

    def change(self, seat: Seat, **changes: Any) -> None:
        """Change a province."""
        players = self.public.players
        self.public = replace(self.public, players={**players, seat: replace(players[seat], **changes)})

    def supply(self, what: str, count: int) -> None:
        """Add to the stock, or take from it if negative."""
        stock = self.public.stock
        self.public = replace(self.public, stock=replace(stock, **{what: getattr(stock, what) + count}))

    def earn(self, seat: Seat, amount: int) -> int:
        """Pay money to a player; what is over the limit is lost (F-R12). Returns what was lost."""
        money = self.public.players[seat].money + amount
        most = self.rules.table.money.max
        self.change(seat, money=min(money, most))
        return max(0, money - most)

    def tell(self, key: str, **args: Data) -> None:
        """Tell everybody what the active player did."""
        super().tell(key, **{"seat": by(self.public.active), **args})

    def turn_of(self, args: Mapping[str, Data]) -> Seat:
        """Return in whose turn something happens: the active player's, or of whoever else is told of."""
        return Seat(args["who"].partition("/")[2]) if "who" in args else self.public.active

    def tell_reserve(self, seat: Seat, card: str | None) -> None:
        """Tell which card lies face down; only its owner where reports hide it (F-R18)."""
        if card is None:
            self.tell("reserved_none", who=by(seat))
        elif self.rules.is_hidden:
            self.tell("reserved_hidden", who=by(seat))
            self.whisper(seat, "you_reserved", card=f"cards/{card}")
        else:
            self.tell("reserved", who=by(seat), card=f"cards/{card}")

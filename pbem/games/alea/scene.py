"""Playing one move: chance is asked and what happens is told, in order."""

from msgspec import Struct, field

from pbem.games.alea.state import Fixed
from pbem.games.chance import Chance
from pbem.games.game import Data, Happening, Saying, Seat


class Scene(Struct):
    """The chance of this move, and what has happened in it so far."""

    chance: Chance
    seats: tuple[Seat, ...]
    news: list[Happening] = field(default_factory=list)

    def tell(self, key: str, **args: Data) -> None:
        """Tell everybody."""
        self.news.append(Happening(Saying(key, args)))

    def whisper(self, seat: int, key: str, **args: Data) -> None:
        """Tell one seat alone."""
        self.news.append(Happening(Saying(key, args), frozenset({self.seats[seat]})))

    def name(self, seat: int) -> str:
        """Return a seat as an argument of a saying."""
        return f"seat/{self.seats[seat]}"


def begin(fixed: Fixed, chance: Chance) -> Scene:
    """Begin to tell what a move does."""
    return Scene(chance, fixed.seats)

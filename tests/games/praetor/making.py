"""A position to try the rules on: any field may be set, orders are given as text."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.games.game import Refusal, Saying, Seat, Unread
from pbem.games.praetor import GAME
from pbem.games.praetor.course.turn import go_on
from pbem.games.praetor.course.update import begin_update
from pbem.games.praetor.position.city import turned
from pbem.games.praetor.position.moves import Academy, Move, Rescue
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Back, Lot, Player, State, View, put
from pbem.games.praetor.table.table import Tile
from tests.games.fate import Fate

SEATS = ("blue", "yellow", "white", "black", "purple")
EXAMPLE = ("yellow", "purple", "white", "blue")  # the seats of the rulebook's examples


class Case:
    """A game laid out, changed at will and played on."""

    def __init__(self, seats: int | tuple[str, ...], seed: int = 0, /, **options: str) -> None:
        names = SEATS[:seats] if isinstance(seats, int) else seats
        self.fate = Fate(seed)
        step = GAME.setup(
            seats=tuple(Seat(name) for name in names), options=options, table=GAME.table(), chance=self.fate
        )
        self.state: State = step.state
        self.told: list[Saying] = [happening.saying for happening in step.happenings]

    def player(self, seat: str) -> Player:
        return self.state.now.players[Seat(seat)]

    def give(self, seat: str, **changes: Any) -> None:
        """Change fields of a player."""
        self.state = State(self.state.rules, put(self.state.now, replace(self.player(seat), **changes)))

    def set(self, **changes: Any) -> None:
        """Change fields of the position."""
        self.state = State(self.state.rules, replace(self.state.now, **changes))

    def era(self, era: str) -> None:
        self.set(back=Back(era, 2))

    def lot(self, tile: str) -> Lot:
        return self.state.now.city[tile]

    def lay(self, tile: str, x: int, y: int, *, owner: str | None = None, rot: int = 0) -> None:
        """Lay a tile in the city."""
        corners = turned(self.state.tile(tile).corners, rot)
        lot = Lot(tile, x, y, rot, corners, owner=Seat(owner) if owner else None)
        display = tuple(other for other in self.state.now.display if other != tile)
        self.set(city={**self.state.now.city, tile: lot}, display=display)

    def own(self, tile: str, owner: str | None) -> None:
        """Give a tile of the city to somebody."""
        lot = replace(self.lot(tile), owner=Seat(owner) if owner else None)
        self.set(city={**self.state.now.city, tile: lot})

    def tile(self, name: str, **changes: Any) -> None:
        """Change what is printed on a tile, or print one more."""
        table = self.state.rules.table
        printed = table.tiles.get(name) or table.tiles["SA1"]
        tile: Tile = replace(printed, id=name, **changes)
        rules = replace(self.state.rules, table=replace(table, tiles={**table.tiles, name: tile}))
        self.state = State(rules, self.state.now)

    def offer(self, *tiles: str) -> None:
        self.set(display=tiles)

    def to_move(self, *order: str) -> None:
        """Let the first of these seats be asked, in this order."""
        rest = tuple(seat for seat in self.state.now.order if seat not in order)
        seats = (*(Seat(seat) for seat in order), *rest)
        self.set(phase="action", order=seats, place=0, asked=seats[:1])

    def view(self, seat: str | None) -> View:
        return GAME.view(self.state, Seat(seat) if seat else None)

    def read(self, seat: str, text: str) -> Move:
        """Read an order that must be understood."""
        move = GAME.parse(self.view(seat), text)
        assert not isinstance(move, Unread), GAME.say(move.saying, "en")
        return move

    def unread(self, seat: str, text: str) -> Unread:
        """Read an order that must not be understood."""
        move = GAME.parse(self.view(seat), text)
        assert isinstance(move, Unread), move
        return move

    def refused(self, seat: str, text: str) -> Refusal | None:
        return GAME.check(self.view(seat), self.read(seat, text))

    def why(self, seat: str, text: str) -> str:
        """Return the reason why an order is refused, empty if it is legal; all languages can tell it."""
        refusal = self.refused(seat, text)
        if refusal is None:
            return ""
        assert all(GAME.say(refusal.saying, language) for language in ("en", "it", "fr", "de"))
        return refusal.saying.key

    def order(self, seat: str, text: str) -> None:
        """Give an order that must be legal."""
        move = self.read(seat, text)
        refusal = GAME.check(self.view(seat), move)
        assert refusal is None, GAME.say(refusal.saying, "en")
        self.play(seat, move)

    def play(self, seat: str, move: Move) -> None:
        step = GAME.play(self.state, Seat(seat), move, self.fate)
        self.state = step.state
        self.told = [happening.saying for happening in step.happenings]

    def settle(self) -> None:
        """Play the defaults of those who must pass and are not asked, as a referee does without their sheets."""
        told = list(self.told)
        while self.state.now.phase == "action" and not (decision := GAME.waiting(self.state)[0]).ask:
            self.play(decision.seat, GAME.default(self.view(decision.seat)))
            told += self.told
        self.told = told

    def turn(self, seat: str, text: str) -> None:
        """Give an order out of turn, as if the seat were asked now."""
        self.to_move(seat)
        self.order(seat, text)

    def update(self, answers: Mapping[str, str] | None = None) -> None:
        """Go through the update phase; who has no answer gives the default one."""
        scene = Scene(self.state, self.fate)
        scene.set(asked=())
        begin_update(scene)
        go_on(scene)
        self.state = scene.state
        self.told = [happening.saying for happening in scene.happenings]
        while self.state.now.phase in ("academy", "rescue"):
            seat, told = self.state.now.asked[0], list(self.told)
            text = (answers or {}).get(f"{seat} {self.state.now.phase}")
            move = self.read(seat, f"{self.state.now.phase} {text}") if text else GAME.default(self.view(seat))
            assert isinstance(move, Academy | Rescue)
            assert GAME.check(self.view(seat), move) is None
            self.play(seat, move)
            self.told = told + self.told

    def told_keys(self) -> list[str]:
        return [saying.key for saying in self.told]

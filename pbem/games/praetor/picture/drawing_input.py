"""What a drawing of Praetor is made from: a view, how it is to be drawn, and its words."""

from pbem.games.drawing.frame.drawing_input import BaseInput
from pbem.games.drawing.places import Box
from pbem.games.drawing.remembered import once
from pbem.games.drawing.text.people import HOLE
from pbem.games.game import Look, Seat
from pbem.games.praetor.course.scoring import ranking
from pbem.games.praetor.picture.parts import Part, use
from pbem.games.praetor.picture.rhythm import RHYTHMS, CityRhythm
from pbem.games.praetor.picture.signs import PARTS
from pbem.games.praetor.position.state import Now, State, View
from pbem.games.praetor.table.table import Tile
from pbem.games.praetor.table.vocabulary import MESSAGES, WORDS


class DrawingInput(BaseInput[View, CityRhythm]):
    """A view and a look at it. `own` are the parts of the game's own that were used so far, with a memory all of it."""

    messages = MESSAGES
    words = WORDS

    def __init__(self, view: View, look: Look[View]) -> None:
        super().__init__(view, look, RHYTHMS)
        self.then: Now | None = look.before.state.now if look.before else None
        self.own: dict[str, str] = once(look, ("own",), lambda: dict(PARTS))

    @property
    def state(self) -> State:
        """All there is to see."""
        return self.view.state

    @property
    def now(self) -> Now:
        """What changes while the game is played."""
        return self.view.state.now

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.now.phase == "over"

    @property
    def order(self) -> tuple[Seat, ...]:
        """In which order people play; after the end, how they came in."""
        return ranking(self.state) if self.is_over else self.now.order

    def place(self, part: Part, box: Box) -> str:
        """Put a part of the game's own into a box."""
        self.own[part.name] = part.markup
        return use(part, box)

    def names(self, tile: Tile) -> tuple[str, ...]:
        """Return what a tile is called on the board: its name, and a short one if it has one."""
        return self.said_first(f"name_{tile.type}", f"short_{tile.type}")

    def status(self) -> str:
        """Tell what goes on."""
        if self.is_over:
            return self.of("status_won", self.name(ranking(self.state)[0]))
        asked = self.now.asked
        if len(asked) == 1:
            return self.of(f"status_{self.now.phase}", self.name(asked[0]))
        return self.say(f"status_{self.now.phase}_all")

    def title(self) -> str:
        """Name the moment."""
        if self.is_over:
            return self.say("drawn_over")
        key = {"ready": "drawn_turn", "action": "drawn_cycle"}.get(self.now.phase, "drawn_update")
        return self.say(key, turn=self.now.turn, cycle=self.now.cycle)

    def told(self) -> str:
        """Tell the position in three sentences."""
        stands = "; ".join(self._stand(seat) for seat in self.order)
        city = self.say("told_city", tiles=len(self.now.city))
        return f"{self.title()}: {self.status()}. {city} {self.say('told_favour', stands=HOLE).replace(HOLE, stands)}"

    def _stand(self, seat: Seat) -> str:
        return f"{self.name(seat)} {self.now.players[seat].favour}"

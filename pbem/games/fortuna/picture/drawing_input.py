"""What a drawing of Fortuna is made from: a view, how it is to be drawn, and its words."""

from functools import cached_property

from pbem.games.drawing.frame.drawing_input import BaseInput
from pbem.games.drawing.text.people import HOLE
from pbem.games.fortuna.course.scoring import ranks
from pbem.games.fortuna.law.law import deciders
from pbem.games.fortuna.picture.rhythm import RHYTHMS, RoadRhythm
from pbem.games.fortuna.position.state import Public, Slot, View, seated, visible_sides
from pbem.games.fortuna.table.table import Table
from pbem.games.fortuna.table.vocabulary import MESSAGES, WORDS
from pbem.games.game import Look, Seat


class DrawingInput(BaseInput[View, RoadRhythm]):
    """A view and a look at it."""

    messages = MESSAGES
    words = WORDS

    def __init__(self, view: View, look: Look[View]) -> None:
        super().__init__(view, look, RHYTHMS)
        self.public: Public = view.public
        self.then: Public | None = look.before.public if look.before else None
        self.table: Table = view.rules.table

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.public.step == "over"

    @cached_property
    def asked(self) -> tuple[Seat, ...]:
        """Whose answer is awaited."""
        return deciders(self.view.rules, self.public)

    @cached_property
    def sides(self) -> dict[str, tuple[Slot, ...]]:
        """The action cards as the reader sees them."""
        return visible_sides(self.view)

    @cached_property
    def sides_before(self) -> dict[str, tuple[Slot, ...]] | None:
        """The action cards as he saw them before."""
        return None if self.before is None else visible_sides(self.before)

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """Who plays, clockwise."""
        return seated(self.view.rules, self.public)

    def names(self, kind: str, name: str) -> tuple[str, ...]:
        """Return what a card or a favour is called on the board: its name, and a short one if it has one."""
        return self.said_first(f"{kind}_{name}", f"short_{kind}_{name}")

    def status(self) -> str:
        """Tell what goes on."""
        if self.is_over:
            return self._victory()
        if len(self.asked) == 1:
            return self.of(f"status_{self.public.step}", self.name(self.asked[0]))
        return self.say("status_reserve")

    def _victory(self) -> str:
        winners = [seat for seat, rank in ranks(self.view.rules, self.public).items() if rank == 1]
        return self.won("status", [self.name(seat) for seat in winners])

    def title(self) -> str:
        """Name the round."""
        return self.say("drawn_over") if self.is_over else self.say("drawn_round", round=self.public.round)

    def told(self) -> str:
        """Tell the position in two sentences."""
        stands = [self.of_stand(seat) for seat in self.players]
        favours = [str(number) for number, favour in enumerate(self.public.favours, 1) if favour.is_open]
        road = self.say("told_road", stands=HOLE).replace(HOLE, "; ".join(stands))
        now = self.say("told_now", status=HOLE, open=", ".join(favours) or "-")
        return f"{self.title()}. {road} {now.replace(HOLE, self.status())}"

    def of_stand(self, seat: Seat) -> str:
        """Tell where a pawn stands."""
        told = self.say("told_stand", name=HOLE, pos=self.public.players[seat].pos)
        return told.replace(HOLE, self.name(seat))

"""What one drawing is made from: a view, how it is to be drawn, and the words for what stands on it."""

from collections.abc import Iterable
from functools import cached_property

from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text.people import HOLE, person
from pbem.games.fortuna.course.scoring import ranks
from pbem.games.fortuna.law.law import deciders
from pbem.games.fortuna.picture.rhythm import RHYTHMS
from pbem.games.fortuna.position.state import Public, Slot, View, seated, visible_sides
from pbem.games.fortuna.table.table import Table
from pbem.games.fortuna.table.vocabulary import MESSAGES, WORDS
from pbem.games.game import WIDE, Data, Look, Saying, Seat


@remembered
def _said(key: str, language: str, **args: Data) -> str:
    return MESSAGES.say(Saying(key, args), language)


class DrawingInput:
    """A view and a look at it."""

    def __init__(self, view: View, look: Look[View]) -> None:
        self.view = view
        self.look = look
        self.before = look.before
        self.rhythm = RHYTHMS[look.width]
        self.public: Public = view.public
        self.table: Table = view.rules.table
        self.is_wide = look.width >= WIDE  # there is room for things side by side

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

    def say(self, key: str, **args: Data) -> str:
        """Tell a message of the board."""
        return _said(key, self.look.language, **args)

    def word(self, section: str, name: str) -> str:
        """Return a word of the game as orders use it."""
        return WORDS.say(section, name, self.look.language)

    def names(self, kind: str, name: str) -> tuple[str, ...]:
        """Return what a card or a favour is called on the board: its name, and a short one if it has one."""
        key = f"{kind}_{name}"
        short = f"short_{key}"
        return (self.say(key), self.say(short)) if short in MESSAGES else (self.say(key),)

    def name(self, seat: str) -> str:
        """Return what the one at a seat is called."""
        return person(self.look, Seat(seat), self.word("seats", seat))

    def of(self, key: str, name: str) -> str:
        """Tell a message about somebody."""
        return self.say(key, name=HOLE).replace(HOLE, name)

    def status(self) -> str:
        """Tell what goes on."""
        if self.is_over:
            return self._victory()
        asked = self.asked
        return (
            self.of(f"status_{self.public.step}", self.name(asked[0]))
            if len(asked) == 1
            else self.say("status_reserve")
        )

    def _victory(self) -> str:
        winners = [seat for seat, rank in ranks(self.view.rules, self.public).items() if rank == 1]
        if len(winners) == 1:
            return self.of("status_won", self.name(winners[0]))
        return self.say("status_tied", names=HOLE).replace(HOLE, self.joined(map(self.name, winners)))

    def joined(self, names: Iterable[str]) -> str:
        """Return names one after the other."""
        return ", ".join(names)

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

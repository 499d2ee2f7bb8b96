"""What a form offers: the same names in every file under `forms/`. A new form is one new file with a FORM."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct, ValidationError, convert

from pbem.tournament.chance import Stream
from pbem.tournament.scores.standings import standings_of
from pbem.tournament.scores.tally import tally_of
from pbem.tournament.values import Draw, Entrant, Form, History, Player, Standings, Tell, untold

T = TypeVar("T", bound=Struct)


class Kind(ABC, Generic[T]):
    """A kind of form: what a director may choose, who meets whom, and who is ahead.

    Draws use chance in one way only: the first shuffle of the round's roll is that of `candidates`, in the order of
    entry, and gives the lots; what comes after it is for the form to say.
    """

    key: ClassVar[str]  # the name of its file
    version: ClassVar[int] = 1  # of the algorithm; archived events name it
    terms: type[T]  # what a director may choose, with defaults

    # Whether a player may sit at several tables of a round.
    is_concurrent: ClassVar[bool] = False

    # Whether somebody may enter after the first draw.
    takes_late: ClassVar[bool] = False

    def terms_of(self, form: Form) -> T:
        """Return the terms of a form; ValidationError if they are none."""
        return convert(form.terms, self.terms)

    def faults(self, form: Form) -> tuple[str, ...]:
        """Return what is wrong with the terms of a form, one line each."""
        try:
            terms = self.terms_of(form)
        except ValidationError as wrong:
            return (f"terms of {self.key}: {wrong}",)
        return tuple(self.own_faults(form, terms))

    @abstractmethod
    def own_faults(self, form: Form, terms: T, /) -> Iterable[str]:
        """Return what types alone cannot tell."""

    @abstractmethod
    def field_faults(self, form: Form, players: int, /) -> Iterable[str]:
        """Return why so many players cannot be drawn in the first round; none if they can."""

    @abstractmethod
    def rounds(self, form: Form, /) -> int:
        """Return how many rounds there are."""

    def candidates(self, _form: Form, players: tuple[Player, ...], _history: History, /) -> tuple[Player, ...]:
        """Return those for whom lots are drawn; by default all who are there."""
        return players

    @abstractmethod
    def draw(
        self,
        form: Form,
        history: History,
        *,
        players: tuple[Player, ...],
        lots: tuple[Player, ...],
        stream: Stream,
        tell: Tell = untold,
    ) -> Draw:
        """Draw the next round for players in the order of entry, with lots already drawn from the stream."""

    @abstractmethod
    def draw_faults(
        self, form: Form, history: History, draw: Draw, *, players: tuple[Player, ...], lots: tuple[Player, ...]
    ) -> Iterable[str]:
        """Return what is wrong with a draw, as far as it can be told without searching for it again."""

    def standings(
        self, form: Form, entrants: Sequence[Entrant], history: History, lots: tuple[Player, ...], /
    ) -> Standings:
        """Return who is ahead; by default by all points of the event."""
        players = tuple(entrant.player for entrant in entrants)
        return standings_of(tally_of(form, players, history, lots=lots), entrants)

"""Swiss: every round those meet who have about as many points, and nobody twice if it can be helped."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from pbem.phrases import counted
from pbem.tournament.chance import Stream
from pbem.tournament.kind import Kind
from pbem.tournament.scores.tally import tally_of
from pbem.tournament.tables.drawing import Field, draw_field, field_draw_faults
from pbem.tournament.values import Draw, Form, History, Player, Tell, untold


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """How many rounds, and how many shuffles are improved to find a draw."""

    rounds: Annotated[int, Meta(ge=1, le=99)]
    starts: Annotated[int, Meta(ge=1, le=256)] = 64


class Swiss(Kind[Terms]):
    """Tables of players with about the same score."""

    key = "swiss"
    terms = Terms
    takes_late = True

    def own_faults(self, _form: Form, _terms: Terms, /) -> Iterable[str]:
        return ()

    def field_faults(self, form: Form, players: int, /) -> Iterable[str]:
        if players < form.least:
            yield f"{counted(players, 'player', 'players')}: a table takes {form.least} at least"

    def rounds(self, form: Form, /) -> int:
        return self.terms_of(form).rounds

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
        field = self._field(form, history, players, lots)
        return draw_field(field, stream, starts=self.terms_of(form).starts, tell=tell)

    def draw_faults(
        self, form: Form, history: History, draw: Draw, *, players: tuple[Player, ...], lots: tuple[Player, ...]
    ) -> Iterable[str]:
        return field_draw_faults(self._field(form, history, players, lots), draw)

    @staticmethod
    def _field(form: Form, history: History, players: tuple[Player, ...], lots: tuple[Player, ...]) -> Field:
        scores = tally_of(form, players, history).points
        return Field(form=form, history=history, lots=lots, players=players, scores=scores)


FORM = Swiss()

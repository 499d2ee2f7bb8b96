"""Heats and final: after each round the best go on, and the last of them meet at one table."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from pbem.phrases import counted
from pbem.tournament.chance import Stream
from pbem.tournament.kind import Kind
from pbem.tournament.scores.standings import standings_of
from pbem.tournament.scores.tally import tally_of
from pbem.tournament.scores.ties import LOT
from pbem.tournament.tables.drawing import Field, draw_field, field_draw_faults
from pbem.tournament.values import Draw, Entrant, Form, History, Player, Round, Standings, StandingsLine, Tell, untold

NOWHERE = 99  # the place of whoever has none
MOST_ON = 256  # who go on after a round: no event has more players


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """How many go on after each round, the last number being that of the final; and shuffles, as in a Swiss."""

    advance: Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_ON)], ...], Meta(min_length=1, max_length=20)]
    starts: Annotated[int, Meta(ge=1, le=256)] = 64


class Heats(Kind[Terms]):
    """Winners go on, then the best of those who were second, and so on; those who met before are kept apart."""

    key = "heats"
    terms = Terms

    def own_faults(self, form: Form, terms: Terms, /) -> Iterable[str]:
        if any(after >= before for before, after in pairwise(terms.advance)):
            yield f"advance {_listed(terms.advance)}: fewer must go on after each round"
        if not form.least <= terms.advance[-1] <= form.table:
            yield f"advance {_listed(terms.advance)}: a final has {form.least} to {form.table} players"
        if LOT not in form.scoring.ties:
            yield "heats: who goes on must always be told, so the last tie-break is lot"

    def field_faults(self, form: Form, players: int, /) -> Iterable[str]:
        most = self.terms_of(form).advance[0]
        if players <= most:
            yield f"{counted(players, 'player', 'players')}: {most} go on after the first round, so it takes more"

    def rounds(self, form: Form, /) -> int:
        return len(self.terms_of(form).advance) + 1

    def candidates(self, _form: Form, players: tuple[Player, ...], history: History, /) -> tuple[Player, ...]:
        if not history.rounds:
            return players
        last = _players_of(history.rounds[-1])
        return tuple(player for player in players if player in last)

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

    def _field(self, form: Form, history: History, players: tuple[Player, ...], lots: tuple[Player, ...]) -> Field:
        """Those who have got so far, all with the same score: places alone brought them here."""
        number = len(history.rounds)
        if number:
            order = _round_standings(form, [Entrant(player) for player in players], history.only(number), lots)
            best = [line.player for line in order[: self.terms_of(form).advance[number - 1]]]
            players = tuple(player for player in players if player in best)
        field_lots = tuple(player for player in lots if player in players)
        scores = dict.fromkeys(players, 0)
        return Field(form=form, history=history, lots=field_lots, players=players, scores=scores)

    def standings(
        self, form: Form, entrants: Sequence[Entrant], history: History, lots: tuple[Player, ...], /
    ) -> Standings:
        """Whoever got further is ahead; of those who got equally far the last round decides alone."""
        lines: list[StandingsLine] = []
        left = list(entrants)
        for number in range(len(history.rounds), 0, -1):
            there = _players_of(history.rounds[number - 1])
            here = [entrant for entrant in left if entrant.player in there]
            left = [entrant for entrant in left if entrant.player not in there]
            lines += _ranked_after(len(lines), _round_standings(form, here, history.only(number), lots))
        never_drawn = standings_of(tally_of(form, tuple(one.player for one in left), History()), left)
        return (*lines, *_ranked_after(len(lines), never_drawn))


def _round_standings(
    form: Form, entrants: Sequence[Entrant], one_round: History, lots: tuple[Player, ...]
) -> Standings:
    """Rank entrants by one round: by their places first, then by what it gave."""
    tally = tally_of(form, tuple(entrant.player for entrant in entrants), one_round, lots=lots)
    places = _places(one_round.rounds[0])
    return standings_of(tally, entrants, before={one.player: places.get(one.player, NOWHERE) for one in entrants})


def _places(drawn: Round) -> dict[Player, int]:
    """Return the place of everybody who has one; who has a bye goes on like a winner."""
    places = dict.fromkeys(drawn.byes, 1)
    for table in drawn.tables:
        if table.result is not None:
            places |= dict(zip(table.seats, table.result.places, strict=not table.is_void))
    return places


def _ranked_after(others: int, lines: Standings) -> Standings:
    return tuple(replace(line, rank=line.rank + others) for line in lines)


def _players_of(drawn: Round) -> tuple[Player, ...]:
    return (*drawn.byes, *(player for table in drawn.tables for player in table.seats))


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


FORM = Heats()

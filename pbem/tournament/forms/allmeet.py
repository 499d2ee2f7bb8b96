"""All-meet: everybody meets everybody, at tables that are all drawn, and may all be played, at once."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct, to_builtins

from pbem.phrases import counted
from pbem.tournament.chance import Stream
from pbem.tournament.kind import Kind
from pbem.tournament.tables.designs import (
    PLANES,
    Tables,
    base_blocks,
    developed,
    laps_to_meet,
    plane,
    spread_of,
)
from pbem.tournament.values import Draw, DrawnTable, Form, History, Player, Tell, untold

MOST_PLAYERS = 45  # beyond which the search for designs finds too little


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """A cyclic design, in which everybody has each seat `laps` times (0: as few as let all meet), or a plane."""

    design: Literal["cyclic", "plane"] = "cyclic"
    laps: Annotated[int, Meta(ge=0, le=10)] = 0


class AllMeet(Kind[Terms]):
    """Tables by a design; chance says only who has which number in it."""

    key = "allmeet"
    terms = Terms
    is_concurrent = True

    def own_faults(self, form: Form, terms: Terms, /) -> Iterable[str]:
        if terms.design == "plane" and terms.laps:
            yield "terms of allmeet: a plane has no laps"
        if terms.design == "plane" and form.table not in PLANES:
            yield f"no plane with tables of {form.table} is known: choose {', '.join(map(str, PLANES))}"

    def field_faults(self, form: Form, players: int, /) -> Iterable[str]:
        told = counted(players, "player", "players")
        if self.terms_of(form).design == "plane":
            if players != form.table**2:
                yield f"{told}: a plane with tables of {form.table} takes {form.table**2}"
        elif players < form.least:
            yield f"{told}: a table takes {form.least} at least"
        elif players > MOST_PLAYERS:
            yield f"{told}: allmeet takes {MOST_PLAYERS} at most"

    def rounds(self, _form: Form, /) -> int:
        return 1

    def draw(
        self,
        form: Form,
        history: History,
        *,
        players: tuple[Player, ...],
        lots: tuple[Player, ...],
        stream: Stream,  # noqa: ARG002 - lots are all the chance that a design needs
        tell: Tell = untold,  # noqa: ARG002 - a design is there at once
    ) -> Draw:
        return _drawn(self._tables(form, len(players)), lots, len(history.rounds) + 1)

    def draw_faults(
        self,
        form: Form,
        history: History,
        draw: Draw,
        *,
        players: tuple[Player, ...],
        lots: tuple[Player, ...],
    ) -> Iterable[str]:
        number = {player: index for index, player in enumerate(lots)}
        if not all(player in number for table in draw.tables for player in table.seats):
            yield "somebody is seated who is not to be drawn"
            return
        tables = tuple(tuple(number[player] for player in table.seats) for table in draw.tables)
        if not self._is_design(form, tables, len(players)):
            yield "the tables are no such design"
        elif draw != _drawn(tables, lots, len(history.rounds) + 1):
            yield "byes, round or costs are not those of the tables"

    def _is_design(self, form: Form, tables: Tables, players: int) -> bool:
        """Tell whether tables are of the kind that was asked for; that no more even ones are found needs the search."""
        terms = self.terms_of(form)
        if terms.design == "plane":
            return tables == plane(form.table)
        blocks = tables[::players]
        size = min(form.table, players)
        if not blocks or tables != developed(blocks, players):
            return False
        if not all(len(block) == len(set(block)) == size for block in blocks):
            return False
        return len(blocks) == terms.laps or (terms.laps == 0 and spread_of(tables, players).fewest_meetings > 0)

    def _tables(self, form: Form, players: int) -> Tables:
        terms = self.terms_of(form)
        if terms.design == "plane":
            return plane(form.table)
        size = min(form.table, players)
        laps = terms.laps or laps_to_meet(players, size)
        return developed(base_blocks(players, size, laps), players)


def _drawn(tables: Tables, lots: tuple[Player, ...], number: int) -> Draw:
    """Seat players by their numbers in the design, and state how evenly it goes."""
    return Draw(
        byes=(),
        cost=to_builtins(spread_of(tables, len(lots))),
        round=number,
        start=0,
        tables=tuple(DrawnTable(tuple(lots[index] for index in table), {}) for table in tables),
    )


FORM = AllMeet()

"""Checking a desk: every page, every row, every record, and everything that was said about them. Nothing is mended.

What is written once is checked by what binds it: entries by their chain, secrets by their lock, evidence by its digest.
What follows from something else is made again and compared. The rest must at least make sense.
"""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError, MissingPartError
from pbem.desk.matches.seats.watching import WATCHER
from pbem.desk.matches.state.freezing import GOES_ON
from pbem.desk.records.record_kinds import kind_here
from pbem.desk.records.remaking.rebuild import Progress
from pbem.desk.safety.row_checks import WRONG, Known, what_is_wrong
from pbem.desk.store.databases import sqlite
from pbem.desk.store.databases.engine import Database
from pbem.desk.store.upkeep.inspecting import AnyInspector, Damage, Inspector, Row, place


def check(desk: Desk, progress: Progress = lambda _done, _of: None) -> list[Damage]:
    """Return everything that is wrong with a desk; BrokenDeskError if its database cannot be opened at all."""
    with closing(_inspector(desk.store.database)) as inspector:
        damage = [*inspector.structure(), *inspector.schema()]
        known, found = _survey(inspector, desk.now())
        damage += found
        for table in inspector.tables:
            damage += _check_table(inspector, table, desk, known)
        damage += _check_told(inspector)
    for number, game in enumerate(sorted(known.games)):
        progress(number, len(known.games))
        damage += _check_one(desk, game)
    damage += _check_tallies(desk, damage)
    damage += _check_known(desk, damage)
    damage += _check_marks(desk)
    return list(dict.fromkeys(damage))


def _inspector(database: Database) -> AnyInspector:
    if isinstance(database, sqlite.Database):
        return Inspector(database.path)
    from pbem.desk.store.databases import postgres
    from pbem.desk.store.upkeep import inspecting_postgres

    if isinstance(database, postgres.Database):
        return inspecting_postgres.Inspector(database)
    raise BrokenDeskError(f"{database.place} cannot be looked into")


def _survey(inspector: AnyInspector, now: int) -> tuple[Known, list[Damage]]:
    """Read what the checks of single rows must know of others."""
    games: dict[str, int] = {}
    damage = []
    for row in inspector.rows("entry"):
        if isinstance(row, Damage):
            damage.append(row)
        elif isinstance(row.values["game"], str):
            games[row.values["game"]] = games.get(row.values["game"], 0) + 1
        else:
            damage.append(Damage("entry", f"{place(row.values)}: of no game"))
    seats = frozenset((row["game"], row["seat"]) for row in _readable(inspector, "seat"))
    names = frozenset(row["name"] for row in _readable(inspector, "player"))
    return Known(games, seats, names, now), damage


def _readable(inspector: AnyInspector, table: str) -> Iterator[dict[str, Any]]:
    return (row.values for row in inspector.rows(table) if isinstance(row, Row))


def _check_table(inspector: AnyInspector, table: str, desk: Desk, known: Known) -> Iterator[Damage]:
    """Check every row of a table by itself."""
    for row in inspector.rows(table, desk.store.vault):
        if isinstance(row, Damage):
            yield row
        elif why := what_is_wrong(table, row, known):
            yield Damage(table, f"{place(row.values)}: {why}")


def _check_told(inspector: AnyInspector) -> Iterator[Damage]:
    """Check that each letter begins where the one before it ended, or shows one position of the past."""
    told: dict[tuple[str, str], int] = {}
    for values in _readable(inspector, "letter"):
        if values["seat"] == WATCHER:
            continue  # each who watches began when he liked
        reader = values["game"], values["seat"]
        since, upto = values["since"], values["upto"]
        if not isinstance(since, int) or not isinstance(upto, int):
            continue  # it was named by itself
        # A substitute's first letter tells everything since the beginning.
        if reader[1] and since not in (0, told.get(reader, 0), upto - 1):
            yield Damage("letter", f"{place(values)}: it does not begin where the last one to that seat ended")
        told[reader] = max(told.get(reader, 0), upto)


def _looked_at(desk: Desk, id_: str) -> list[Damage]:
    with desk.store.read() as look:
        kind = kind_here(look, id_)
    return kind.check(desk, id_)


def _check_one(desk: Desk, game: str) -> list[Damage]:
    try:
        return _looked_at(desk, game)
    except MissingPartError:
        raise  # what cannot be checked here is not damaged
    except WRONG as error:
        return [Damage("entry", f"{game}: {error}")]


def _check_known(desk: Desk, named: list[Damage]) -> list[Damage]:
    """Compare what people are known by with the people, unless some of them were named already."""
    if any(damage.table == "player" for damage in named):
        return []
    try:
        with desk.store.read() as look:
            misknown = look.people.misknown()
    except WRONG as error:
        return [Damage("known_by", f"it cannot be compared: {error}")]
    return [Damage("known_by", f"{name}: not what the person says; `pbem rebuild` makes it again") for name in misknown]


def _check_tallies(desk: Desk, named: list[Damage]) -> list[Damage]:
    """Count all rows, and compare with what was counted when they were written, unless rows were named already."""
    try:
        with desk.store.read() as look:
            missed = list(look.tally.missed())
    except WRONG as error:
        return [Damage("tally", f"what there is cannot be counted: {error}")]
    tables = {damage.table for damage in named}
    return [Damage(one.table, one.what) for one in missed if one.table not in tables or not one.is_changed]


def _check_marks(desk: Desk) -> Iterator[Damage]:
    marks = desk.store.marks
    for name in marks.unreadable():
        yield Damage("marks", f"{name}: it cannot be read; if the record is whole, remove the file")
    marked = [game for game, _head in marks.all()]
    with desk.store.read() as look:  # later than the marks: a game that is opened now has no mark without a record
        for game in marked:
            if look.records.hash_of(game, 0) is None:
                yield Damage(
                    "entry", f"{game}: the whole record is missing; a mark beside the database says it was here"
                )


def unmarked(desk: Desk) -> list[str]:
    """Return the games that go on and have no mark: nobody would notice if an older database were put in place."""
    try:
        with desk.store.read() as look:
            going_on = [game for phase in GOES_ON for game, _head in look.games.heads_in(phase)]
    except BrokenDeskError:
        return []  # which ones there are cannot be read, and checking says so
    return [game for game in going_on if not desk.store.marks.has(game)]

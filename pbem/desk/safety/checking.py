"""Checking a desk: every page, every row, every record, and everything that was said about them. Nothing is mended.

What is written once is checked by what binds it: entries by their chain, secrets by their lock, evidence by its digest.
What follows from something else is made again and compared. The rest must at least make sense.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from msgspec import MsgspecError, Struct, convert, json

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError, DeskError, MissingPartError
from pbem.desk.matches.acts.thawing import GOES_ON
from pbem.desk.matches.letters.requests import Posted
from pbem.desk.matches.seats.watching import WATCHER, Watching
from pbem.desk.people.enrolled import checked, enrolled
from pbem.desk.people.names import ELSEWHERE
from pbem.desk.records.record_kinds import kind_here
from pbem.desk.records.remaking.rebuild import Progress
from pbem.desk.signed.evidence import is_named_so
from pbem.desk.store.databases import sqlite
from pbem.desk.store.databases.engine import Database
from pbem.desk.store.shelves.letters import FAR
from pbem.desk.store.upkeep.inspecting import AnyInspector, Damage, Inspector, Row, place
from pbem.desk.store.values import Member
from pbem.mail.kinds import provided_kinds
from pbem.record.errors import IntegrityError
from pbem.record.log.entry import entry_hash
from pbem.report.notice import read_notices

_DIGEST = re.compile(r"[0-9a-f]{64}")
# What damaged values may do to code that reads them.
_WRONG = (DeskError, IntegrityError, MsgspecError, ValueError, TypeError, LookupError, AttributeError)


class Known(Struct, frozen=True):
    """What rows of one table say that rows of others must agree with."""

    games: dict[str, int]  # every record, and how many entries of it there are
    seats: frozenset[tuple[str, str]]
    names: frozenset[str]
    now: int


_Check = Callable[[Row, Known], str | None]


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
    ask = _CHECKS.get(table)
    for row in inspector.rows(table, desk.store.vault):
        if isinstance(row, Damage):
            yield row
        elif ask is not None and (why := _asked(ask, row, known)):
            yield Damage(table, f"{place(row.values)}: {why}")


def _asked(ask: _Check, row: Row, known: Known) -> str | None:
    try:
        return ask(row, known)
    except _WRONG as error:
        return f"it makes no sense: {error}"


def _check_entry(row: Row, known: Known) -> str | None:
    del known
    return None if entry_hash(row.values["raw"]) == row.values["hash"] else "its stored hash is not that of its bytes"


def _check_projected(row: Row, known: Known) -> str | None:
    game = row.values.get("game", row.values.get("id"))
    return None if game in known.games else "there is no record of that game"


def _check_secret(row: Row, known: Known) -> str | None:
    return None if row.values["game"] in ("", *known.games) else "there is no record of that game"


def _check_player(row: Row, known: Known) -> str | None:
    del known
    values = row.values
    player = checked(convert({**values, "publishes": bool(values["publishes"])}, Member))
    if values["publishes"] not in (0, 1):
        return "whether orders may be published is not said"
    if player.key_id and enrolled(player).key_id != player.key_id:
        return "the key is not the one that it is called"
    return None


def _check_mail(row: Row, known: Known) -> str | None:
    values = row.values
    if not _DIGEST.fullmatch(values["digest"]):
        return "that is no digest"
    if values["player"].removesuffix(ELSEWHERE) not in ("", *known.names) or values["is_answered"] not in (0, 1):
        return "whose mail it was, or whether it was answered, is not said"
    return None if 0 < values["at"] <= known.now + FAR else "it came at no possible time"


def _check_provider_key(row: Row, known: Known) -> str | None:
    values = row.values
    if not any(kind.is_record(values["record"]) for kind in provided_kinds()):
        return "that is no key record"
    if not 0 < values["first"] <= values["last"] <= values["until"] <= known.now + FAR:
        return "it was seen at no possible time"
    return None


def _check_evidence(row: Row, known: Known) -> str | None:
    del known
    return None if is_named_so(row.values["digest"], row.content) else "it is of something else than its name says"


def _check_letter(row: Row, known: Known) -> str | None:
    values = row.values
    if not values["seat"]:
        convert(json.decode(row.content), Posted)
        return None
    if values["seat"] == WATCHER:
        convert(json.decode(row.content), Watching)
    else:
        read_notices(json.decode(row.content))
    if values["seat"] != WATCHER and (values["game"], values["seat"]) not in known.seats:
        return "there is no such seat"
    if not 0 <= values["since"] <= values["upto"] <= known.games.get(values["game"], 0):
        return "it tells of entries that are not there"
    if not 0 <= values["tries"] < 1_000 or not -1 <= values["sent"] <= known.now + FAR or values["due"] < 0:
        return "when it was sent, or is tried again, is no possible time"
    return None


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


_CHECKS: dict[str, _Check] = {
    "entry": _check_entry,
    "game": _check_projected,
    "event": _check_projected,
    "seat": _check_projected,
    "snapshot": _check_projected,
    "secret": _check_secret,
    "player": _check_player,
    "mail": _check_mail,
    "evidence": _check_evidence,
    "provider_key": _check_provider_key,
    "letter": _check_letter,
}


def _looked_at(desk: Desk, id_: str) -> list[Damage]:
    with desk.store.read() as look:
        kind = kind_here(look, id_)
    return kind.check(desk, id_)


def _check_one(desk: Desk, game: str) -> list[Damage]:
    try:
        return _looked_at(desk, game)
    except MissingPartError:
        raise  # what cannot be checked here is not damaged
    except _WRONG as error:
        return [Damage("entry", f"{game}: {error}")]


def _check_known(desk: Desk, named: list[Damage]) -> list[Damage]:
    """Compare what people are known by with the people, unless some of them were named already."""
    if any(damage.table == "player" for damage in named):
        return []
    try:
        with desk.store.read() as look:
            misknown = look.people.misknown()
    except _WRONG as error:
        return [Damage("known_by", f"it cannot be compared: {error}")]
    return [Damage("known_by", f"{name}: not what the person says; `pbem rebuild` makes it again") for name in misknown]


def _check_tallies(desk: Desk, named: list[Damage]) -> list[Damage]:
    """Count all rows, and compare with what was counted when they were written, unless rows were named already."""
    try:
        with desk.store.read() as look:
            missed = list(look.tally.missed())
    except _WRONG as error:
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

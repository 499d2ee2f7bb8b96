"""What can be wrong with an event: its form, who entered, what was drawn and played; one line each."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pbem.phrases import counted
from pbem.tournament.found import find_forms, form_named
from pbem.tournament.scores.ties import LOT, TIE_BREAKS
from pbem.tournament.values import MOST_POINTS, UNIT, Entrant, EventTable, Form, History, Player, Result, Round, Scoring

TABLES = range(2, 6)
MOST_PLACES = 100  # that points are given for; more than a table has do no harm


def form_faults(form: Form, allowed: Sequence[int] = TABLES) -> Iterator[str]:
    """Yield what is wrong with a form; `allowed` are the numbers of players that the game can be played by."""
    yield from _table_faults(form, allowed)
    yield from _scoring_faults(form.scoring, form.table)
    if form.kind not in find_forms():
        yield f"there is no form {form.kind!r}: choose from {', '.join(find_forms())}"
        return
    kind = form_named(form.kind)
    if form.version != kind.version:
        yield f"{form.kind} is here in version {kind.version}, not {form.version}"
        return
    yield from kind.faults(form)


def _table_faults(form: Form, allowed: Sequence[int]) -> Iterator[str]:
    if not form.least <= form.table:
        yield f"tables of {form.least} to {form.table} players: the larger number comes last"
        return
    # Not every size up to a number that anybody may have written: nobody would count so far.
    between = {size for size in TABLES if form.least <= size <= form.table}
    for size in sorted({form.least, form.table} | between):
        if size not in allowed or size not in TABLES:
            yield f"tables of {size} players: the game takes {', '.join(map(str, sorted({*allowed} & {*TABLES})))}"


def _scoring_faults(scoring: Scoring, table: int) -> Iterator[str]:
    points = scoring.points
    told = "/".join(map(str, points))
    if len(points) < table:
        yield f"points {told}: a table has {table} places"
    if len(points) > MOST_PLACES:
        yield f"points for {len(points)} places: there are {MOST_PLACES} at most"
        return
    if not all(0 <= given <= MOST_POINTS for given in points):
        yield f"points {told}: each is a whole number from 0 to {MOST_POINTS}"
    elif not 0 <= scoring.bye <= MOST_POINTS * UNIT:
        yield f"a bye of {Fraction(scoring.bye, UNIT)} points: it gives 0 to {MOST_POINTS}"
    if list(points) != sorted(points, reverse=True):
        yield f"points {told}: a worse place cannot give more"
    for name in scoring.ties:
        if name not in TIE_BREAKS:
            yield f"there is no tie-break {name!r}: choose from {', '.join(TIE_BREAKS)}"
    if len(set(scoring.ties)) < len(scoring.ties):
        yield f"tie-breaks {', '.join(scoring.ties)}: one of them is there twice"
    if LOT in scoring.ties[:-1]:
        yield "tie-breaks after a lot never count: the lot comes last"


def entrant_faults(entrants: Sequence[Entrant]) -> Iterator[str]:
    """Yield what is wrong with those who entered."""
    seen: set[Player] = set()
    for entrant in entrants:
        if not entrant.player:
            yield "an entrant has no name"
        if entrant.player in seen:
            yield f"{entrant.player!r} has entered twice"
        seen.add(entrant.player)


def history_faults(form: Form, entrants: Sequence[Entrant], history: History) -> Iterator[str]:
    """Yield what cannot be in what was drawn and played."""
    known = {entrant.player for entrant in entrants}
    for number, drawn in enumerate(history.rounds, 1):
        for wrong in _round_faults(form, known, drawn):
            yield f"round {number}: {wrong}"
    for penalty in history.penalties:
        if penalty.player not in known:
            yield f"a penalty for {penalty.player!r}, who has not entered"
        if not 0 <= penalty.points <= MOST_POINTS * UNIT:
            yield f"a penalty of {Fraction(penalty.points, UNIT)} points: it takes 0 to {MOST_POINTS}"
        if not 1 <= penalty.round <= len(history.rounds) + 1:  # it stands while its round is drawn anew
            yield f"a penalty in round {penalty.round}, which is not drawn"


def _round_faults(form: Form, known: set[Player], drawn: Round) -> Iterator[str]:
    busy: list[Player] = list(drawn.byes)
    for number, table in enumerate(drawn.tables, 1):
        busy += table.seats
        for wrong in table_faults(form, table):
            yield f"table {number}: {wrong}"
    for player in sorted(set(busy) - known):
        yield f"{player!r} has not entered"
    if not form_named(form.kind).is_concurrent and len(set(busy)) < len(busy):
        twice = next(player for player in busy if busy.count(player) > 1)
        yield f"{twice!r} is there twice"


def table_faults(form: Form, table: EventTable) -> Iterator[str]:
    """Yield what is wrong with a table and its result."""
    if len(set(table.seats)) < len(table.seats):
        yield "somebody sits there twice"
    if not form.least <= len(table.seats) <= form.table:
        yield f"{counted(len(table.seats), 'player', 'players')}, not {form.least} to {form.table}"
    if table.result is not None and not table.is_void:
        yield from _result_faults(table, table.result)


def _result_faults(table: EventTable, result: Result) -> Iterator[str]:
    places = result.places
    if len(places) != len(table.seats):
        yield f"{counted(len(places), 'place', 'places')} for {counted(len(table.seats), 'player', 'players')}"
    elif any(place != 1 + sum(other < place for other in places) for place in places):
        yield f"places {', '.join(map(str, places))} cannot be: who shares a place is followed by as many less"
    if result.points and len(result.points) != len(table.seats):
        points = counted(len(result.points), "victory point", "victory points")
        yield f"{points} for {counted(len(table.seats), 'player', 'players')}"
    for player in result.substitutes:
        if player not in table.seats:
            yield f"a substitute for {player!r}, who does not sit there"

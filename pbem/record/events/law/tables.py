"""Why a table may not have this game, or this result."""

from pbem.phrases import counted
from pbem.record.errors import Check
from pbem.record.events.law.book import Book
from pbem.record.events.law.chance import Place
from pbem.record.events.law.kinds import Names, Result, TableOpened


def table_objection(book: Book, table: TableOpened) -> str | None:
    """Say why a table may not be given this game now, or None."""
    seating = book.seating(table.round, table.table)
    if seating is None:
        return f"there is no table {table.table} in round {table.round}"
    if seating.result is not None or seating.game:
        return f"table {table.table} of round {table.round} has a game already, or needs none"
    place = Place(table.round, table.table, seating.attempt)
    if table.attempt != seating.attempt or table.id != place.id(book.id):
        return f"the game of this table is {place.id(book.id)}, attempt {seating.attempt}"
    most = book.terms.most_games
    busy = [player for player in seating.seats if most and book.playing(player) >= most]
    return f"{busy[0]!r} has {counted(most, 'game', 'games')} under way already" if busy else None


def result_objection(book: Book, result: Result) -> tuple[Check, str] | None:
    """Say why a table may not have this result now, or None."""
    seating = book.seating(result.round, result.table)
    if seating is None or not seating.game or seating.attempt != result.attempt:
        return "chain", f"table {result.table} of round {result.round} has no game of attempt {result.attempt}"
    if seating.result is not None:
        return "chain", f"table {result.table} of round {result.round} has a result already: only a ruling changes it"
    if result.how == "void":
        is_empty = not (result.places or result.points or result.substitutes)
        return None if is_empty else ("scores", "a void game has places, points or substitutes")
    if why := places_fault(seating.seats, result.places, result.points):
        return "scores", why
    taken = [player for player, _by in result.substitutes]
    if taken != [player for player in seating.seats if player in taken]:
        return "scores", "substitutes are not named once for each seat, in the order of seats"
    return None


def places_fault(seats: Names, places: tuple[int, ...], points: tuple[int, ...]) -> str | None:
    """Say why places and victory points cannot be those of a table, or None."""
    if len(places) != len(seats) or len(points) not in (0, len(seats)):
        given, scored = counted(len(places), "place", "places"), counted(len(points), "victory point", "victory points")
        return f"{given} and {scored} for {len(seats)} who sit there: each has a place, and all have points or none"
    if any(place != 1 + sum(other < place for other in places) for place in places):
        return f"places {', '.join(map(str, places))} cannot be: who shares a place is followed by as many less"
    return None

"""Auditing an event by its form: every draw is run again, and every score computed."""

from collections.abc import Callable

from msgspec import to_builtins

from pbem.games.found import find, named
from pbem.games.game import Seat
from pbem.phrases import counted
from pbem.record.dice.chance import Replayer
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.events.law.book import Book
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.kinds import Close, Draw
from pbem.record.events.law.kinds import Event as Terms
from pbem.record.events.law.log import EventLog
from pbem.tournament.director.event import Event
from pbem.tournament.director.following import event_of
from pbem.tournament.errors import BadEventError
from pbem.tournament.event import draw, draw_lots

Progress = Callable[[int, int], None]
_DRAWN = {
    "byes": "byes are",
    "cost": "what the draw costs is",
    "round": "its number is",
    "start": "the number of the best start is",
    "tables": "tables are",
}


def audit_event(log: EventLog, progress: Progress = lambda _done, _of: None) -> Event:
    """Run an event again and return it; IntegrityError at the first entry that its form does not give.

    CannotCheckError if that is not known here.
    """
    event = event_of(log.books[0])
    done, draws = 0, sum(isinstance(entry.content, Draw) for entry in log.entries)
    for entry, before in zip(log.entries[1:], log.books, strict=False):
        event = Event(before, event.form)
        match entry.content:
            case Draw():
                progress(done, draws)
                _check_draw(event, entry, entry.content)
                done += 1
            case Close():
                _check_standings(event, entry, entry.content)
    progress(draws, draws)
    return Event(log.books[-1], event.form)


def audit_terms(terms: Terms) -> None:
    """Check that games can be opened by the terms of an event; IntegrityError if not.

    CannotCheckError if the game is not known here.
    """
    if terms.rules.key not in find() or named(terms.rules.key).meta.version != terms.rules.version:
        raise CannotCheckError(f"the rules of {terms.rules.key!r} in version {terms.rules.version} are not known here")
    game = named(terms.rules.key)
    seats = tuple(map(Seat, terms.seats))
    if seats != game.meta.seats[: len(seats)]:
        raise IntegrityError(0, "rules", "the seats are not those of the game, in their order")
    for fault in game.faults(seats=seats, options=terms.options, table=terms.table):
        raise IntegrityError(0, "rules", f"no game can be opened like this: {fault}")


def _check_draw(event: Event, entry: EventEntry, content: Draw) -> None:
    chance = _chance(event.book, entry)
    try:
        drawn = draw(event.form, event.to_be_drawn, event.history, chance, attempt=content.attempt)
    except BadEventError as error:
        raise IntegrityError(entry.seq, "tables", str(error)) from None
    chance.finish()
    told = to_builtins(drawn)
    for name, value in told.items():
        if _plain(value) != entry.body[name]:
            raise IntegrityError(entry.seq, "tables", f"round {drawn.round}: {_DRAWN[name]} not what its draw gives")


def _check_standings(event: Event, entry: EventEntry, _content: Close) -> None:
    chance = _chance(event.book, entry)
    lots = draw_lots(event.entrants, chance)
    chance.finish()
    try:
        lines = event.standings(lots)
    except BadEventError as error:
        raise IntegrityError(entry.seq, "scores", str(error)) from None
    for line, told in zip(lines, entry.body["standings"], strict=False):
        if _plain(to_builtins(line)) != told:
            raise IntegrityError(entry.seq, "scores", f"the line of {line.player} is not what the results give")
    if len(lines) != len(entry.body["standings"]):
        told = counted(len(lines), "player", "players")
        raise IntegrityError(entry.seq, "scores", f"the standings are not those of {told}")


def _chance(book: Book, entry: EventEntry) -> Replayer:
    return Replayer(book.id, book.key, seq=entry.seq, chance=entry.body["chance"], hidden=None)


def _plain(value: object) -> object:
    """Return data as JSON has it: with lists for tuples."""
    if isinstance(value, dict):
        return {key: _plain(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inside) for inside in value]
    return value

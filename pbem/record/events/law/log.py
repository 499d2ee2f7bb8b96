"""The log of an event: entries one after the other, each of which may come where it stands."""

from collections.abc import Iterable

from pbem.record.errors import IntegrityError
from pbem.record.events.law.book import Book
from pbem.record.events.law.book_steps import after, begin
from pbem.record.events.law.entry import EventEntry, read
from pbem.record.events.law.kinds import Event
from pbem.record.events.law.objections import objection
from pbem.record.log.entry import Head
from pbem.record.log.lines import Lines, read_lines


class EventLog(Lines[EventEntry], frozen=True, kw_only=True):
    """A log as far as it is right, and the book at each of its entries."""

    books: tuple[Book, ...]


def read_event(raws: Iterable[bytes]) -> EventLog:
    """Read a log, each entry once; CannotCheckError if it is of a format that is not known here."""
    books: list[Book] = []

    def read_next(raw: bytes) -> EventEntry:
        entry, book = _next(books[-1] if books else None, raw)
        books.append(book)
        return entry

    lines = read_lines(raws, read_next)
    return EventLog(lines.entries, lines.bad, books=tuple(books))


def _next(book: Book | None, raw: bytes) -> tuple[EventEntry, Book]:
    if book is None:
        entry = read(Head.empty, raw)
        if not isinstance(entry.content, Event):
            raise IntegrityError(entry.seq, "chain", "a record of an event begins with its opening")
        return entry, begin(entry)
    entry = read(book.head, raw, game=book.id)
    return entry, followed(book, entry)


def followed(book: Book, entry: EventEntry) -> Book:
    """Return the book with one entry more; IntegrityError if there is an objection to it."""
    if against := objection(book, entry.content):
        check, why = against
        raise IntegrityError(entry.seq, check, why)
    return after(book, entry)

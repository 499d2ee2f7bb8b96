"""The log of an event: entries one after the other, each of which may come where it stands."""

from collections.abc import Iterable

from msgspec import Struct

from pbem.record.errors import IntegrityError
from pbem.record.events.law.book import Book
from pbem.record.events.law.book_steps import after, begin
from pbem.record.events.law.entry import EventEntry, read
from pbem.record.events.law.kinds import Event
from pbem.record.events.law.objections import objection
from pbem.record.log.entry import Head


class EventLog(Struct, frozen=True):
    """A log as far as it is right: its entries, the book at each of them, and what broke it off (None: nothing did)."""

    entries: tuple[EventEntry, ...]
    books: tuple[Book, ...]
    bad: IntegrityError | None = None

    @property
    def head(self) -> Head:
        """The head of what was read."""
        return self.entries[-1].head if self.entries else Head.empty


def read_event(raws: Iterable[bytes]) -> EventLog:
    """Read a log, each entry once; CannotCheckError if it is of a format that is not known here."""
    entries: list[EventEntry] = []
    books: list[Book] = []
    for raw in raws:
        try:
            entry, book = _next(books[-1] if books else None, raw)
        except IntegrityError as error:
            return EventLog(tuple(entries), tuple(books), error)
        entries.append(entry)
        books.append(book)
    bad = None if entries else IntegrityError(None, "chain", "the record is empty")
    return EventLog(tuple(entries), tuple(books), bad)


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

"""Following an event through its record: from its first entry, one entry on at a time."""

from msgspec import ValidationError, convert

from pbem.phrases import counted
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.events.law.book import Book
from pbem.record.events.law.book_steps import begin
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.log import followed
from pbem.tournament.director.event import Event
from pbem.tournament.event import faults, rounds_of
from pbem.tournament.found import find_forms, form_named
from pbem.tournament.values import Form


def event_of(book: Book) -> Event:
    """Return an event by its book; IntegrityError if its form is none, CannotCheckError if it is not known here."""
    try:
        form = convert(book.terms.form, Form)
    except ValidationError as error:
        raise IntegrityError(0, "tables", f"the form is none: {error}") from None
    if form.kind not in find_forms() or form.version != form_named(form.kind).version:
        raise CannotCheckError(f"the form {form.kind!r} in version {form.version} is not known here")
    for fault in form_faults(book, form):
        raise IntegrityError(0, "tables", fault)
    return Event(book, form)


def form_faults(book: Book, form: Form) -> tuple[str, ...]:
    """Return what is wrong with a form, or with the terms of an event by it, one line each."""
    if wrong := faults(form):
        return wrong
    terms = book.terms
    if rounds_of(form) != len(terms.rounds):
        return (f"the form has {counted(rounds_of(form), 'round', 'rounds')}, and {len(terms.rounds)} end",)
    if form.table != len(terms.seats):
        return (f"tables have {form.table} seats, and {len(terms.seats)} are named",)
    if terms.entries.late and not form_named(form.kind).takes_late:
        return (f"nobody can enter late where the form is {form.kind}",)
    return ()


def begin_event(entry: EventEntry) -> Event:
    """Return the event that an `event` entry begins."""
    return event_of(begin(entry))


def follow(event: Event, entry: EventEntry) -> Event:
    """Carry an event one entry on; IntegrityError if it may not come next."""
    return Event(followed(event.book, entry), event.form)

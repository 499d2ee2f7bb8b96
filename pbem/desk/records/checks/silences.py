"""Reminders held against a record: the referee signed that nothing had come by then which answers what a seat is asked.

So a move that answers it is not laid to an order that came before: if it is, one of the two is not true.
"""

from collections.abc import Sequence

from pbem.record.errors import IntegrityError
from pbem.record.law.book import Book
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Content, Move, Order, Ruling
from pbem.record.notes.receipts import Reminder


def check_reminder(reminder: Reminder, entries: Sequence[Entry]) -> None:
    """Raise IntegrityError where a record contradicts a reminder."""
    if reminder.size > len(entries):
        why = f"the referee signed a reminder at size {reminder.size}: entries are missing"
        raise IntegrityError(None, "note", why)
    asked = _asked(entries[: reminder.size], reminder.seat)
    if asked is None:
        why = f"the referee reminded {reminder.seat} at size {reminder.size}, when nothing was asked of it"
        raise IntegrityError(None, "note", why)
    order = _answered_by(entries, reminder)
    if order is not None and asked <= order.came <= reminder.at:
        why = f"came at {order.came}; at {reminder.at} nothing had come, by the referee's reminder"
        raise IntegrityError(order.seq, "note", f"the sheet that answers what {reminder.seat} was asked {why}")


def _asked(entries: Sequence[Entry], seat: str) -> int | None:
    """Return since when a seat is awaited as of some entries; None if it is not."""
    book = Book()
    for entry in entries:
        book.take(entry)
    clocks = book.clocks
    return clocks.seats[seat].asked if clocks and seat in clocks.seats else None


def _answered_by(entries: Sequence[Entry], reminder: Reminder) -> Order | None:
    """Return the order that answers what a seat was asked; None where something else does, or it was asked anew."""
    for entry in entries[reminder.size :]:
        match entry.content:
            case Move(seat=reminder.seat, cause=cause):
                return _order(entries, cause)
            case Ruling(asks=tuple()):
                return None
    return None


def _order(entries: Sequence[Entry], cause: int | str) -> Order | None:
    content: Content | None = entries[cause].content if isinstance(cause, int) else None
    return content if isinstance(content, Order) else None

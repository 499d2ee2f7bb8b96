"""All the laws of a game's record beyond its bytes and links, each with the check that it belongs to."""

from pbem.record.errors import Check
from pbem.record.judging import Law
from pbem.record.law import decks, dice, luck, references, seals, seats, timing
from pbem.record.law.book import Book
from pbem.record.log import chain
from pbem.record.log.kinds import Content


def choices_objection(book: Book, content: Content) -> str | None:
    """Say why an entry shows that a hosted seat could have read what others chose before it was bound, or None."""
    return book.hosting.objection(content) if book.hosting.hosted else None


CHAIN: Law[Book, Content] = Law("chain", chain.objection)  # whoever reads a log has asked it
LAWS: tuple[Law[Book, Content], ...] = (
    Law("chain", references.objection),
    Law("chain", choices_objection),
    Law("seats", seats.objection),
    Law("clock", timing.objection),
    Law("luck", luck.objection),
    Law("ladder", dice.to_rungs),
    Law("draws", dice.to_draws),
    Law("seals", seals.objection),
    Law("decks", decks.objection),
)


def objection(book: Book, content: Content) -> tuple[Check, str] | None:
    """Return which check says no to an entry first, and why; None if it may come next. The book is not changed."""
    for law in (CHAIN, *LAWS):
        if why := law.objection(book, content):
            return law.check, why
    return None

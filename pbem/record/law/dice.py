"""Dice: every rung comes from the ladder in its place, and every draw from its rung."""

from pbem.record.dice.climb import draws_objection
from pbem.record.dice.fair import game_key
from pbem.record.law.book import Book
from pbem.record.log.kinds import Content, Move, Start


def to_rungs(book: Book, content: Content) -> str | None:
    """Say why an entry may not roll by these rungs, or None."""
    return book.climb.objection(content) if isinstance(content, Start | Move) and content.chance else None


def to_draws(book: Book, content: Content) -> str | None:
    """Say why an entry cannot have drawn this, or None."""
    match content:
        case Move() if book.key is not None:
            return draws_objection(content, book.key)
        case Start(luck=lucks) if book.terms is not None:
            return draws_objection(content, game_key(book.terms, lucks))
    return None

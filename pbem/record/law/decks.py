"""The secret from which all decks follow: what is revealed at the end is what `open` is bound to."""

from pbem.record.dice import fair
from pbem.record.law.book import Book
from pbem.record.log.kinds import Close, Content, Ruling


def objection(book: Book, content: Content) -> str | None:
    """Say why an entry may not reveal this secret, or None."""
    match content:
        case Close(hidden=str(hidden)) | Ruling(hidden=str(hidden)) if book.terms is not None:
            bound = fair.hidden_commitment(book.terms.game, bytes.fromhex(hidden)).hex()
            return None if bound == book.terms.hidden else "the secret revealed is not the one `open` is bound to"
    return None

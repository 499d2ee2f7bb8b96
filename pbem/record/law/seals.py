"""Moves and appeals that were sealed: each is revealed at most once, and as it was sealed."""

from collections.abc import Mapping

from pbem.record.dice.seals import answer_objection, is_opened_by, read_order
from pbem.record.law.book import Book
from pbem.record.log.kinds import Content, Move, Opening, Ruling
from pbem.record.log.record_words import public_appeal


def objection(book: Book, content: Content) -> str | None:
    """Say why what an entry opens was not sealed so, or None."""
    match content:
        case Move(opens=opens) if opens:
            return _to_moves(book, content)
        case Ruling(opens=tuple()):
            return answer_objection(content, book.appeals, lambda opening: _is_appeal(book, opening))
    return None


def _to_moves(book: Book, move: Move) -> str | None:
    closed = dict(book.sealed)
    for opening in move.opens:
        if why := opening_objection(opening, move.game, closed):
            return why
        del closed[opening.seq]
    return None


def opening_objection(opening: Opening, game: str, closed: Mapping[int, str]) -> str | None:
    """Say why an opening gives no seal of a move that is still closed, or None."""
    sealed = closed.get(opening.seq)
    if sealed is not None and is_opened_by(opening, game, sealed):
        return None
    return f"what is opened was not sealed in move {opening.seq}, or is opened twice"


def _is_appeal(book: Book, opening: Opening) -> bool:
    """Tell whether what is opened is an appeal from an earlier act, and its writer lets everybody read it."""
    order = read_order(opening.text)
    act = public_appeal(order.sheet) if order else None
    return act is not None and act in book.acts and act < opening.seq

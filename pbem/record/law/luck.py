"""A luck is committed to once, before any is revealed; `start` reveals every one that was, and no other."""

from collections.abc import Mapping

from pbem.record.dice import fair
from pbem.record.law.book import Book
from pbem.record.log.kinds import Content, Seat, Start


def objection(book: Book, content: Content) -> str | None:
    """Say why a luck may not be committed to, or revealed, like this; or None."""
    match content:
        case Seat():
            return _to_commitment(book, content)
        case Start(luck=lucks) if _is_of_event(book):
            if fair.EVENT not in lucks:
                return "the game is of an event, whose luck is not in its dice"
            own = {seat: luck for seat, luck in lucks.items() if seat != fair.EVENT}
            return _to_reveal(book, content.game, own)
        case Start(luck=lucks):
            return _to_reveal(book, content.game, lucks)
    return None


def _is_of_event(book: Book) -> bool:
    return book.terms is not None and book.terms.event is not None


def _to_commitment(book: Book, new: Seat) -> str | None:
    seat, held = new.seat, book.held.get(new.seat)
    before = held.luck if held else ""
    is_left = not new.name and not new.luck
    if new.luck == before or (is_left and not book.is_started and not book.is_revealed):
        return None  # whoever leaves before anything is revealed takes his luck along
    if before:
        return f"{seat!r} commits to another luck, and cannot"
    if book.is_started:
        return f"{seat!r} commits to a luck after the start"
    # Whoever knows the other lucks, and the ladder, could choose this one until the dice please him.
    return f"{seat!r} commits to a luck after another was revealed" if book.is_revealed else None


def _to_reveal(book: Book, game: str, lucks: Mapping[str, str]) -> str | None:
    """Say why these are not the lucks of the game's own seats; of a table of an event there are none."""
    committed = {seat: held.luck for seat, held in book.held.items() if held.luck}
    for seat in sorted(committed.keys() | lucks.keys()):
        if seat not in lucks:
            return f"the luck of {seat!r} was committed to and is not revealed"
        if seat not in committed:
            return f"the luck of {seat!r} is revealed and was never committed to"
        if fair.luck_commitment(game, seat, bytes.fromhex(lucks[seat])).hex() != committed[seat]:
            return f"the luck of {seat!r} is not what was committed to"
    return None

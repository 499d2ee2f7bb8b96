"""The holders of seats: a key or a holder changes only with a reason in the record.

A seat is taken once. After that, the reason for every change is a ruling, or the old key's own
signed word.
"""

from pbem.record.law.book import Book, Reason
from pbem.record.log.kinds import HERE, Content, Order, Seat, Start


def objection(book: Book, content: Content) -> str | None:
    """Say why an entry may not change, begin or say this of the seats, or None."""
    if book.said is not None and getattr(content, "by", None) != (book.said,):
        return f"the word in entry {book.said} is not followed by what it asks for"
    match content:
        case Start():
            free = next((seat for seat in book.seats if not book.name(seat)), None)
            return None if free is None else f"the game starts, and nobody sits at {free!r}"
        case Order():
            return _to_order(book, content)
        case Seat():
            return _to_seat(book, content)
    return None


def _to_order(book: Book, order: Order) -> str | None:
    seat, sign, word = order.seat, order.sign, order.word
    if word != "join" and sign not in HERE and sign != _kind(book, seat):
        return f"{seat!r} has no key of the kind {sign!r}"
    if word == "newkey" and sign in HERE:
        # Entered by the host, it would be his word: that is a ruling, and must look like one.
        return f"nobody signed that {seat!r} gets another key"
    return None


def _kind(book: Book, seat: str) -> str:
    held = book.held.get(seat)
    return "" if held is None else _kind_of(held)


def _to_seat(book: Book, new: Seat) -> str | None:
    old = book.held.get(new.seat)
    if not new.by:
        return None if old is None else f"the holder or key of {new.seat!r} changes without a reason"
    reason = book.reasons.get(new.by[0], Reason())
    if len(new.by) > 1 or reason.seat != new.seat:
        return f"entry {new.by[0]} is no reason to change the seat {new.seat!r}, or was one before"
    if old is None or not old.name:
        return _to_taking(book, new, reason.what, old)
    is_left_early = reason.what == "vacate" and not book.is_started
    is_right = _is_left(new) if is_left_early else _is_change(reason.what, old, new)
    return None if is_right else f"entry {new.by[0]} is no reason for this change"


def _to_taking(book: Book, new: Seat, reason: str, old: Seat | None) -> str | None:
    """Say why nobody can take a seat like this that is free."""
    if reason == "join" and not book.is_started:
        is_own = book.joining in (*HERE, _kind_of(new))
        return None if new.name and is_own else f"{new.seat!r} is not taken by the key that signed for it"
    if old is None or not book.is_started:
        return f"{new.seat!r} was never taken, and nobody joined"
    return None if _is_change(reason, old, new) else f"entry {new.by[0]} is no reason for this change"


def _kind_of(held: Seat) -> str:
    return held.key.partition(":")[0]


def _is_left(new: Seat) -> bool:
    """Tell whether a seat is as if it had never been taken, luck included: somebody else may join."""
    return not new.name and not new.luck


def _is_change(reason: str, old: Seat, new: Seat) -> bool:
    """Tell whether a seat changes as its reason lets it, and no otherwise."""
    is_same_person, is_same_key, is_same_luck = old.name == new.name, old.key == new.key, old.luck == new.luck
    match reason:
        case "luck":
            return is_same_person and is_same_key and not is_same_luck
        case "newkey":
            return is_same_person and not is_same_key and is_same_luck
        case "substitute":
            return bool(new.name) and is_same_luck
        case "vacate":
            return not new.name and is_same_luck
    return False

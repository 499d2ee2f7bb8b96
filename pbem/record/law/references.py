"""Whatever an entry refers to must exist: seats, causes, earlier entries, words, quoted heads."""

from pbem.record.law.book import Book
from pbem.record.log.kinds import Asks, By, Clock, Content, Move, Order, Ruling, Seat, Start, Word

_CONSENTS: frozenset[Word] = frozenset({"undo", "agree"})
LAPSES = 48 * 3_600  # seconds after which nobody can agree any more
_RESIGNS: frozenset[Word] = frozenset({"resign"})


def objection(book: Book, content: Content) -> str | None:
    """Say why an entry points at what is not there, or None."""
    match content:
        case Seat(seat=str(seat)) | Order(seat=str(seat)) | Move(seat=str(seat)) if seat not in book.seats:
            return f"there is no seat {seat!r} in this game"
        case Ruling(seat=str(seat)) | Clock(seat=str(seat)) if not _is_meant(book, content, seat):
            return f"there is no seat {seat!r} in this game"
        case Start(asks=asks) | Move(asks=asks) | Ruling(asks=tuple(asks)) if not _can_be_asked(book, asks):
            return "`asks` names what is no seat, or a seat twice"
    return _pointing(book, content)


def _is_meant(book: Book, content: Content, seat: str) -> bool:
    """Tell whether there is such a seat; an outage of none is everybody's."""
    is_everybody = seat == "" and isinstance(content, Clock) and content.act == "outage"
    return is_everybody or seat in book.seats


def _can_be_asked(book: Book, asks: Asks) -> bool:
    seats = {seat for seat, _turn in asks}
    return len(seats) == len(asks) and seats <= set(book.seats)


def _pointing(book: Book, content: Content) -> str | None:
    match content:
        case Move(seat=seat, cause=int(cause)) if not _is_sheet(book, cause, seat):
            return f"entry {cause} is no order of {seat!r} that could cause a move"
        case Order():
            return _to_order(book, content)
        case Ruling(act="answer", to=int(to)) if not _is_appeal(book, to):
            return f"entry {to} is no appeal"
        case Ruling(act="back", to=int(to), by=tuple(by)):
            return _to_back(book, content, to, by)
        case Ruling(act="vacate", by=tuple(by), seat=str(seat)) if not _can_be_taken(book, by, _RESIGNS, seat):
            return f"`by` names what is no word of {seat!r} to resign, or has had its effect"
    return None


def _is_sheet(book: Book, seq: int, seat: str) -> bool:
    order = book.orders.get(seq)
    return order is not None and order.seat == seat and not order.word


def _is_appeal(book: Book, seq: int) -> bool:
    order = book.orders.get(seq)
    return order is not None and order.word == "appeal"


def _to_order(book: Book, order: Order) -> str | None:
    if book.terms and order.sign not in book.terms.accepts:
        return f"this game takes no orders signed by {order.sign!r}"
    seen = order.seen
    if seen and not (seen.size <= book.size and book.hashes[seen.size].startswith(seen.head)):
        return f"quotes a head of size {seen.size} that is not of this chain: there is, or was, another"
    return None


def _to_back(book: Book, ruling: Ruling, to: int, by: By) -> str | None:
    if not book.start <= to < ruling.seq:
        return f"there is no going back to entry {to}: it is to come, or before the start"
    if not _can_be_taken(book, by, _CONSENTS, None):
        return "`by` names what is no request and no consent, or has had its effect"
    return _why_not_agreed(book, ruling, by) if by else None


def _can_be_taken(book: Book, by: By, words: frozenset[Word], seat: str | None) -> bool:
    """Tell whether each word that an entry names is there, had no effect before, and is the seat's own."""
    named = [book.orders[seq] for seq in by if seq in book.orders and seq not in book.taken]
    is_right = all(order.word in words and seat in (None, order.seat) for order in named)
    return is_right and len({order.seat for order in named}) == len(by)


def _why_not_agreed(book: Book, ruling: Ruling, by: By) -> str | None:
    """Say why a takeback is not what one seat asked for and all others agreed to, or None."""
    request, *consents = (book.orders[seq] for seq in by)
    seats = {order.seat for order in (request, *consents)}
    if request.word != "undo" or any(order.word != "agree" or order.seq < request.seq for order in consents):
        return "a takeback names the request for it, and then those who agreed"
    if seats != {seat for seat, held in book.held.items() if held.name}:
        return "not everybody who plays has asked for the takeback, or agreed"
    if request.seq < book.changed or any(order.came > request.at + LAPSES for order in consents):
        return f"the request in entry {request.seq} had lapsed"
    if request.seat not in book.ordered or ruling.to != book.ordered[request.seat] - 1:
        return f"goes back to entry {ruling.to}, which is not before the last order of {request.seat}"
    return None

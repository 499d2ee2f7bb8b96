"""Why the director of an event cannot rule that now."""

from pbem.record.errors import Check
from pbem.record.events.law.book import Book, Seating
from pbem.record.events.law.instants import on_calendar
from pbem.record.events.law.kinds import Ruling
from pbem.record.events.law.tables import places_fault

_OF_TABLES = ("discount", "replace", "replay", "result")


def ruling_objection(book: Book, ruling: Ruling) -> tuple[Check, str] | None:
    """Return which check says no to a ruling, and why; None if it may come next."""
    if ruling.act in _OF_TABLES:
        return _of_table(book, ruling)
    why = _of_event(book, ruling)
    return ("chain", why) if why else None


def _of_event(book: Book, ruling: Ruling) -> str | None:
    match ruling:
        case Ruling(act="answer", to=int(to)) if to not in book.appeals:
            return f"entry {to} is no appeal, or was answered"
        case Ruling(act="redraw", round=int(round_)):
            return _redraw_objection(book, round_)
        case Ruling(act="extend", round=int(round_), until=int(until)):
            return _extend_objection(book, round_, until)
        case Ruling(act="out", player=str(player)) if player not in (*book.active(), *book.waiting):
            return f"{player!r} is not in the event"
        case Ruling(act="out") if book.phase == "entering" and book.is_revealing:
            # Else the director could choose between draws, by taking out this one or that.
            return "nobody is taken out between the first reveal and the start"
        case Ruling(act="penalty", player=str(player)) if player not in book.players:
            return f"{player!r} has not entered"
        case Ruling(act="penalty", round=int(round_)) if round_ > len(book.rounds):
            return f"round {round_} is not drawn"
    return None


def _extend_objection(book: Book, round_: int, until: int) -> str | None:
    if round_ > len(book.ends):
        return f"there is no round {round_}"
    end = book.ends[round_ - 1]
    return None if until > end else f"round {round_} ends {on_calendar(end)} already: name a later time"


def _redraw_objection(book: Book, round_: int) -> str | None:
    if round_ != len(book.rounds):
        return f"round {round_} is not the one that was drawn last"
    is_begun = any(seating.game or seating.result for seating in book.rounds[-1].tables)
    return f"round {round_} has begun, and is not drawn again" if is_begun else None


def _of_table(book: Book, ruling: Ruling) -> tuple[Check, str] | None:
    round_, table = int(ruling.round or 0), int(ruling.table or 0)
    seating = book.seating(round_, table)
    if seating is None:
        return "chain", f"there is no table {table} in round {round_}"
    if seating.is_discounted:
        return "chain", f"table {table} of round {round_} is not counted any more"
    if ruling.act in ("replay", "result") and seating.result is None:
        return "chain", f"table {table} of round {round_} has no result"
    if ruling.act == "result":
        why = places_fault(seating.seats, ruling.places or (), ruling.points or ())
        return ("scores", why) if why else None
    why = _replace_objection(book, ruling, round_, seating) if ruling.act == "replace" else None
    return ("chain", why) if why else None


def _replace_objection(book: Book, ruling: Ruling, round_: int, seating: Seating) -> str | None:
    player, by = ruling.player, str(ruling.by or "")
    if seating.result is not None or player not in seating.seats:
        return f"{player!r} does not sit at a table that is still to be played"
    if not by and (seating.game or len(seating.seats) <= 2):
        return "a table has no seat less once its game is opened, and two seats at least"
    is_free = by in book.active() and by not in book.rounds[round_ - 1].busy
    if not by or by in book.waiting or is_free:
        return None
    return f"{by!r} does not wait for a seat: name somebody on the waiting list, or without a table in this round"

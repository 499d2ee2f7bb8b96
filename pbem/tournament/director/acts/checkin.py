"""The check-in of an event that asks for luck: who is awaited, when he is reminded, and who may find no room."""

from pbem.tournament.director.event import Event

_DAY = 86_400


def is_checking_in(event: Event, now: int) -> bool:
    """Tell whether lucks are revealed now: the entries are closed, and the check-in is not over."""
    terms = event.book.terms
    is_asked = terms.luck == "asked" and event.book.phase == "entering"
    return is_asked and terms.entries.until < now <= terms.checkin


def awaited(event: Event) -> tuple[str, ...]:
    """Return who has committed to a luck and not revealed it, in the order of entry."""
    players = event.book.players
    return tuple(name for name in event.book.active() if players[name].luck and not players[name].revealed)


def checked_in(event: Event) -> tuple[str, ...]:
    """Return who has revealed his luck and stays, in the order of entry."""
    return tuple(name for name in event.book.active() if event.book.players[name].revealed)


def reminding(event: Event) -> int:
    """Return when those who are awaited are reminded: a day before the end, or at half time if that is later."""
    terms = event.book.terms
    return max(terms.checkin - _DAY, (terms.entries.until + terms.checkin) // 2)


def waiting_place(event: Event, player: str, now: int) -> int:
    """Return the how-manieth somebody is of those who find no room; 0: he has room, whatever others do."""
    book = event.book
    if book.phase != "entering":
        return book.waiting.index(player) + 1 if player in book.waiting else 0
    may_come = book.terms.luck != "asked" or now <= book.terms.checkin
    there = [name for name in book.active() if name == player or may_come or book.players[name].revealed]
    return max(0, there.index(player) + 1 - book.terms.entries.most) if player in there else 0

"""How one person stands in an event, and what he can do now: told to whoever asks, and where his word is refused."""

from pbem.desk.desk import Desk
from pbem.desk.events.event_store import entries_of_event, why_event_frozen
from pbem.desk.events.hindrances import why_closed
from pbem.desk.events.letters.checkin import checkin_part
from pbem.desk.events.letters.telling import appealing_part, entering_part, saying, terms_part
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import word
from pbem.record.events.law.kinds import Ruling, Withdraw
from pbem.report.notice import Part
from pbem.tournament.director.acts.checkin import awaited, is_checking_in, waiting_place
from pbem.tournament.director.event import Event


def own_parts(desk: Desk, look: Transaction, event: Event, player: Member) -> tuple[Part, ...]:
    """Return how somebody stands in an event, with the lines to sign for what he can do now."""
    told, book = saying(player), event.book
    if why := why_event_frozen(desk, look, event.id, player.language):
        return (Part((why,)),)
    if book.is_over():
        return (Part((told("event_over", event=event.id),)),)
    if player.name not in book.keys:
        return _entering_parts(desk, look, event, player)
    if player.name not in (*book.active(), *book.waiting):
        phrase = "event_gone" if _has_left(look, event, player.name) else "event_missed"
        return (Part((told(phrase, event=event.id),)), appealing_part(desk, look, event, player))
    parts = [Part(standing_lines(desk, event, player))]
    if is_checking_in(event, desk.now()) and player.name in awaited(event):
        parts.append(checkin_part(desk, look, event, player))
    if player.name in book.waiting and not why_closed(book, desk.now()):
        parts.append(entering_part(desk, look, event, player))
    if book.phase == "running":
        parts.append(appealing_part(desk, look, event, player))
    return tuple(parts)


def _entering_parts(desk: Desk, look: Transaction, event: Event, player: Member) -> tuple[Part, ...]:
    if closed := why_closed(event.book, desk.now()):
        return (Part((saying(player)(closed, event=event.id),)),)
    return terms_part(event, player), entering_part(desk, look, event, player)


def _has_left(look: Transaction, event: Event, name: str) -> bool:
    """Tell whether somebody left, or was taken out, and did not just miss the check-in."""
    for entry in entries_of_event(look, event.id):
        match entry.content:
            case Withdraw(player=player) if player == name:
                return True
            case Ruling(act="out", player=player) if player == name:
                return True
    return False


def standing_lines(desk: Desk, event: Event, player: Member) -> tuple[str, ...]:
    """Return how somebody stands who is in an event, or waits, and how he leaves it."""
    told = saying(player)
    places = {"event": event.id, "title": event.book.terms.title, "players": len(event.book.active())}
    leaving = told("event_can_leave", event=event.id, word=word("withdraw", player.language))
    return (told("event_on_in", **places), *outlook_lines(desk, event, player), leaving)


def outlook_lines(desk: Desk, event: Event, player: Member) -> tuple[str, ...]:
    """Return what somebody who has entered may expect: a place among those who wait, and what his luck waits for."""
    book, told, at = event.book, saying(player), teller(player.language, player.zone).at
    lines = []
    if place := waiting_place(event, player.name, desk.now()):
        lines.append(told(_waiting_phrase(event), event=event.id, place=place, most=book.terms.entries.most))
    if book.phase == "entering" and book.terms.luck == "asked":
        instants = {"until": at(book.terms.entries.until), "checkin": at(book.terms.checkin)}
        lines.append(told(_luck_phrase(event, player.name, desk.now()), event=event.id, **instants))
    return tuple(lines)


def _waiting_phrase(event: Event) -> str:
    if event.book.phase != "entering":
        return "event_waits_seat"
    return "event_waits_luck" if event.book.terms.luck == "asked" else "event_waits"


def _luck_phrase(event: Event, name: str, now: int) -> str:
    """Return which phrase says what becomes of somebody's luck before the start."""
    terms = event.book.terms
    if event.book.players[name].revealed:
        return "event_checked_in"
    if now > terms.checkin:
        return "event_unrevealed"
    return "event_luck_awaited" if now > terms.entries.until else "event_luck_later"

"""Why a word for an event cannot be taken, said to its sender in his own language."""

import re

from msgspec import Struct

from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.mail.block.block import Seen
from pbem.mail.kinds import name_of
from pbem.record.dice.fair import luck_commitment
from pbem.record.events.law.book import Book
from pbem.record.events.law.objections import asks_luck
from pbem.referee.language.plan import Source
from pbem.tournament.director.event import Event

_LUCK = re.compile("[0-9a-f]{64}")


class Hindrance(Struct, frozen=True):
    """Which phrase says why a word cannot be taken, and what stands in its places."""

    phrase: str
    places: dict[str, str] = {}

    def said(self, event: str, language: str) -> str:
        """Return it in a language."""
        return say(self.phrase, language, event=event, **self.places)


def hindrance(event: Event, player: Member, word: EventWord, source: Source) -> Hindrance | None:
    """Return why a word of a player cannot be taken now; None if nothing is known against it."""
    book, kind = event.book, name_of(player.key_id)
    if book.is_over():
        return Hindrance("event_over")
    if kind and kind not in book.terms.accepts:
        return Hindrance("event_kind", {"kind": kind, "taken": ", ".join(book.terms.accepts)})
    match word.said:
        case "enter":
            phrase = _no_entry(book, player.name, word, source)
        case "reveal":
            phrase = _no_reveal(book, player.name, word, source)
        case "withdraw":
            phrase = "" if player.name in (*book.active(), *book.waiting) else "event_not_in"
        case "appeal":
            phrase = "" if player.name in book.keys else "event_not_in"
    if phrase == "event_too_soon":
        return Hindrance(phrase, {"until": teller(player.language, player.zone).at(book.terms.entries.until)})
    return Hindrance(phrase) if phrase else None


def _no_entry(book: Book, name: str, word: EventWord, source: Source) -> str:
    """Return which phrase says why somebody cannot enter; empty if he can."""
    is_late = book.phase != "entering"
    if name in book.keys and not (is_late and name in book.waiting):
        return "event_twice" if name in (*book.active(), *book.waiting) else "event_gone"
    if closed := why_closed(book, source.came or 0):
        return closed
    if word.rest and not _LUCK.fullmatch(word.rest):
        return "event_no_luck"
    if bool(word.rest) != asks_luck(book):
        return "event_luck_unasked" if word.rest else "event_luck_asked"
    if source.seen is None:
        return "event_no_head"
    return "" if source.seen.size == 1 and _is_own(book, source.seen) else "event_other_head"


def why_closed(book: Book, came: int) -> str:
    """Return which phrase says why nobody can enter by what came at an instant; empty if somebody can."""
    return _no_early_entry(book, came) if book.phase == "entering" else _no_late_entry(book)


def _no_early_entry(book: Book, came: int) -> str:
    if came > book.terms.entries.until:
        return "event_late"
    return "event_revealing" if book.is_revealing else ""


def _no_late_entry(book: Book) -> str:
    if len(book.rounds) >= book.terms.entries.late:
        return "event_late"
    return "event_full" if len(book.active()) >= book.terms.entries.most else ""


def _no_reveal(book: Book, name: str, word: EventWord, source: Source) -> str:
    """Return which phrase says why somebody cannot check in; empty if he can."""
    if name not in book.active():
        return "event_not_in"
    if book.phase != "entering" or (source.came or 0) > book.terms.checkin:
        return "event_checkin_over"
    if book.terms.luck != "asked":
        return "event_luck_unasked"
    if not _LUCK.fullmatch(word.rest):
        return "event_no_luck"
    return _wrong_reveal(book, name, word.rest, source)


def _wrong_reveal(book: Book, name: str, luck: str, source: Source) -> str:
    """Return which phrase says what is wrong with a luck that somebody reveals; empty if nothing is."""
    if (source.came or 0) < book.terms.entries.until:
        return "event_too_soon"
    if book.players[name].revealed:
        return "event_revealed_twice"
    if luck_commitment(book.id, name, bytes.fromhex(luck)).hex() != book.players[name].luck:
        return "event_other_luck"
    if source.seen is None:
        return "event_no_head"
    is_new = source.seen.size > book.entered
    return "" if is_new and _is_own(book, source.seen) else "event_old_head"


def _is_own(book: Book, seen: Seen) -> bool:
    return seen.size < len(book.heads) and book.heads[seen.size].startswith(seen.head)

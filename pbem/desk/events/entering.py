"""What players say in an event, by signed mail or at the desk: they enter, check in, withdraw, appeal."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError, UsageError
from pbem.desk.events.keeping import act_on_event, current_event, read_event_secrets, why_event_frozen
from pbem.desk.people import find_player, id_in_record
from pbem.desk.phrases import say
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Player
from pbem.director import entering
from pbem.director.clerk import Clerk, Written
from pbem.director.event import Event
from pbem.mail.block.block import Seen
from pbem.mail.kinds import name_of
from pbem.referee.match import Holder
from pbem.referee.plan import Source
from pbem.referee.sheet import Problem

Said = Literal["enter", "withdraw", "reveal", "appeal"]


class EventWord(Struct, frozen=True):
    """What somebody says in an event: the word, and what follows it."""

    said: Said
    rest: str = ""


def read_event_word(event: str, text: str) -> EventWord | None:
    """Return the word that a sheet for an event is; None if it is none, or of another event.

    Such words stand in the record and are checked by strangers, so they have one spelling: `enter ID`, `enter ID LUCK`,
    `withdraw ID`, `reveal LUCK`, `appeal WHAT`.
    """
    said, _, rest = text.partition(" ")
    named, _, luck = rest.partition(" ")
    match said.lower():
        case "enter" if named == event and " " not in luck:
            return EventWord("enter", luck)
        case "withdraw" if rest == event:
            return EventWord("withdraw")
        case "reveal" if rest and " " not in rest:
            return EventWord("reveal", rest)
        case "appeal" if rest.strip() and "\n" not in rest:
            return EventWord("appeal", rest)
    return None


def say_in_event(desk: Desk, change: Transaction, id_: str, player: Player, word: EventWord, source: Source) -> Written:
    """Take what somebody says into the record of an event; DeskError with one line if that cannot be."""
    event = current_event(desk, change, id_)
    _check_kind(event, player)
    secrets = read_event_secrets(change, id_)

    def act(clerk: Clerk) -> Written:
        match word.said:
            case "enter":
                key = id_in_record(secrets.seal, id_, player.key_id)
                return entering.enter(clerk, Holder(player.name, key, word.rest), source)
            case "withdraw":
                return entering.withdraw(clerk, player.name, source)
            case "reveal":
                return entering.reveal(clerk, player.name, word.rest, source)
        return entering.appeal(clerk, player.name, source)

    return act_on_event(desk, change, id_, act)


def check_word(desk: Desk, look: Transaction, id_: str, player: Player, word: EventWord, source: Source) -> None:
    """Refuse in a player's own language what is refused most often; NotNowError while the event is frozen."""
    if why := why_event_frozen(desk, look, id_, player.language):
        raise NotNowError((Problem(0, why),))
    if key := _hindrance(current_event(desk, look, id_), player.name, word, source):
        raise RefusedError((Problem(0, say(key, player.language, event=id_)),))


def _hindrance(event: Event, name: str, word: EventWord, source: Source) -> str | None:
    """Return which phrase says why a word cannot be taken, of those that are often said; the record knows them all."""
    book = event.book
    is_late = book.phase != "entering" or (source.came or 0) > book.terms.entries.until
    match word.said:
        case _ if book.is_over():
            return "event_over"
        case "enter" if name in book.keys and name not in book.waiting:
            return "event_twice"
        case "enter" if is_late and len(book.rounds) >= book.terms.entries.late:
            return "event_late"
        case "enter" | "reveal" if source.seen is None:
            return "event_no_head"
        case "withdraw" if name not in (*book.active(), *book.waiting):
            return "event_not_in"
        case "reveal" | "appeal" if name not in book.keys:
            return "event_not_in"
    return None


def _check_kind(event: Event, player: Player) -> None:
    kind = name_of(player.key_id)
    if kind and kind not in event.book.terms.accepts:
        taken = ", ".join(event.book.terms.accepts)
        raise UsageError(f"{player.name} signs by {kind}, which this event does not take: it takes {taken}")


def say_here(desk: Desk, id_: str, name: str, word: EventWord) -> Event:
    """Take into an event what the host enters for somebody."""
    return say_for_all(desk, id_, (name,), word)


def say_for_all(desk: Desk, id_: str, names: Sequence[str], word: EventWord) -> Event:
    """Take into an event what the host enters for some people: of all of them, or where one cannot, of nobody."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"{twice} is named twice: name everybody once")
    with desk.store.write(id_) as change:
        event = current_event(desk, change, id_)
        for player in [find_player(change, name) for name in names]:
            event = say_in_event(desk, change, id_, player, word, _source(desk, event, player, word)).event
    return desk.events.put(id_, event)


def _source(desk: Desk, event: Event, player: Player, word: EventWord) -> Source:
    """Return what stands in the place of what a player signed, where the host enters his word."""
    text = " ".join(filter(None, (word.said, event.id if word.said in ("enter", "withdraw") else "", word.rest)))
    digest = sha256(text.encode()).hexdigest()
    return Source("desk", digest, text, _seen(event, word), language=player.language, came=desk.now())


def _seen(event: Event, word: EventWord) -> Seen | None:
    """Return the head that a word quotes."""
    match word.said:
        case "enter":
            return entering.head_to_enter(event)
        case "reveal":
            return entering.head_to_reveal(event)
    return None

"""What players say in an event, by signed mail or at the desk: they enter, check in, withdraw, appeal."""

from collections.abc import Sequence
from hashlib import sha256

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError, UsageError
from pbem.desk.events.event_store import act_on_event, current_event, read_event_secrets, why_event_frozen
from pbem.desk.events.event_vocabulary import EventWord
from pbem.desk.events.hindrances import hindrance
from pbem.desk.events.letters.announcing import tell_withdrawn
from pbem.desk.people.enrolled import find_player, id_in_record
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.mail.block.block import Seen
from pbem.referee.language.plan import Source
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Holder
from pbem.tournament.director.acts import entering
from pbem.tournament.director.clerk import Clerk, Written
from pbem.tournament.director.event import Event


def say_in_event(desk: Desk, change: Transaction, id_: str, player: Member, word: EventWord, source: Source) -> Written:
    """Take what somebody says into the record of an event; DeskError with one line if that cannot be."""
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


def check_word(desk: Desk, look: Transaction, id_: str, player: Member, word: EventWord, source: Source) -> None:
    """Refuse in a player's own language what cannot be taken; NotNowError while the event is frozen."""
    if why := why_event_frozen(desk, look, id_, player.language):
        raise NotNowError((Problem(0, why),))
    if found := hindrance(current_event(desk, look, id_), player, word, source):
        raise RefusedError((Problem(0, found.said(id_, player.language)),))


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
            source = _source(desk, event, player, word)
            _check_here(event, player, word, source)
            event = say_in_event(desk, change, id_, player, word, source).event
            if word.said == "withdraw":
                tell_withdrawn(desk, change, event, player)
    return desk.events.put(id_, event)


def _check_here(event: Event, player: Member, word: EventWord, source: Source) -> None:
    """Refuse to enter for somebody a luck that is none, or what he could not sign."""
    found = hindrance(event, player, word, source)
    if found and found.phrase in ("event_no_luck", "event_kind"):
        raise UsageError(f"{player.name}: {found.said(event.id, 'en')}")


def _source(desk: Desk, event: Event, player: Member, word: EventWord) -> Source:
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

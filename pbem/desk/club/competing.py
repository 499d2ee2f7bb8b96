"""`events`, `enter`, `withdraw`, `standings`: which events there are, how one enters and leaves, and who is ahead."""

from pbem.desk.club.asking import Answer, MemberWord
from pbem.desk.desk import Desk
from pbem.desk.events.event_store import current_event, standings_of, why_event_frozen
from pbem.desk.events.hindrances import why_closed
from pbem.desk.events.letters.standing import own_parts
from pbem.desk.events.letters.telling import leaving_part, standings_part
from pbem.desk.store.transaction import Transaction
from pbem.report.notice import Part
from pbem.tournament.director.event import Event
from pbem.tournament.director.showing import with_moves


def list_events(desk: Desk, look: Transaction, asked: MemberWord) -> Answer:
    """Tell which events can be entered and by which terms, and which go on."""
    parts: list[Part] = []
    for standing in look.events.all(only_on=True):
        event = current_event(desk, look, standing.id)
        is_in = asked.player.name in event.book.keys
        if is_in or not why_closed(event.book, desk.now()):
            parts += own_parts(desk, look, event, asked.player)
        else:
            places = {"event": event.id, "title": standing.title, "players": standing.players}
            phrase = "event_on_closed" if event.book.phase == "entering" else "event_on"
            parts.append(Part((asked.say(phrase, **places),)))
    return parts or (Part((asked.say("events_none"),)),)


def show_entering(desk: Desk, look: Transaction, asked: MemberWord) -> Answer:
    """Tell who has not entered the terms and the lines to sign, if he still can; who has how he stands."""
    return own_parts(desk, look, _named(desk, look, asked), asked.player)


def show_leaving(desk: Desk, look: Transaction, asked: MemberWord) -> Answer:
    """Tell the lines by which somebody leaves an event."""
    event = _named(desk, look, asked)
    if why := why_event_frozen(desk, look, event.id, asked.player.language):
        return (Part((why,)),)
    if event.book.is_over():
        raise asked.refusal("event_over", event=event.id)
    if asked.player.name not in (*event.book.active(), *event.book.waiting):
        raise asked.refusal("event_not_in", event=event.id)
    return (leaving_part(desk, look, event, asked.player),)


def show_standings(desk: Desk, look: Transaction, asked: MemberWord) -> Answer:
    """Tell who is ahead."""
    event = _named(desk, look, asked)
    if not event.book.rounds:
        raise asked.refusal("event_no_standings", event=event.id)
    return (standings_part(asked.player, with_moves(event, standings_of(look, event))),)


def _named(desk: Desk, look: Transaction, asked: MemberWord) -> Event:
    if look.events.find(asked.game) is None:
        raise asked.refusal("event_unknown", event=asked.game)
    return current_event(desk, look, asked.game)

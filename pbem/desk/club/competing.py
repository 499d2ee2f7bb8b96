"""`events`, `enter`, `withdraw`, `standings`: which events there are, how one enters and leaves, and who is ahead."""

from pbem.desk.club.asking import Answer, Asked
from pbem.desk.desk import Desk
from pbem.desk.events.keeping import current_event, standings_of
from pbem.desk.events.telling import entering_part, leaving_part, standings_part, terms_part
from pbem.desk.store.transaction import Transaction
from pbem.director.event import Event
from pbem.director.showing import with_moves
from pbem.report.slip import Part


def list_events(desk: Desk, look: Transaction, asked: Asked) -> Answer:
    """Tell which events can be entered and by which terms, and which go on."""
    parts: list[Part] = []
    for standing in look.events(only_on=True):
        event = current_event(desk, look, standing.id)
        is_in = asked.player.name in event.book.keys
        if event.book.phase == "entering" and not is_in:
            parts += [terms_part(event, asked.player), entering_part(desk, look, event, asked.player)]
        else:
            key = "event_on_in" if is_in else "event_on"
            parts.append(Part((asked.say(key, event=event.id, title=standing.title, players=standing.players),)))
    return parts or (Part((asked.say("events_none"),)),)


def show_entering(desk: Desk, look: Transaction, asked: Asked) -> Answer:
    """Tell the terms of an event, and the lines to be signed by who agrees to them."""
    event = _named(desk, look, asked)
    return terms_part(event, asked.player), entering_part(desk, look, event, asked.player)


def show_leaving(desk: Desk, look: Transaction, asked: Asked) -> Answer:
    """Tell the lines by which somebody leaves an event."""
    event = _named(desk, look, asked)
    if asked.player.name not in (*event.book.active(), *event.book.waiting):
        raise asked.refusal("event_not_in", event=event.id)
    return (leaving_part(desk, look, event, asked.player),)


def show_standings(desk: Desk, look: Transaction, asked: Asked) -> Answer:
    """Tell who is ahead."""
    event = _named(desk, look, asked)
    if not event.book.rounds:
        raise asked.refusal("event_no_standings", event=event.id)
    return (standings_part(asked.player, with_moves(event, standings_of(look, event))),)


def _named(desk: Desk, look: Transaction, asked: Asked) -> Event:
    if look.event(asked.game) is None:
        raise asked.refusal("event_unknown", event=asked.game)
    return current_event(desk, look, asked.game)

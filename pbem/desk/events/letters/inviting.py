"""Letters that the director asks for himself: invitations, and what he tells everybody."""

from collections.abc import Sequence

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import check_event_not_frozen, current_event
from pbem.desk.events.letters.telling import invite, pass_on
from pbem.desk.people.enrolled import find_player


def invite_people(desk: Desk, id_: str, names: Sequence[str]) -> int:
    """Ask for an invitation to some people, or to all who have an address and have not entered; returns how many."""
    with desk.store.write(id_) as change:
        check_event_not_frozen(desk, change, id_)
        event = current_event(desk, change, id_)
        if event.book.phase != "entering":
            raise DeskError(f"{id_} is {event.book.phase}: nobody is invited any more")
        people = [find_player(change, name) for name in names] or list(change.people.all())
        invited = [player for player in people if player.address and player.name not in event.book.keys]
        for player in invited:
            invite(desk, change, event, player)
    return len(invited)


def tell_all(desk: Desk, id_: str, text: str) -> int:
    """Ask for a letter of the director to everybody in an event; returns to how many."""
    with desk.store.write(id_) as change:
        return pass_on(desk, change, current_event(desk, change, id_), text)

"""A restored event: its players are asked for letters that know more, and its director lets it go on by his word."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import current_event, known_event, missing_games
from pbem.desk.events.letters.telling import ask_of_restored
from pbem.desk.matches.state.freezing import RESTORED, frozen, unfreeze
from pbem.desk.store.transaction import Transaction
from pbem.record.errors import CannotCheckError, IntegrityError

GOES_ON = ("entering", "running")


def freeze_event(desk: Desk, change: Transaction, id_: str) -> None:
    """Freeze an event because its record may have been longer, and ask its players; one that is over stays as it is."""
    if known_event(change, id_).phase not in GOES_ON:
        return
    change.secrets.put(id_, RESTORED, b"[]")
    try:
        event = current_event(desk, change, id_)
    except (CannotCheckError, IntegrityError):
        return  # it cannot be followed here, so nobody is told how it stands
    ask_of_restored(desk, change, event)


def thaw_event(desk: Desk, id_: str) -> None:
    """Let an event go on; not without its games, nor against a head that the referee signed and its record lacks."""
    with desk.store.write(id_) as change:
        known_event(change, id_)
        found = frozen(desk, change, id_)
        if found is None:
            raise DeskError(f"{id_} is not frozen")
        if found.head is not None:
            raise DeskError(
                f"the referee has signed a head of {found.head.size} entries of {id_}, which are not here: "
                "`pbem import` brings them back"
            )
        if missing := missing_games(change, current_event(desk, change, id_).book):
            raise DeskError(
                f"{id_} cannot go on without its games, and these are not here: {', '.join(missing)}; "
                f"`pbem import DIR/events/{id_}` brings them back from what `pbem export --all DIR` wrote"
            )
        unfreeze(change, id_)

"""A restored event goes on: by the director's word that its record lacks nothing."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.keeping import known_event
from pbem.desk.matches.freezing import RESTORED, frozen, unfreeze
from pbem.desk.store.transaction import Transaction

GOES_ON = ("entering", "running")


def freeze_event(change: Transaction, id_: str) -> None:
    """Freeze an event because its record may have been longer; one that is over stays as it is."""
    if known_event(change, id_).phase in GOES_ON:
        change.put_secret(id_, RESTORED, b"[]")


def thaw_event(desk: Desk, id_: str) -> None:
    """Let an event go on; not against a head that the referee has signed and its record lacks."""
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
        unfreeze(change, id_)

"""The games of an event's tables: each is opened and named in the event, in a transaction of its own."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import check_event_not_frozen, current_event, keep_event, read_event_secrets
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.secrets import write_secrets
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.referee.acts.opening import open_match
from pbem.tournament.director.acts.tables import Sitting, open_table, sittings, table_secrets, table_terms
from pbem.tournament.director.clerk import Clerk, Written
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event
from pbem.tournament.values import Tell as Progress
from pbem.tournament.values import untold


def open_tables(desk: Desk, id_: str, progress: Progress = untold) -> list[str]:
    """Open the games of all tables that can have one now; each is a transaction of its own."""
    with desk.store.read() as look:
        waiting = sittings(current_event(desk, look, id_))
    opened = []
    for number, sitting in enumerate(waiting):
        progress(number, len(waiting))
        if _open(desk, id_, sitting):
            opened.append(sitting.id)
    progress(len(waiting), len(waiting))
    return opened


def _open(desk: Desk, id_: str, sitting: Sitting) -> bool:
    """Open one game and name it in the event; False if somebody else was quicker."""
    with desk.store.write((id_, sitting.id)) as change:
        check_event_not_frozen(desk, change, id_)
        event = current_event(desk, change, id_)
        if sitting not in sittings(event):
            return False
        written = _open_game(desk, change, event, sitting)
        keep_event(change, written)
    desk.events.put(id_, written.event)
    return True


def _open_game(desk: Desk, change: Transaction, event: Event, sitting: Sitting) -> Written:
    secrets = read_event_secrets(change, event.id)
    own = table_secrets(event, sitting, secrets, desk.entropy())
    players = {name: find_player(change, name) for name in sitting.players.values()}
    holders = {name: holder(player, sitting.id, own) for name, player in players.items()}
    now = max(desk.now(), event.book.at)  # no game is older than its draw, though a clock was set back
    decided = open_match(table_terms(event, sitting, holders), own, now)
    write_secrets(change, sitting.id, own)
    keep(desk, change, decided, before=None, plans={})
    try:
        return open_table(Clerk(event, secrets, now), decided.entries)
    except DirectorError as error:
        raise DeskError("\n".join(error.faults)) from None

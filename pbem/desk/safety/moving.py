"""Moving: everything that a desk keeps goes into another database, and the desk with it."""

from contextlib import closing

from pbem.desk.desk import Desk, open_store
from pbem.desk.errors import BrokenDeskError, UsageError
from pbem.desk.key_check import is_noted
from pbem.desk.keys import read_keys
from pbem.desk.safety.places import check_ours_alone
from pbem.desk.settings import StoreSettings, put_store
from pbem.desk.store.databases.engine import Progress, TakenError
from pbem.desk.store.databases.sqlite import PREFIX, database_path
from pbem.desk.store.store import Store
from pbem.desk.store.values import MOVED


def move(desk: Desk, to: StoreSettings, progress: Progress = lambda _table, _rows: None) -> dict[str, int]:
    """Move everything into an empty database, and say so in pbem.toml; returns how many rows, by table.

    Nobody writes meanwhile. What was left behind says where everything went: whoever still has it open can neither read
    a game there nor add to it.
    """
    if to.database == desk.settings.store.database:
        raise UsageError(f"everything is in {desk.store.place} already")
    with closing(_open_empty(desk, to)) as target:
        with desk.store.write() as change:
            counts = target.fill_from(desk.store, progress)
            change.tables.leave_for(target.place)
        put_store(desk.folder, to)
    return counts


def _open_empty(desk: Desk, to: StoreSettings) -> Store:
    """Open the database that everything is moved into; BrokenDeskError if it is not empty."""
    keys = read_keys(desk.folder)
    if to.database.startswith(PREFIX):
        path = database_path(to.database, desk.folder)
        check_ours_alone(path.parent, f"cannot make {path}")
    try:
        return open_store(desk.folder, to, keys, create=True)
    except TakenError as error:
        if MOVED in error.facts or not is_noted(error.facts, keys):
            raise
        why = f"{error.place} holds a copy of this desk, as a move leaves it that was broken off"
        raise BrokenDeskError(f"{why}: if no machine uses it, make that database anew, empty, and move again") from None

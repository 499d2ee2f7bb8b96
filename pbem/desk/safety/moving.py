"""Moving: everything that a desk keeps goes into another database, and the desk with it."""

from contextlib import closing

from pbem.desk.desk import Desk, open_store
from pbem.desk.errors import UsageError
from pbem.desk.keys import read_keys
from pbem.desk.settings import StoreSettings, put_store
from pbem.desk.store.engine import Progress


def move(desk: Desk, to: StoreSettings, progress: Progress = lambda _table, _rows: None) -> dict[str, int]:
    """Move everything into an empty database, and say so in pbem.toml; returns how many rows, by table.

    Nobody writes meanwhile. What was left behind says where everything went: whoever still has it open can neither read
    a game there nor add to it.
    """
    if to.database == desk.settings.store.database:
        raise UsageError(f"everything is in {desk.store.place} already")
    with closing(open_store(desk.folder, to, read_keys(desk.folder), create=True)) as target:
        with desk.store.write() as change:
            counts = target.fill_from(desk.store, progress)
            change.leave_for(target.place)
        put_store(desk.folder, to)
    return counts

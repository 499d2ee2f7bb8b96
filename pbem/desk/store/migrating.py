"""Tables of an older pbem become those of this one: step by step, once, in a transaction that has the desk alone."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.desk.store.transaction import Transaction

OLDEST = 4  # what the first desks had
_ZONES = 7  # since when people have a zone


def migrate(change: "Transaction", found: int) -> None:
    """Bring the tables from the format that was found to this one."""
    if found < _ZONES:
        change.people.remake_table()  # first: every step reads people as they are written now
    for step in range(found, OLDEST + len(_STEPS)):
        _STEPS[step](change)
    change.facts.note_format()


def _count_rows(change: "Transaction") -> None:
    """Count all rows, so that those are missed that are gone."""
    change.tables.make()
    change.tally.begin_anew()


def _know_people(change: "Transaction") -> None:
    """Write down what everybody is known by; and count letters by their numbers, too."""
    change.tables.make()
    change.people.know_anew(change.people.misknown())
    change.tally.begin_anew()


def _keep_time(change: "Transaction") -> None:
    """People have a zone: what is counted of them is more than it was."""
    change.tally.begin_anew()


def _list_deadlines(change: "Transaction") -> None:
    """Games have a first deadline; those of games that go on are written with their next entry, or by a rebuild."""
    change.tables.make()


def _hold_events(change: "Transaction") -> None:
    """Events have a table of their own."""
    change.tables.make()


_STEPS: dict[int, Callable[["Transaction"], None]] = {  # by the format that each begins with
    4: _count_rows,
    5: _know_people,
    6: _keep_time,
    7: _list_deadlines,
    8: _hold_events,
}

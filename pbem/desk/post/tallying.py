"""How many mails came today and what became of them, for the host's one screen. Nothing hangs on it."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.store.transaction import Transaction

_FACT = "mails"
_LOCK = "mails of a day"
_DAY = 86_400


class Day(Struct, frozen=True):
    """The mails of a day (by UTC, counted from 1970), by what became of them."""

    day: int
    counts: dict[str, int]


_day = json.Decoder(Day)


def note_mails(desk: Desk, counts: Mapping[str, int]) -> None:
    """Add mails to those of today: once for all that were read together."""
    if not counts:
        return
    with desk.store.write(_LOCK) as change:
        known = mails_of_today(desk, change)
        now = Day(desk.now() // _DAY, dict(sorted((Counter(known) + Counter(counts)).items())))
        change.put_fact(_FACT, json.encode(now).decode())


def mails_of_today(desk: Desk, look: Transaction) -> dict[str, int]:
    """Return how many mails came today, by what became of them."""
    kept = look.fact(_FACT)
    found = _day.decode(kept.encode()) if kept else None
    return found.counts if found and found.day == desk.now() // _DAY else {}

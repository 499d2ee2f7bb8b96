"""The heartbeat of a desk: when it read its mail last, spans in which it did not, and jumps of its clock.

Deadlines hang on this. A span without a heartbeat that is longer than the host has stated stops all clocks; after a
very long one, or when the clock seems to have jumped, nothing is written until the host says that the time is right: an
entry of the future cannot be taken back.
"""

from contextlib import suppress

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.disk.writing import QUICK, write_file
from pbem.desk.errors import DeskError
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.time_texts import written

_BEAT = "heartbeat"
LOCK = "desk beat"
_OUTAGE = "outage/"
FILE = "heartbeat"


class ClockError(DeskError):
    """The clock of the machine may be wrong, or the desk was silent for long: the host must say that all is well."""


class Silence(Struct, frozen=True):
    """A span in which the desk did not read its mail."""

    begin: int
    end: int


def check_clock(desk: Desk, look: Transaction) -> None:
    """Raise ClockError if nothing that has a deadline may be written now."""
    last, now, most = last_beat(look), desk.now(), desk.settings.clock.jump_seconds
    if last is None or abs(now - last) <= most:
        return
    how = f"the desk read no mail since {written(last)}, or its clock jumped"
    if now < last:
        how = f"the clock says {written(now)}, and said {written(last)} before"
    raise ClockError(f"{how}: if the time is right now, say so with `pbem tick --confirm`")


def keeps_time(desk: Desk) -> bool:
    """Tell whether there is, or was, a game with deadlines here."""
    with desk.store.read() as look:
        return last_beat(look) is not None


def last_beat(look: Transaction) -> int | None:
    """Return when the desk read its mail last; None if it never had to."""
    found = look.facts.find(_BEAT)
    return None if found is None else int(found)


def note_silence(desk: Desk, now: int) -> Silence | None:
    """Write down that no mail was read for long, before any is: clocks stood still. Returns that span, if there is one.

    ClockError if it was so long that the host must say whether the time is right.
    """
    with desk.store.read() as look:
        check_clock(desk, look)
        last = last_beat(look)
    if last is None or now - last < desk.settings.clock.outage_seconds:
        return None
    with desk.store.write(LOCK) as change:
        return _keep_silence(change, last, now)


def _keep_silence(change: Transaction, begin: int, end: int) -> Silence:
    change.secrets.put("", f"{_OUTAGE}{begin:020}", str(end).encode())
    change.clocks.wake_all(end)
    return Silence(begin, end)


def beat(desk: Desk, at: int) -> None:
    """Note that all mail was read that came before an instant."""
    with desk.store.write(LOCK) as change:
        last = last_beat(change)
        if last is not None and at <= last:
            return  # another worker was here
        change.facts.put(_BEAT, str(at))
    _write_file(desk, at)


def confirm(desk: Desk) -> None:
    """Take it from the host that the clock is right, whatever it said: since the last heartbeat all clocks stood."""
    now = desk.now()
    with desk.store.write(LOCK) as change:
        last = last_beat(change)
        if last is None:
            return
        change.facts.put(_BEAT, str(now))
        if now - last >= desk.settings.clock.outage_seconds:
            _keep_silence(change, last, now)
    _write_file(desk, now)


def begin_beating(desk: Desk, change: Transaction) -> None:
    """Let the heart beat from now on, because there is a game with deadlines."""
    if last_beat(change) is None:
        change.facts.put(_BEAT, str(desk.now()))


def silences(look: Transaction, since: int) -> list[Silence]:
    """Return the spans without a heartbeat that ended after an instant."""
    kept = look.secrets.under("", _OUTAGE)
    found = [Silence(int(begin), int(end)) for begin, end in kept.items()]
    return sorted((one for one in found if one.end > since), key=lambda one: one.begin)


def _write_file(desk: Desk, at: int) -> None:
    """Leave the time in a file, for whoever watches the desk from outside."""
    with suppress(OSError):  # nothing hangs on it
        write_file(desk.folder / FILE, f"{at}\n".encode(), QUICK)


def describe(silence: Silence) -> str:
    """Say how long a silence was, for the log."""
    minutes = (silence.end - silence.begin) // 60
    return f"no mail was read for {minutes // 60}h{minutes % 60:02}m: clocks stood still"

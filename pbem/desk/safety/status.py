"""How a desk stands, for its host: one screen."""

import shutil
from collections.abc import Iterator

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.heartbeat import ClockError, check_clock, last_beat
from pbem.desk.matches.acts.host.caselaw import unanswered
from pbem.desk.matches.state.freezing import GOES_ON, Frozen, frozen
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.times.lateness import Awaited, by_clock
from pbem.desk.post.incidents import BROKEN_GAME as BROKEN
from pbem.desk.post.incidents import troubles
from pbem.desk.post.work.tallying import mails_of_today
from pbem.desk.safety.backup import last_backup
from pbem.desk.store.transaction import Transaction

_SHOWN = 10  # games that are late


class LateGame(Struct, frozen=True):
    """A game in which somebody is late by the record, and who is awaited there."""

    game: str
    awaited: tuple[Awaited, ...]


class Status(Struct, frozen=True):
    """How a desk stands."""

    phases: dict[str, int]  # how many games are in each
    frozen: tuple[str, ...]  # why each frozen game is, and what its host can do
    missing: tuple[str, ...]  # games that were here once, by their marks
    late: tuple[LateGame, ...]  # games in which somebody is late by the record, the latest first
    more_late: int  # games that are late, and not among these
    appeals: tuple[tuple[str, int], ...]  # games that go on and the entries of appeals in them that await an answer
    mails: dict[str, int]  # today's, by what became of them
    unsent: int
    stuck: int  # of these, letters that were tried in vain
    oldest: int | None  # since when the oldest unsent letter waits
    beat: int | None  # when mail was read last; None where there are no deadlines
    waits: str  # why nothing that has a deadline is written before the host confirms the time; "" if it is
    troubles: dict[str, str]  # what goes wrong with one game, one mail or one person's letters, while all else goes on
    backup: int | None  # when the last backup was made
    size: int  # of the database, bytes
    free: int  # on its disk, bytes


def status(desk: Desk) -> Status:
    """Look how a desk stands."""
    marks = desk.store.marks
    marked = marks.names()  # before the look: a game that is opened now has no mark without a record
    with desk.store.read() as look:
        phases: dict[str, int] = {}
        for (phase, _rules), count in look.games.counts().items():
            phases[phase] = phases.get(phase, 0) + count
        stopped = [(game, frozen(desk, look, game)) for game in sorted(_doubtful(desk, look))]
        events = {standing.id for standing in look.events.all()}
        missing = marked - look.games.ids() - events
        unsent, oldest = look.letters.unsent()
        late, stuck = tuple(_late(desk, look)), look.letters.stuck()
        more_late = look.clocks.count_late(desk.now()) - len(late)
        beat, unwell = last_beat(look), troubles(look)
        waits = _waits(desk, look)
        appeals = tuple(unanswered(look, [game for game, _head in look.games.heads_in("running")]))
    return Status(
        phases=phases,
        frozen=tuple(_why_event(id_, found) if id_ in events else _why(id_, found) for id_, found in stopped if found),
        missing=tuple(game for game in sorted(missing) if marks.of(game)),
        late=late,
        more_late=more_late,
        appeals=appeals,
        mails=mails_of_today(desk),
        unsent=unsent,
        stuck=stuck,
        oldest=oldest,
        beat=beat,
        waits=waits,
        troubles=unwell,
        backup=last_backup(desk),
        size=desk.store.size(),
        free=shutil.disk_usage(desk.folder).free,
    )


def _waits(desk: Desk, look: Transaction) -> str:
    try:
        check_clock(desk, look)
    except ClockError as error:
        return str(error)
    return ""


def _late(desk: Desk, look: Transaction) -> Iterator[LateGame]:
    """Yield the games whose first deadline has passed, the latest first, but not all of them."""
    for game, _due in look.clocks.deadlines(desk.now(), _SHOWN):
        try:
            match = current(desk, look, game)
        except BROKEN:
            continue  # `pbem check` says what is wrong with it
        yield LateGame(game, tuple(by_clock(match)))


def _doubtful(desk: Desk, look: Transaction) -> set[str]:
    """Return the games that may be frozen: something says so, or a mark is not of the head that the record has.

    To a game that has ended nothing is added, so that its record cannot be behind its mark.
    """
    going_on = (one for phase in GOES_ON for one in look.games.heads_in(phase))
    return {
        *look.secrets.frozen_games(),
        *(game for game, head in going_on if desk.store.marks.of(game) not in (None, head)),
    }


def _why(game: str, found: Frozen) -> str:
    """Say to a host why a game is frozen, and by which command it goes on."""
    if found.head:
        return f"{game}: it lacks entries up to {found.head.size}; `pbem import DIR`, or `pbem game void {game}`"
    if found.receipt:
        return f"{game}: a sheet of {found.receipt.seat} is lost; `pbem import DIR`, or `pbem game thaw {game}`"
    unheard = ", ".join(found.unheard or ())
    waits = f"waits to hear from {unheard}" if unheard else "nobody is left to ask"
    return f"{game}: restored, {waits}; `pbem game thaw {game}` if nothing is missing"


def _why_event(event: str, found: Frozen) -> str:
    """Say to a director why an event is frozen, and by which command it goes on."""
    if found.head:
        return f"{event}: it lacks entries up to {found.head.size}; `pbem import DIR`"
    return f"{event}: restored; `pbem tournament thaw {event}` if nothing is missing"

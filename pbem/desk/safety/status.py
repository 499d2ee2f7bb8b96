"""How a desk stands, for its host: one screen."""

import shutil

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.matches.freezing import Frozen, frozen
from pbem.desk.safety.backup import last_backup


class Status(Struct, frozen=True):
    """How a desk stands."""

    phases: dict[str, int]  # how many games are in each
    frozen: tuple[str, ...]  # why each frozen game is, and what its host can do
    missing: tuple[str, ...]  # games that were here once, by their marks
    unsent: int
    oldest: int | None  # since when the oldest unsent letter waits
    backup: int | None  # when the last backup was made
    size: int  # of the database, bytes
    free: int  # on its disk, bytes


def status(desk: Desk) -> Status:
    """Look how a desk stands."""
    marked = {game for game, _head in desk.store.marks.all()}
    with desk.store.read() as look:
        standings = look.standings()
        stopped = [(standing.id, frozen(desk, look, standing.id)) for standing in standings]
        unsent, oldest = look.unsent()
    phases: dict[str, int] = {}
    for standing in standings:
        phases[standing.phase] = phases.get(standing.phase, 0) + 1
    return Status(
        phases=phases,
        frozen=tuple(_why(game, found) for game, found in stopped if found),
        missing=tuple(sorted(marked - {standing.id for standing in standings})),
        unsent=unsent,
        oldest=oldest,
        backup=last_backup(desk),
        size=desk.store.size(),
        free=shutil.disk_usage(desk.folder).free,
    )


def _why(game: str, found: Frozen) -> str:
    """Say to a host why a game is frozen, and by which command it goes on."""
    if found.head:
        return f"{game}: it lacks entries up to {found.head.size}; `pbem import DIR`, or `pbem game void {game}`"
    if found.receipt:
        return f"{game}: a sheet of {found.receipt.seat} is lost; `pbem import DIR`, or `pbem game thaw {game}`"
    unheard = ", ".join(found.unheard or ())
    waits = f"waits to hear from {unheard}" if unheard else "nobody is left to ask"
    return f"{game}: restored, {waits}; `pbem game thaw {game}` if nothing is missing"

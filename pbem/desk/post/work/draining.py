"""Draining an inbox: mails that wait are acted on in groups, each group in one commit.

Nothing comes to anything else than it would mail by mail. The mails of a group are acted on in their order; one that
does more than hand in a sheet ends the group before it, and is dealt with alone. A group that fails has done nothing:
then its mails are dealt with one by one, so that none suffers for another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, MissingPartError
from pbem.desk.heartbeat import ClockError
from pbem.desk.post.incidents import BROKEN_GAME, FaultError, line_of
from pbem.desk.post.received import Received
from pbem.desk.store.databases.engine import UnsureError
from pbem.desk.transports.boxes import UnreachableError, Waiting

if TYPE_CHECKING:
    from pbem.desk.post.hearing.receiving import Mail
    from pbem.desk.post.hearing.signed_sheet import Heard, SignedSheet

TOO_LARGE = Received("ignored", "the mail is too large to hold orders")
# Why a mail is left where it is: its game is broken, or it cannot be checked, or the host must say what time it is.
STAYS = (*BROKEN_GAME, MissingPartError, ClockError)
MOST = 32  # mails in a group
_BYTES = 1 << 20  # in a group
_GATHERED = 0.2  # seconds in which a group comes together: what a slow box has given by then waits for no more
_TURN = 0.1  # seconds that a group writes: then it is another writer's turn
Fate = Received | Exception


def gather(waiting: Iterable[Waiting], is_over: Callable[[], bool]) -> Iterator[list[Waiting]]:
    """Yield the mails of a box in groups. What the box has to say at its end is raised when all of them are out."""
    group: list[Waiting] = []
    begun = time.monotonic()
    trouble: UnreachableError | None = None
    try:
        for mail in waiting:
            group.append(mail)
            if _is_full(group) or time.monotonic() - begun > _GATHERED or is_over():
                yield group
                group, begun = [], time.monotonic()
    except UnreachableError as error:
        trouble = error
    if group:
        yield group
    if trouble:
        raise trouble


def _is_full(group: Sequence[Waiting]) -> bool:
    return len(group) >= MOST or sum(len(mail.raw or b"") for mail in group) >= _BYTES


class _Weighed(Struct, frozen=True):
    """A mail that was read; without a sheet it is dealt with alone."""

    waiting: Waiting
    mail: Mail | None  # None: too large
    sheet: SignedSheet | None
    fault: Exception | None = None  # of ours, in reading it


def drain(desk: Desk, group: Iterable[Waiting]) -> Iterator[tuple[Waiting, Fate]]:
    """Act on mails that are in hand, each exactly once; yields what became of each when that is durable.

    For one that must stay in its box that is an error: one of STAYS, or a FaultError. Any other error ends it.
    """
    left = iter(group)
    while run := _next_run(desk, left):
        together = [one for one in run if one.sheet]
        yield from _act_together(desk, together)
        for one in islice(run, len(together), None):
            yield one.waiting, _act_alone(desk, one)


def _next_run(desk: Desk, left: Iterator[Waiting]) -> list[_Weighed]:
    """Read on, up to a mail that must be dealt with alone: what comes after it may mean something else then."""
    from pbem.desk.post.hearing.receiving import find_sheet, read_mail

    run: list[_Weighed] = []
    with desk.store.read() as look:
        for waiting in left:
            try:
                mail = None if waiting.raw is None else read_mail(waiting.raw, waiting.came)
                run.append(_Weighed(waiting, mail, find_sheet(desk, look, mail) if mail else None))
            except Exception as error:  # noqa: BLE001 - it is sorted out there
                run.append(_Weighed(waiting, None, None, _fault(error)))
            if run[-1].sheet is None:
                break
    return run


def _act_alone(desk: Desk, one: _Weighed) -> Fate:
    from pbem.desk.post.hearing.receiving import deal_with

    if one.fault:
        return one.fault
    if one.mail is None:
        return TOO_LARGE
    try:
        return deal_with(desk, one.mail)
    except Exception as error:  # noqa: BLE001 - it is sorted out there
        return _fault(error)


def _fault(error: Exception) -> Exception:
    """Return why a mail stays where it is; raise what is no fault of it: then nothing can be done now."""
    if isinstance(error, STAYS):
        return error
    if isinstance(error, DeskError):
        raise error
    return FaultError(f"a mail cannot be acted on, and stays in the inbox: {line_of(error)}")


def _act_together(desk: Desk, run: Sequence[_Weighed]) -> Iterator[tuple[Waiting, Fate]]:
    """Act on sheets, as many in one change as its time allows."""
    while run:
        try:
            fates: Sequence[Fate] = _change(desk, [one.sheet for one in run if one.sheet])
        except UnsureError:
            raise  # whether it happened shows later: the mails wait until then
        except Exception as error:  # noqa: BLE001 - whatever it is, only one of them is to blame
            if len(run) > 1:
                for one in run:
                    yield from _act_together(desk, [one])
                return
            fates = [_fault(error)]
        for one, fate in zip(run, fates, strict=False):
            yield one.waiting, fate
        run = run[len(fates) :]


def _change(desk: Desk, sheets: Sequence[SignedSheet]) -> list[Received]:
    """Act on the first of some sheets, in their order and in one commit."""
    from pbem.desk.post.hearing.games.game_hearer import game_about
    from pbem.desk.post.hearing.hearers import GAMES
    from pbem.desk.post.hearing.hearing import hear
    from pbem.desk.post.hearing.receiving import logged

    heard: list[Heard] = []
    about = tuple({about for sheet in sheets for about in game_about(sheet)})
    with desk.store.write(about) as change:
        change.foresee({sheet.block.game for sheet in sheets}, (sheet.identity for sheet in sheets))
        end = time.monotonic() + _TURN
        for sheet in sheets:
            heard.append(hear(desk, change, sheet, GAMES))
            # The next sheet may be of the same game. If this change fails, no record ever has the head that this
            # match is known by, and nobody is given it.
            heard[-1].remember()
            if time.monotonic() > end:
                break
    return [logged(sheet.player.name, one.received) for sheet, one in zip(sheets, heard, strict=False)]

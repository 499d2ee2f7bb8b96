"""`pbem tournament rule`: acts of the director, each with its reason in the event's record.

The acts are rows: see `pbem/tournament/director/acts/ruling.py`. Here is how their details are read, and what is
said afterwards.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.act_commands import command_of, told
from pbem.cli.events.event_status import say_leaving
from pbem.cli.session import read_reason
from pbem.cli.settled import writing
from pbem.cli.show import progress_of
from pbem.desk.errors import UsageError
from pbem.tournament.director.acts import ruling

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.desk.desk import Desk
    from pbem.record.events.law.chance import Place
    from pbem.tournament.director.acts.ruling import DirectorAct

_REASON = "Why; everybody reads it in the record."


def _run(act: DirectorAct, desk: Desk, id_: str, *, reason: str, **given: Any) -> None:
    """Do what an act says with what was given, and say that it is done."""
    from pbem.desk.events.course.directing import carry_out

    if act.looks_at == "mail":
        _read_mail(desk)
    values = {detail.name: _READ[detail.reads](desk, given[detail.name]) for detail in act.details}
    why = read_reason(reason)
    if act.looks_at == "games":
        _take_results(desk, id_)
    event = carry_out(desk, id_, act, values, reason=why)
    if "until" in given:
        given["until"] = _written(values["until"])
    click.echo(f"{id_}: {act.done.format(id=id_, **told(act, given))}")
    if act.is_leaving:
        say_leaving(event, given["player"])


def _read_mail(desk: Desk) -> None:
    """Read mail that waits."""
    from contextlib import closing

    from pbem.desk.post.work.courier import poll

    with closing(desk.inbox) as inbox:
        poll(desk, inbox)


def _take_results(desk: Desk, id_: str) -> None:
    """Take the results of games that are over, which nobody may have taken yet."""
    from pbem.desk.events.course.results import wake_event

    wake_event(desk, id_, desk.now(), progress_of("games"))


def _plain(_desk: Desk, value: Any) -> Any:
    return value


def _name_or_nobody(_desk: Desk, name: str | None) -> str:
    return name or ""


def _place(_desk: Desk, text: str) -> Place:
    from pbem.record.events.law.chance import Place

    number, dot, table = text.partition(".")
    if not dot or not number.isdecimal() or not table.isdecimal() or len(text) > 12 or "0" in (number, table):
        raise UsageError(f"{text!r} is no table: write its round and its number, such as 2.3")
    return Place(int(number), int(table))


def _parts(_desk: Desk, text: str) -> int:
    """Return points in 120ths; UsageError if they are none, or cannot be counted so."""
    from fractions import Fraction

    from pbem.tournament.values import MOST_POINTS, UNIT

    whole, _, part = text.partition("/")
    if not whole.isdecimal() or (part and not part.isdecimal()) or len(text) > 9 or not int(part or 1):
        raise UsageError(f"{text!r} are no points: write 1 or 1/2")
    parts = Fraction(int(whole), int(part or 1)) * UNIT
    if parts.denominator != 1 or not parts:
        raise UsageError(f"{text!r} are no points: they are counted in {UNIT}ths")
    if parts > MOST_POINTS * UNIT:
        raise UsageError(f"{text!r} are too many points: a penalty takes {MOST_POINTS} at most")
    return int(parts)


def _instant(desk: Desk, text: str) -> int:
    from pbem.desk.wording.time_texts import read_instant, read_zone

    return read_instant(text, read_zone(desk.settings.clock.zone))


def _written(at: int) -> str:
    from pbem.desk.wording.time_texts import written

    return written(at)


_READ: dict[str, Callable[[Desk, Any], Any]] = {
    "": _plain,
    "name": _name_or_nobody,
    "table": _place,
    "parts": _parts,
    "instant": _instant,
}


def _command(act: DirectorAct) -> click.Command:
    return command_of(act, writing(partial(_run, act)), of="EVENT", reason=_REASON)


extend = _command(ruling.extend)


@click.group(commands=[_command(act) for act in ruling.ACTS.values() if act is not ruling.extend])
def rule() -> None:
    """Rule in an event: every act is an entry of its record with a reason, and nothing is ever deleted."""

"""`pbem game`, as far as the host rules.

The acts are rows: see `pbem/desk/matches/acts/host/host_acts.py`. Here is how details are read, and what is said then.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.act_commands import command_of
from pbem.cli.session import numbers, read_reason
from pbem.cli.settled import writing
from pbem.cli.show import say_waiting
from pbem.desk.errors import UsageError
from pbem.desk.matches.acts.host.host_acts import ACTS
from pbem.games.game import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pbem.desk.desk import Desk
    from pbem.desk.matches.acts.host.host_acts import HostAct
    from pbem.referee.match.match import Match

_REASON = "Why; it stands in the record for everybody to read."


def _run(act: HostAct, desk: Desk, id_: str, **given: Any) -> None:
    """Do what an act says with what was given, and say that it is done."""
    before = _before(desk, id_) if act.kept else None
    chosen: list[str] = []
    values = {detail.name: _READ[detail.reads](desk, given[detail.name]) for detail in act.details}
    if act.names_seats:
        values["tell"] = chosen.extend
    match = _carry_out(act, desk, id_, values, given)
    is_kept = before is not None and act.is_kept(before, match, given.get("seat", ""))
    words = _words(desk, match, given, values) | {"chosen": ", ".join(chosen)}
    click.echo(f"{id_}: {(act.kept if is_kept else act.done).format_map(words)}")
    if act.is_shown:
        say_waiting(match)


def _before(desk: Desk, id_: str) -> Match:
    from pbem.desk.matches.state.positions import current

    with desk.store.read() as look:
        return current(desk, look, id_)


def _carry_out(act: HostAct, desk: Desk, id_: str, values: Mapping[str, Any], given: Mapping[str, Any]) -> Match:
    from pbem.desk.matches.acts.host.ways import carry_out
    from pbem.desk.matches.acts.restored.thawing import thaw_by_host

    if not act.has_reason:  # it is no ruling
        return thaw_by_host(desk, id_)
    return carry_out(desk, id_, act, values, read_reason(given["reason"]))


def _words(desk: Desk, match: Match, given: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what can be said of an act that is done."""
    words = {**given, "last": match.head.size - 1, "size": match.head.size, "until": ""}
    if seat := given.get("seat"):
        words["holder"] = match.holders[Seat(seat)].name
    if due := values.get("due"):
        words["due"] = _written(desk, due)
    if until := values.get("until"):
        words["until"] = f" until {_written(desk, until)}"
    return words


def _plain(_desk: Desk, value: Any) -> Any:
    return value


def _places(_desk: Desk, given: tuple[str, ...]) -> dict[str, int]:
    return numbers(given, "--place blue=1")


def _points(_desk: Desk, given: tuple[str, ...]) -> dict[str, int]:
    return numbers(given, "--points blue=34")


def _instant(desk: Desk, text: str) -> int:
    from pbem.desk.wording.time_texts import read_instant, read_zone

    at = read_instant(text, read_zone(desk.settings.clock.zone))
    if at <= desk.now():
        raise UsageError(f"{text!r} is past")
    return at


def _end(desk: Desk, text: str) -> int:
    """Return when something ends; 0 if that is not said."""
    return _instant(desk, text) if text else 0


def _written(desk: Desk, at: int) -> str:
    """Return an instant by the zone in which the host wrote it, and by UTC."""
    from pbem.desk.wording.time_texts import read_zone, written

    return written(at, read_zone(desk.settings.clock.zone))


_READ: dict[str, Callable[[Desk, Any], Any]] = {
    "": _plain,
    "places": _places,
    "points": _points,
    "instant": _instant,
    "end": _end,
}


def _command(act: HostAct) -> click.Command:
    return command_of(act, writing(partial(_run, act)), of="GAME", reason=_REASON if act.has_reason else "")


RULINGS = {name: _command(act) for name, act in ACTS.items()}

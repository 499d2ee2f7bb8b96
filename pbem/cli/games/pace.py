"""The options by which a host gives a game its pace."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from pbem.desk.matches.times.pacing import PaceWish
from pbem.desk.wording.time_texts import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable

_PRESETS = "; ".join(f"{name} is {bank}" for name, bank in PRESETS.items())
_OPTIONS = (
    click.option(
        "--pace",
        default="none",
        metavar="PACE",
        help=f"How much time a seat has: none (as long as it likes), or BANK+ADD<=MOST. {_PRESETS}.",
    ),
    click.option("--rest", default="", metavar="DAYS", help="Days on which no clock runs, such as Sat,Sun."),
    click.option("--zone", default="", metavar="ZONE", help="Whose days these are, such as Europe/Rome."),
    click.option(
        "--grace",
        default="12h",
        metavar="SPAN",
        show_default=True,
        help="After a deadline, before it counts as missed.",
    ),
    click.option(
        "--hold", default="10m", metavar="SPAN", show_default=True, help="How long an answer can be taken back unseen."
    ),
    click.option("--leave", default="14d", metavar="DAYS", show_default=True, help="Days of leave a seat may take."),
    click.option(
        "--late",
        default="default",
        type=click.Choice(["default", "ask"]),
        show_default=True,
        help="Who is late: the rules' default is played, or you are asked.",
    ),
)
_NAMES = ("pace", "rest", "zone", "grace", "hold", "leave", "late")


def pace_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a pace to a command, which gets them as one value `pace`."""

    @wraps(command)
    def run(*args: Any, **given: Any) -> None:
        bank, *others = (given.pop(name) for name in _NAMES)
        return command(*args, pace=PaceWish(bank, *others), **given)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run

"""Commands made from rows: an act that is listed has a command with its arguments, options and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pbem.act_rows import ActRow, Detail

_TYPES: dict[str, click.IntRange] = {"number": click.IntRange(0), "round": click.IntRange(1, 99)}


def command_of(row: ActRow, run: Callable[..., None], *, of: str, reason: str = "") -> click.Command:
    """Return the command of an act: `run` gets the id of what it is done to, and what was given; it opens the desk.

    `of` is what help calls the id; `reason` is the help of `--reason`, which the act does not take if that is empty.
    """
    asked: list[click.Parameter] = [click.Argument(["id_"], metavar=of)]
    asked += [_parameter(detail) for detail in row.details]
    if reason:
        asked.append(click.Option(["--reason"], required=True, metavar="TEXT", help=reason))
    return click.Command(row.name, callback=run, params=asked, help=row.help)


def _parameter(detail: Detail) -> click.Parameter:
    """Return what a command asks for one detail."""
    type_ = _TYPES.get(detail.shape)
    if not detail.option:
        return click.Argument([detail.name], metavar=detail.shown or None, type=type_, required=detail.absent is None)
    names = [detail.option, detail.name]
    if detail.shape == "flag":
        return click.Option(names, is_flag=True, help=detail.help)
    if detail.shape == "texts":
        return click.Option(names, multiple=True, metavar=detail.shown, help=detail.help)
    return click.Option(names, default="", metavar=detail.shown, help=detail.help)


def told(row: ActRow, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given in the words of whoever gave it, and what is said for what was left out."""
    absent = {detail.name: detail.absent for detail in row.details}
    return {name: absent.get(name) if value is None else value for name, value in given.items()}

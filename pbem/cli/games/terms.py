"""The options by which a host opens a game, whether he seats its players or offers it."""

from __future__ import annotations

import tomllib
from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from pbem.cli.games.pace import pace_options
from pbem.cli.session import pairs, read_text
from pbem.desk.errors import UsageError
from pbem.desk.matches.acts.offers.opening import ACCEPTS, NewGame
from pbem.desk.matches.times.pacing import make_pace
from pbem.desk.people.enrolled import find_player
from pbem.desk.people.providers import doubt_kind, doubt_player
from pbem.games.found import find, named
from pbem.mail.kinds import KINDS, kind_named
from pbem.mail.safe import UnusableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.desk.desk import Desk
    from pbem.desk.matches.times.pacing import PaceWish

_OPTIONS = (
    click.option("--seat", "seats", multiple=True, metavar="SEAT=NAME", help="Who plays which seat; once a player."),
    click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="A rules option; see the list below."
    ),
    click.option("--id", "id_", metavar="ID", default="", help="The id of the game; made up if not given."),
    click.option("--table", metavar="FILE", help="A component table (TOML) to use instead of ours."),
    click.option(
        "--accept",
        "accepts",
        multiple=True,
        type=click.Choice(sorted(KINDS)),
        help="A kind of signature to take; ssh, pgp and x509 if none is named.",
    ),
    click.option(
        "--hosted",
        multiple=True,
        metavar="SEAT",
        help="A seat whose player can read the desk: where all choose at once, it chooses first, by a sheet "
        "that is laid open after the end.",
    ),
    click.option(
        "--luck",
        is_flag=True,
        help="Every seat commits luck before the start; signed by players, it makes the dice joint.",
    ),
)


class Kinds(click.Command):
    """Adds what can be opened to the help."""

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the games with their seats and options."""
        for key in find():
            meta = named(key).meta
            with formatter.section(f"{key}: {meta.titles['en']}"):
                players = ", ".join(map(str, meta.players))
                rows = [("seats", f"{' '.join(meta.seats)} ({players} players)")]
                rows += [(option.name, f"{' | '.join(option.values)}: {option.about}") for option in meta.options]
                formatter.write_dl(rows)


class Given(Struct, frozen=True):
    """The terms of a game, as they were typed."""

    seats: tuple[str, ...]
    options: tuple[str, ...]
    id_: str
    table: str | None
    accepts: tuple[str, ...]
    hosted: tuple[str, ...]
    luck: bool
    pace: PaceWish


_NAMES = tuple(name for name in Given.__struct_fields__ if name != "pace")


def terms_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a new game to a command, which gets them as one value `terms`."""

    @wraps(command)
    def run(*args: Any, pace: PaceWish, **given: Any) -> None:
        terms = Given(pace=pace, **{name: given.pop(name) for name in _NAMES})
        return command(*args, terms=terms, **given)

    opened = pace_options(run)
    for option in reversed(_OPTIONS):
        opened = option(opened)
    return opened


def read_wish(desk: Desk, kind: str, given: Given) -> NewGame:
    """Return what a host asks for; UsageError if it cannot be."""
    if kind not in find():
        raise UsageError(f"there is no game {kind!r}; there is {', '.join(find())}")
    _check_accepts(given.accepts)
    return NewGame(
        rules=kind,
        seats=pairs(given.seats, "--seat blue=Anna"),
        id=given.id_,
        options=pairs(given.options, "--option setup=expert"),
        table=_read_table(given.table) if given.table else None,
        luck=given.luck,
        hosted=given.hosted,
        accepts=tuple(dict.fromkeys(given.accepts)) or ACCEPTS,
        pace=make_pace(desk, named(kind), given.pace),
    )


def _check_accepts(accepts: tuple[str, ...]) -> None:
    """Refuse to promise what cannot be checked here."""
    for kind in accepts:
        try:
            kind_named(kind).require()
        except UnusableError as error:
            raise UsageError(error.why) from None


def _read_table(path: str) -> dict[str, Any]:
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"the table {path} is not TOML: {error}") from None


def doubts_of(desk: Desk, wish: NewGame) -> list[str]:
    """Return why orders of some kinds, or of some players, cannot be checked in a game, or hardly come in time."""
    with desk.store.read() as look:
        players = [find_player(look, name) for name in wish.seats.values()]
    doubts = [doubt_kind(desk, kind) for kind in wish.accepts]
    doubts += [doubt_player(desk, player) for player in players]
    if wish.pace is not None and not wish.pace.add and not wish.pace.grace:
        doubts.append(
            "no turn adds any time, and there is no grace: whoever has used up his bank is late in his next turn"
        )
    return [doubt for doubt in dict.fromkeys(doubts) if doubt]

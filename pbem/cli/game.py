"""`pbem game`."""

from __future__ import annotations

import sys
import tomllib
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from pbem.cli.pace import pace_options
from pbem.cli.rule import RULINGS
from pbem.cli.session import pairs, read_text, warn, with_desk, writing
from pbem.cli.show import limit_option, say_board, say_more, say_orders, say_reply, say_waiting
from pbem.desk.errors import UsageError
from pbem.desk.phrases import say
from pbem.games.game import Seat
from pbem.mail.kinds import KINDS
from pbem.mail.safe import UnusableError

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.matches.opening import NewGame
    from pbem.desk.matches.pacing import PaceWish
    from pbem.desk.store.transaction import Transaction
    from pbem.referee.match import Match


@click.group(commands=RULINGS)
def game() -> None:
    """Open, show, play and rule games."""


class _Kinds(click.Command):
    """Adds what can be opened to the help."""

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the games with their seats and options."""
        from pbem.games import find, named

        for key in find():
            meta = named(key).meta
            with formatter.section(f"{key}: {meta.titles['en']}"):
                players = ", ".join(map(str, meta.players))
                rows = [("seats", f"{' '.join(meta.seats)} ({players} players)")]
                rows += [(option.name, f"{' | '.join(option.values)}: {option.about}") for option in meta.options]
                formatter.write_dl(rows)


@game.command(cls=_Kinds)
@click.argument("kind")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=NAME", help="Who plays which seat; once a player.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rules option; see the list below.")
@click.option("--id", "id_", metavar="ID", default="", help="The id of the game; made up if not given.")
@click.option("--table", metavar="FILE", help="A component table (TOML) to use instead of ours.")
@click.option(
    "--accept",
    "accepts",
    multiple=True,
    type=click.Choice(sorted(KINDS)),
    help="A kind of signature to take; ssh, pgp and x509 if none is named.",
)
@click.option(
    "--hosted",
    multiple=True,
    metavar="SEAT",
    help="A seat whose player can read the desk: where all choose at once, it chooses first, by a sheet "
    "that is laid open after the end.",
)
@click.option(
    "--luck", is_flag=True, help="Every seat commits luck before the start; signed by players, it makes the dice joint."
)
@pace_options
@writing
def new(desk: Desk, kind: str, **given: Any) -> None:
    """Open a game of KIND, seat its players and start it.

    With a --pace every seat has a bank of time: `72h+12h<=120h` begins with 72 hours, each own turn adds 12, and it
    never holds more than 120. Who is late gets the rules' default move, and loses the seat when that happens too often.
    """
    from pbem.desk.matches.opening import new_game

    wish = _read_wish(desk, kind, _Given(**given))
    match = new_game(desk, wish)
    click.echo(f"opened {match.id}")
    say_waiting(match)
    for doubt in _doubts(desk, wish):
        warn(doubt)


def _doubts(desk: Desk, wish: NewGame) -> list[str]:
    """Return why orders of some kinds, or of some players, cannot be checked in a game."""
    from pbem.desk.people import find_player
    from pbem.desk.providers import doubt_kind, doubt_player

    with desk.store.read() as look:
        players = [find_player(look, name) for name in wish.seats.values()]
    doubts = [doubt_kind(desk, kind) for kind in wish.accepts]
    doubts += [doubt_player(desk, player) for player in players]
    return [doubt for doubt in dict.fromkeys(doubts) if doubt]


class _Given(Struct, frozen=True):
    """The options of `pbem game new`, as they were typed."""

    seats: tuple[str, ...]
    options: tuple[str, ...]
    id_: str
    table: str | None
    accepts: tuple[str, ...]
    hosted: tuple[str, ...]
    luck: bool
    pace: PaceWish


def _read_wish(desk: Desk, kind: str, given: _Given) -> NewGame:
    from pbem.desk.matches.opening import ACCEPTS, NewGame
    from pbem.desk.matches.pacing import make_pace
    from pbem.games import find, named

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
    from pbem.mail.kinds import kind_named

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


@game.command("list")
@click.option("--player", metavar="NAME", default="", help="Only games that this player sits in.")
@click.option(
    "--phase", type=click.Choice(["seating", "running", "over", "void"]), default=None, help="Only games in this phase."
)
@click.option("--kind", metavar="KIND", default="", help="Only games of this kind.")
@limit_option
@with_desk
def list_games(desk: Desk, *, player: str, phase: str | None, kind: str, limit: int) -> None:
    """List the games of this desk, the newest first. Columns: id, rules, how it stands, entries, whom it waits for."""
    from pbem.desk.people import find_player
    from pbem.desk.store.values import Wanted
    from pbem.games import find

    if kind and kind not in find():
        raise UsageError(f"there is no game {kind!r}; there is {', '.join(find())}")
    with desk.store.read() as look:
        name = find_player(look, player).name if player else ""
        found = look.newest(limit, Wanted(name, phase or "", kind))
    for standing in found.shown:
        asked = ", ".join(standing.asked)
        click.echo(f"{standing.id:<16} {standing.rules:<10} {standing.phase:<8} {standing.head.size:>5}  {asked}")
    say_more(found.more)


def seat_named(match: Match, text: str) -> Seat:
    """Return the seat that is meant, by its own name or its holder's."""
    if text in match.seats:
        return Seat(text)
    for seat, holder in match.holders.items():
        if holder.name.casefold() == text.casefold():
            return seat
    raise UsageError(f"{match.id} has no seat {text!r}; its seats are {', '.join(match.seats)}")


@game.command()
@click.argument("id_", metavar="GAME")
@click.option(
    "--seat", metavar="SEAT", default=None, help="Show what this seat may see, and its legal orders, numbered."
)
@with_desk
def show(desk: Desk, id_: str, seat: str | None) -> None:
    """Show who is awaited for what, and the board. In English, or with --seat in that player's language."""
    from pbem.desk.matches.freezing import why_frozen
    from pbem.desk.matches.positions import current
    from pbem.desk.matches.replies import why_void

    with desk.store.read() as look:
        match = current(desk, look, id_)
        chosen = seat_named(match, seat) if seat else None
        language = language_of(look, match, chosen)
        if why := why_frozen(desk, look, id_):
            click.echo(why)
        say_waiting(match, language)
        if match.terms.hosted:
            hosted = ", ".join(match.game.called(Seat(seat), language) for seat in match.terms.hosted)
            click.echo(say("hosted_seats", language, seats=hosted))
        if why := why_void(look, match, language):
            click.echo(say("desk_reason", language, reason=why))
        say_board(match, chosen, language)
        if chosen:
            say_orders(look, match, chosen, language)
            say_reply(look, match, chosen, language)


def language_of(look: Transaction, match: Match, seat: Seat | None) -> str:
    """Return the language of a seat's player; English for the public, and where nobody sits."""
    from pbem.desk.people import find_player

    held = match.holders.get(seat) if seat else None
    name = held.name if held else ""
    return find_player(look, name).language if name else "en"


@game.command()
@click.argument("id_", metavar="GAME")
@click.option(
    "--bots",
    "kind",
    is_flag=False,
    flag_value="greedy",
    default=None,
    metavar="[greedy|random]",
    help="Bots play; greedy ones if no kind is named.",
)
@click.option("--seat", "seats", metavar="SEAT", multiple=True, help="A seat that bots play; all if none is given.")
@click.option("--seed", type=int, default=None, help="The bots' own dice; given again, they choose the same.")
@click.option(
    "--orders", "most", type=click.IntRange(1), default=100_000, metavar="N", help="Stop after so many orders."
)
@writing
def play(desk: Desk, id_: str, kind: str | None, seats: tuple[str, ...], seed: int | None, most: int) -> None:
    """Let bots order for seats, through the same path as people."""
    from random import Random

    from pbem.desk.matches.bots import Bots, play_bots
    from pbem.desk.matches.positions import current

    if kind is None:
        raise UsageError("say who plays: `--bots` (greedy) or `--bots random`")
    with desk.store.read() as look:
        match = current(desk, look, id_)
    chosen = frozenset(seat_named(match, seat) for seat in seats) or frozenset(match.seats)
    bots = Bots(kind, chosen, Random(seed), most)  # noqa: S311 - it plays
    shown = sys.stderr.isatty()

    def tell(now: Match) -> None:
        if shown:
            click.echo(f"\r{now.id}: entry {now.head.size} ", nl=False, err=True)

    match = play_bots(desk, id_, bots, tell)
    if shown:
        click.echo(err=True)
    say_waiting(match)

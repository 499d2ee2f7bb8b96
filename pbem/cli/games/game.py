"""`pbem game`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pbem.cli.games.offer import OFFERS
from pbem.cli.games.rule import RULINGS
from pbem.cli.games.terms import Given, Kinds, doubts_of, read_wish, terms_options
from pbem.cli.session import warn, with_desk, writing
from pbem.cli.show import (
    Reader,
    limit_option,
    say_board,
    say_leaves,
    say_more,
    say_orders,
    say_reply,
    say_waiting,
    told_awaited,
)
from pbem.desk.errors import UsageError
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.store.transaction import Transaction
    from pbem.desk.store.values import Listed, Standing, Wanted
    from pbem.referee.match.match import Match


@click.group(commands={**OFFERS, **RULINGS})
def game() -> None:
    """Open, show, play and rule games."""


@game.command(cls=Kinds)
@click.argument("kind")
@terms_options
@writing
def new(desk: Desk, kind: str, terms: Given) -> None:
    """Open a game of KIND, seat its players and start it.

    With a --pace every seat has a bank of time: `72h+12h<=120h` begins with 72 hours, each own turn adds 12, and it
    never holds more than 120. Who is late gets the rules' default move, and loses the seat when that happens too often.
    """
    from pbem.desk.matches.acts.opening import new_game

    wish = read_wish(desk, kind, terms)
    match = new_game(desk, wish)
    click.echo(f"opened {match.id}")
    say_waiting(match)
    for doubt in doubts_of(desk, wish):
        warn(doubt)


@game.command("list")
@click.option("--player", metavar="NAME", default="", help="Only games that this player sits in.")
@click.option(
    "--phase", type=click.Choice(["seating", "running", "over", "void"]), default=None, help="Only games in this phase."
)
@click.option("--kind", metavar="KIND", default="", help="Only games of this kind.")
@click.option("--late", "is_late", is_flag=True, help="Only games with deadlines, the latest first.")
@limit_option
@with_desk
def list_games(desk: Desk, *, player: str, phase: str | None, kind: str, is_late: bool, limit: int) -> None:
    """List the games of this desk, the newest first.

    Columns: id, rules, how it stands, entries, whom it waits for since when and until when. All of it comes from the
    records: who has answered, and waits for others, is listed like who has not.
    """
    from pbem.desk.people.enrolled import find_player
    from pbem.desk.store.values import Wanted
    from pbem.games.found import find

    if kind and kind not in find():
        raise UsageError(f"there is no game {kind!r}; there is {', '.join(find())}")
    with desk.store.read() as look:
        name = find_player(look, player).name if player else ""
        wanted = Wanted(name, phase or "", kind)
        found = _latest(look, wanted, limit) if is_late else look.games.newest(limit, wanted)
        for standing in found.shown:
            click.echo(_listed(desk, look, standing))
    say_more(found.more)


def _latest(look: Transaction, wanted: Wanted, limit: int) -> Listed:
    """Return the games that have deadlines, of those that are wanted, whoever is late longest first."""
    from pbem.desk.matches.times.lateness import by_deadline
    from pbem.desk.store.values import Listed

    own = {game for game, _seat in look.games.seats_in_play(wanted.player)} if wanted.player else None
    found = [
        standing
        for standing in by_deadline(look)
        if wanted.takes(standing.phase, standing.rules) and (own is None or standing.id in own)
    ]
    return Listed(tuple(found[:limit]), max(len(found) - limit, 0))


def _listed(desk: Desk, look: Transaction, standing: Standing) -> str:
    """Return the line of a game in a list."""
    from pbem.desk.matches.times.lateness import awaited_in, offered_in
    from pbem.desk.wording.time_texts import read_zone, written

    zone = read_zone(desk.settings.clock.zone)
    waits = told_awaited(awaited_in(desk, look, standing), zone)
    if offered := offered_in(desk, look, standing):
        waits = f"free: {', '.join(offered.free)}; lapses {written(offered.lapses, zone)}"
    return f"{standing.id:<16} {standing.rules:<10} {standing.phase:<8} {standing.head.size:>5}  {waits}".rstrip()


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
    from pbem.desk.matches.seats.volunteers import hindrance, offered
    from pbem.desk.matches.state.entry_peek import all_holders
    from pbem.desk.matches.state.freezing import why_frozen
    from pbem.desk.matches.state.positions import current
    from pbem.desk.matches.state.replies import why_void

    with desk.store.read() as look:
        match = current(desk, look, id_)
        chosen = seat_named(match, seat) if seat else None
        reader = reader_of(desk, look, match, chosen)
        language = reader.language
        if why := why_frozen(desk, look, id_):
            click.echo(why)
        say_waiting(match, reader, holders=all_holders(look, match))
        say_leaves(match, language)
        if match.clocks and not chosen:
            names = [player.name for player in offered(look, id_) if hindrance(look, match, player) is None]
            if names:
                click.echo(f"volunteers: {', '.join(names)}")
        if match.terms.hosted:
            hosted = ", ".join(match.game.called(Seat(seat), language) for seat in match.terms.hosted)
            click.echo(say("hosted_seats", language, seats=hosted))
        if why := why_void(look, match, language):
            click.echo(say("desk_reason", language, reason=why))
        say_board(match, chosen, language)
        if chosen:
            say_orders(look, match, chosen, language)
            say_reply(look, match, chosen, language)


def reader_of(desk: Desk, look: Transaction, match: Match, seat: Seat | None) -> Reader:
    """Return how a seat's player is told things; the host for the public, and where nobody sits."""
    from pbem.desk.people.enrolled import find_player

    held = match.holders.get(seat) if seat else None
    if held is None or not held.name:
        return Reader("en", desk.settings.clock.zone)
    player = find_player(look, held.name)
    return Reader(player.language, player.zone)


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

    from pbem.desk.matches.acts.bots import Bots, play_bots
    from pbem.desk.matches.state.positions import current

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

"""`pbem game new` and `pbem game play`: games that the host opens, and bots that play in them."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

import click

from pbem.cli.games.seats import seat_named
from pbem.cli.games.terms import Given, Kinds, doubts_of, read_wish, terms_options
from pbem.cli.session import warn
from pbem.cli.settled import writing
from pbem.cli.show import say_waiting
from pbem.desk.errors import UsageError
from pbem.desk.matches.acts.offers.opening import new_game
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.state.positions import current

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.referee.match.match import Match


@click.command(cls=Kinds)
@click.argument("kind")
@terms_options
@writing
def new(desk: Desk, kind: str, terms: Given) -> None:
    """Open a game of KIND, seat its players and start it.

    With a --pace every seat has a bank of time: `72h+12h<=120h` begins with 72 hours, each own turn adds 12, and it
    never holds more than 120. Who is late gets the rules' default move, and loses the seat when that happens too often.
    """
    wish = read_wish(desk, kind, terms)
    match = new_game(desk, wish)
    click.echo(f"opened {match.id}")
    say_waiting(match)
    for doubt in doubts_of(desk, wish):
        warn(doubt)


@click.command()
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

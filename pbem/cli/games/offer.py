"""`pbem game`, as far as people come and go: offers, joining, withdrawing, watching."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from pbem.cli.games.terms import Given, Kinds, doubts_of, read_wish, terms_options
from pbem.cli.session import warn
from pbem.cli.settled import writing
from pbem.cli.show import say_waiting
from pbem.desk.club.hosting import ask
from pbem.desk.errors import UsageError
from pbem.desk.matches.acts.offers.entering import join_here, withdraw_here
from pbem.desk.matches.acts.offers.opening import new_game
from pbem.desk.matches.state.offered import lapses_at
from pbem.desk.wording.time_texts import read_span, read_zone, written

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

_LEAST_LAPSE = 3_600


@click.command(cls=Kinds)
@click.argument("kind")
@click.option(
    "--seats",
    "places",
    type=click.IntRange(1, 99),
    required=True,
    metavar="N",
    help="How many play: the first N seats.",
)
@click.option(
    "--lapse",
    default="14d",
    metavar="SPAN",
    show_default=True,
    help="The offer ends if the game has not started by then.",
)
@terms_options
@writing
def offer(desk: Desk, kind: str, places: int, lapse: str, terms: Given) -> None:
    """Offer a game of KIND: it starts when N people have joined, by mail or with `pbem game join`.

    Seats that are given with --seat are taken already. Whoever joins by mail signs the head of these terms.
    """
    span = read_span(lapse)
    if span < _LEAST_LAPSE:
        raise UsageError(f"{lapse!r}: nobody could join an offer that ends at once; give it an hour or more")
    wish = replace(read_wish(desk, kind, terms), places=places, lapses=desk.now() + span)
    match = new_game(desk, wish)
    with desk.store.read() as look:
        lapses = lapses_at(look, match.id)
    until = written(lapses or 0, read_zone(desk.settings.clock.zone))
    click.echo(f"offered {match.id} until {until}" if match.phase == "seating" else f"opened {match.id}")
    say_waiting(match)
    for doubt in doubts_of(desk, wish):
        warn(doubt)


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("name")
@click.argument("seat", required=False)
@writing
def join(desk: Desk, id_: str, name: str, seat: str | None) -> None:
    """Give NAME a seat of an offered game: SEAT, or the first that is free. When all are taken, it starts."""
    joined = join_here(desk, id_, name, seat or "")
    click.echo(f"{id_}: {joined.decided.match.holders[joined.seat].name} plays {joined.seat}")
    say_waiting(joined.decided.match)


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("name")
@writing
def withdraw(desk: Desk, id_: str, name: str) -> None:
    """Give back the seat that NAME has in an offered game, before it starts; somebody else may join then."""
    match = withdraw_here(desk, id_, name)
    click.echo(f"{id_}: {name} plays no longer")
    say_waiting(match)


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("name")
@click.option("--off", "is_off", is_flag=True, help="Send NAME no more of them.")
@writing
def watch(desk: Desk, id_: str, name: str, *, is_off: bool) -> None:
    """Send the public letters of a game to NAME, who does not play in it, from now on."""
    ask(desk, name, "watch", (id_, "off") if is_off else (id_,))
    click.echo(f"{id_}: {name} gets its public letters {'no more' if is_off else 'from now on'}")

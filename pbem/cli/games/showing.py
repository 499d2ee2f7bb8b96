"""`pbem game show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.games.seats import reader_of, seat_named
from pbem.cli.session import with_desk
from pbem.cli.show import say_board, say_leaves, say_orders, say_reply, say_waiting
from pbem.desk.matches.seats.volunteers import hindrance, offered
from pbem.desk.matches.state.entry_peek import all_holders
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import why_void
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command()
@click.argument("id_", metavar="GAME")
@click.option(
    "--seat", metavar="SEAT", default=None, help="Show what this seat may see, and its legal orders, numbered."
)
@with_desk
def show(desk: Desk, id_: str, seat: str | None) -> None:
    """Show who is awaited for what, and the board. In English, or with --seat in that player's language."""
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

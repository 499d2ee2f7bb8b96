"""`pbem report` and `pbem position`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pbem.cli.game import reader_of, seat_named
from pbem.cli.session import with_desk, write_text
from pbem.cli.show import say_board, say_waiting
from pbem.desk.errors import UsageError
from pbem.games.game import LANGUAGES

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.store.transaction import Transaction
    from pbem.games.game import Seat
    from pbem.referee.match import Match

_AT = click.option(
    "--at", metavar="ENTRY", type=click.IntRange(0), default=None, help="After which entry (`pbem log`); else the last."
)
_SEAT = click.option("--seat", metavar="SEAT", default=None, help="Through whose eyes; the public's if not given.")


@click.command()
@click.argument("game")
@_SEAT
@_AT
@click.option("--text", "as_text", is_flag=True, help="Plain text instead of HTML.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="The language; the seat's own if not given.")
@click.option("-o", "--output", metavar="FILE", default="-", help="The file to write; standard output if not given.")
@with_desk
def report(desk: Desk, game: str, output: str, *, as_text: bool, lang: str | None, **asked: Any) -> None:
    """Write the turn report of GAME that a seat got, or would have got, after any entry."""
    from pbem.desk.letters.pages import Stretch, make_page, since_last_turn
    from pbem.desk.letters.writing import environment
    from pbem.report import render
    from pbem.report.page import Eyes

    with desk.store.read() as look:
        match, seat = _moment(desk, look, game, **asked)
        eyes = Eyes(seat, lang or reader_of(desk, look, match, seat).language, has_picture=not as_text)
        page = make_page(desk, look, Stretch(game, since_last_turn(look, match, seat), match.head.size), eyes)
    writer = render.text if as_text else render.html
    write_text(output, writer(environment(desk.folder), page))
    if output != "-":
        click.echo(f"wrote {output}")


@click.command()
@click.argument("game")
@_SEAT
@_AT
@click.option("--json", "as_json", is_flag=True, help="As JSON: game, seq, head, waiting, view.")
@with_desk
def position(desk: Desk, game: str, seat: str | None, at: int | None, *, as_json: bool) -> None:
    """Show any position GAME ever had, as a seat or the public may know it."""
    with desk.store.read() as look:
        match, chosen = _moment(desk, look, game, seat=seat, at=at)
        reader = reader_of(desk, look, match, chosen)
    if match.state is None:
        raise UsageError(f"{game} had not started at entry {match.head.size - 1}")
    if not as_json:
        click.echo(f"{game} after entry {match.head.size - 1}, head {match.head.hash.hex()}")
        say_waiting(match, reader)
        say_board(match, chosen, reader.language)
        return
    import json

    told = {
        "game": game,
        "seq": match.head.size - 1,
        "head": match.head.hash.hex(),
        "waiting": [{"seat": decision.seat, "decision": decision.kind} for decision in match.waiting()],
        "view": match.game.plain(match.game.view(match.state, chosen)),
    }
    click.echo(json.dumps(told, indent=1, ensure_ascii=False))


def _moment(desk: Desk, look: Transaction, game: str, *, seat: str | None, at: int | None) -> tuple[Match, Seat | None]:
    """Return a game as it was after an entry, now if none is named, and the seat that looks at it."""
    from pbem.desk.matches.positions import current
    from pbem.desk.matches.positions import position as position_at

    match = current(desk, look, game) if at is None else position_at(desk, look, game, at)
    return match, seat_named(match, seat) if seat else None

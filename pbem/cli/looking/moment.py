"""A game as it was after an entry, of this desk or of an export, and the options by which one asks for it."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from pbem.cli.games.seats import reader_of, seat_named
from pbem.cli.session import export_named, write_output
from pbem.cli.show import Reader
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.games.game import LANGUAGES, MAIL, Look, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pbem.desk.store.transaction import Transaction
    from pbem.referee.match.match import Match
    from pbem.report.page import TurnPage


AT = click.option(
    "--at", metavar="ENTRY", type=click.IntRange(0), default=None, help="After which entry (`pbem log`); else the last."
)
SEAT = click.option("--seat", metavar="SEAT", default=None, help="Through whose eyes; the public's if not given.")
PNG = click.option("--png", metavar="FILE", default=None, help="Paint the board as a picture into FILE.")
LANG = click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="The language; the seat's own if known.")


@dataclass(frozen=True)
class Moment:
    """A game as it was after an entry, and who looks at it."""

    match: Match
    seat: Seat | None
    reader: Reader
    page: Callable[..., TurnPage]
    folder: Path | None = None  # of the desk, if it is a game of one

    def paint(self, target: str) -> None:
        """Paint the board into a file."""
        from pbem.desk.fonts import painter

        match = self.match
        if match.state is None:
            raise UsageError(f"{match.id} had not started at entry {match.head.size - 1}: there is nothing to paint")
        names = {seat: match.holders[seat].name for seat in match.seats}
        look: Look[Any] = Look(self.reader.language, MAIL, names)
        picture = painter().png(match.game.draw(match.game.view(match.state, self.seat), look))
        write_output(target, picture)
        click.echo(f"wrote {target}")


@contextmanager
def looking(game: str, *, seat: str | None, at: int | None, lang: str | None) -> Iterator[Moment]:
    """Look at a game of this desk, or at an export."""
    if export := export_named(game):
        yield _moment_in(export, seat=seat, at=at, lang=lang)
        return

    folder: Path = click.get_current_context().find_root().obj
    with closing(Desk(folder)) as desk, desk.store.read() as look:
        yield _moment_here(desk, look, game, seat=seat, at=at, lang=lang)


def _moment_in(export: Path, *, seat: str | None, at: int | None, lang: str | None) -> Moment:
    from pbem.desk.records.replaying.export_report import read_past, report_at
    from pbem.report.page import Eyes

    past = read_past(export)
    match = past.at(at)
    chosen = seat_named(match, seat) if seat else None
    language = lang or "en"

    def page(*, has_picture: bool) -> TurnPage:
        return report_at(past, at, Eyes(chosen, language, has_picture=has_picture))

    return Moment(match, chosen, Reader(language), page)


def _moment_here(
    desk: Desk, look: Transaction, game: str, *, seat: str | None, at: int | None, lang: str | None
) -> Moment:
    from pbem.desk.matches.state.positions import current
    from pbem.desk.matches.state.positions import position as position_at

    match = current(desk, look, game) if at is None else position_at(desk, look, game, at)
    chosen = seat_named(match, seat) if seat else None
    reader = reader_of(desk, look, match, chosen)
    if lang:
        reader = replace(reader, language=lang)

    def page(*, has_picture: bool) -> TurnPage:
        from pbem.desk.letters.acts import mark_of
        from pbem.desk.letters.pages import Stretch, make_page, since_last_turn
        from pbem.report.page import Eyes

        eyes = Eyes(chosen, reader.language, has_picture=has_picture)
        since = since_last_turn(look, match, chosen)
        part = Stretch(game, since, match.head.size, mark_of(since, is_past=at is not None))
        return make_page(desk, look, part, eyes)

    return Moment(match, chosen, reader, page, desk.folder)

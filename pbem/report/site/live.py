"""A running game as the public may see it: the board, what everybody has, whom it waits for. None of it is checked.

Everything follows from the public view and the record: neither what is hidden nor what waits in the desk is seen here.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem.games.game import LANGUAGES, NARROW, WIDE, Drawing, Look
from pbem.referee.match.match import Match
from pbem.report.drawing import placed
from pbem.report.page import TurnPage
from pbem.report.replay.story import names_of
from pbem.report.site.card import Emblem, Played

RUNNING = "running/"  # where their pages are, in the folder of a language
_KINDS = ("d-wide", "d-narrow")


class Live(Struct, frozen=True):
    """A running game on the site: its public reports and drawings by language, and of how many entries they are."""

    game: str
    rules: str
    entries: int
    head: str
    people: tuple[Played, ...]
    emblem: Emblem
    reports: dict[str, TurnPage]
    boards: dict[str, str]
    parts: dict[str, str]

    @property
    def page(self) -> str:
        """Where its page is, from the folder of a language."""
        return f"{RUNNING}{self.game}.html"


def show_live(match: Match, reports: Mapping[str, TurnPage]) -> Live:
    """Return a running game as its public reports, one a language, and its public view show it."""
    game, names = match.game, names_of(match)
    view = game.view(match.state, None)
    drawn = {language: _drawings(match, view, language) for language in LANGUAGES}
    small = game.emblem(view)
    return Live(
        game=match.id,
        rules=game.meta.key,
        entries=match.head.size,
        head=match.head.hash.hex(),
        people=tuple(Played(seat, names[seat]) for seat in match.seats),
        emblem=Emblem(placed(small.svg), small.parts) if small else Emblem(),
        reports=dict(reports),
        boards={language: _board(drawings) for language, drawings in drawn.items()},
        parts={name: part for drawings in drawn.values() for one in drawings for name, part in one.parts.items()},
    )


def _drawings(match: Match, view: Any, language: str) -> list[Drawing]:
    called = names_of(match)
    names = {seat: called[seat] for seat in match.seats if called[seat]}
    return [match.game.draw(view, Look(language, width, names)) for width in (WIDE, NARROW)]


def _board(drawings: list[Drawing]) -> str:
    return "".join(placed(drawing.svg, kind) for drawing, kind in zip(drawings, _KINDS, strict=True))

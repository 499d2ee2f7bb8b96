"""Running games for the site as the public may see them: from the record alone, never from what waits at the desk."""

from collections.abc import Sequence

from pbem.desk.archive.building import build
from pbem.desk.archive.shelf import SHELF, SITE_LOG, Shelf
from pbem.desk.desk import Desk
from pbem.desk.letters.pages import Stretch, make_page, since_last_turn
from pbem.desk.matches.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.games.game import LANGUAGES
from pbem.report.page import Eyes
from pbem.report.site.live import Live, show_live

_ZONE = "UTC"  # by which everybody is told times who has no seat


def live_games(desk: Desk, known: Sequence[Live] = ()) -> Sequence[Live]:
    """Return all games that are being played, in the order of their opening; what is known is not drawn anew."""
    drawn = {live.head: live for live in known}
    with desk.store.read() as look:
        running = [standing for standing in look.standings() if standing.phase == "running"]
        return [drawn.get(one.head.hash.hex()) or _live(desk, look, one.id) for one in running]


def _live(desk: Desk, look: Transaction, game: str) -> Live:
    match = current(desk, look, game)
    part = Stretch(game, since_last_turn(look, match, None), match.head.size)
    reports = {
        language: make_page(desk, look, part, Eyes(language=language, has_picture=False, zone=_ZONE))
        for language in LANGUAGES
    }
    return show_live(match, reports)


class Rebuilding:
    """Keeps a site up to date while the desk runs: it is built again when a game has more entries than before."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen: object = None
        self._live: Sequence[Live] = ()

    def __call__(self) -> None:
        """Build the site into the folder that the settings name, if anything was written since the last time."""
        with self._desk.store.read() as look:
            heads = [(standing.id, standing.head) for standing in look.standings()]
        now = (heads, Shelf(self._desk.folder / SHELF).read(SITE_LOG))
        if now != self._seen:
            self._seen = now  # what cannot be built is said once, not at every look
            self._live = live_games(self._desk, self._live)
            self._build()

    def _build(self) -> None:
        desk, settings = self._desk, self._desk.settings.archive
        build(Shelf(desk.folder / SHELF), desk.folder / settings.site, url=settings.url, desk=desk, live=self._live)

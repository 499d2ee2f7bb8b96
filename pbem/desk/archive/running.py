"""Running games for the site as the public may see them: from the record alone, never from what waits at the desk."""

from collections.abc import Sequence

from pbem.desk.archive.building import Built, Progress, build
from pbem.desk.archive.shelf import SHELF, SITE_LOG, Shelf
from pbem.desk.desk import Desk
from pbem.desk.letters.pages import Stretch, make_page, since_last_turn
from pbem.desk.matches.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.games.game import LANGUAGES
from pbem.report.page import Eyes
from pbem.report.site.live import Live, show_live

_ZONE = "UTC"  # by which everybody is told times who has no seat


def live_games(desk: Desk) -> Sequence[Live]:
    """Return all games that are being played, in the order of their opening."""
    with desk.store.read() as look:
        running = [standing.id for standing in look.standings() if standing.phase == "running"]
        return [_live(desk, look, game) for game in running]


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

    def __call__(self) -> None:
        """Build the site into the folder that the settings name, if anything was written since the last time."""
        with self._desk.store.read() as look:
            heads = [(standing.id, standing.head) for standing in look.standings()]
        now = (heads, Shelf(self._desk.folder / SHELF).read(SITE_LOG))
        if now != self._seen:
            self._seen = now  # what cannot be built is said once, not at every look
            build_live(self._desk, self._desk.settings.archive.site)


def build_live(desk: Desk, place: str, tell: Progress = lambda *_: None) -> Built:
    """Build the site of a desk with its running games into a folder, which is relative to the desk's."""
    shelf = Shelf(desk.folder / SHELF)
    return build(shelf, desk.folder / place, url=desk.settings.archive.url, desk=desk, live=live_games(desk), tell=tell)

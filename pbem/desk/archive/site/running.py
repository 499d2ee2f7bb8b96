"""Running games for the site as the public may see them: from the record alone, never from what waits at the desk."""

import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Self

from pbem.desk.archive.shelf.shelf import SHELF, SITE_LOG, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.desk import Desk
from pbem.desk.letters.pages import Stretch, make_page, since_last_turn
from pbem.desk.matches.state.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.games.game import LANGUAGES
from pbem.report.page import Eyes
from pbem.report.site.live import Live, show_live

_ZONE = "UTC"  # by which everybody is told times who has no seat


def live_games(desk: Desk, known: Sequence[Live] = ()) -> Sequence[Live]:
    """Return all games that are being played, in the order of their opening; what is known is not drawn anew."""
    drawn = {live.head: live for live in known}
    with desk.store.read() as look:
        running = [standing for standing in look.games.all() if standing.phase == "running"]
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
    """Keeps a site up to date while the desk runs: it is built again when a game has more entries than before.

    Where games came into the archive, and when the desk begins to run, pages may have to be made, which takes seconds
    each: then another process builds, so that no mail waits for it. The end of the work ends that one too.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen: object = None
        self._live: Sequence[Live] = ()
        self._log: str | None = None  # of the archive, as it was when pages were made last
        self.maker: Popen[bytes] | None = None  # of pages

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.maker is not None:
            self.maker.terminate()
            self.maker.wait()

    def __call__(self) -> None:
        """Build the site into the folder that the settings name, if anything was written since the last time."""
        if self.maker is not None and self.maker.poll() is None:
            return
        with self._desk.store.read() as look:
            heads = [(standing.id, standing.head) for standing in look.games.all()]
        shelved = Shelf(self._desk.folder / SHELF).read(SITE_LOG)
        now = (heads, shelved)
        if now == self._seen:
            return
        if shelved != self._log:
            self._log = shelved
            self.maker = self._begin()
            return
        self._seen = now  # what cannot be built is said once, not at every look
        self._live = live_games(self._desk, self._live)
        self._build()

    def _begin(self) -> Popen[bytes]:
        """Let another process build; what it cannot build is found and said here when it has ended."""
        folder = self._desk.folder
        command = (sys.executable, "-m", "pbem", "--desk", folder, "archive", "build", self._out, "--running")
        return Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)  # noqa: S603 - none but our own words

    @property
    def _out(self) -> Path:
        return self._desk.folder / self._desk.settings.archive.site

    def _build(self) -> None:
        desk = self._desk
        build(Shelf(desk.folder / SHELF), self._out, url=desk.settings.archive.url, desk=desk, live=self._live)

"""Building the site: pages that are kept are joined, and only what changed is written."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

from msgspec import Struct

from pbem.desk.archive.shelf.checking import check_proofs, digest_of
from pbem.desk.archive.shelf.ledger import Ledger, LogLine, check_grown, check_not_lost, faults_of
from pbem.desk.archive.shelf.shelf import CHECKPOINT, KEY, SITE_LOG, NotShownError, Shelf
from pbem.desk.archive.shelf.shelf_kinds import kept_events
from pbem.desk.archive.site.drawn_by import drawn_by
from pbem.desk.archive.site.making import Kept
from pbem.desk.archive.site.site_files import Before, SiteFiles
from pbem.desk.archive.site.wording import environment
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.games.game import LANGUAGES
from pbem.record.errors import IntegrityError
from pbem.record.notes.checkpoints import read_checkpoint
from pbem.report.site.events import EventSource
from pbem.report.site.live import RUNNING, Live
from pbem.report.site.rendering import Signed, Site

Progress = Callable[[str, int, int], None]  # what is done, how much of it, of how many


class Built(Struct, frozen=True):
    """What a build did: pages made anew, files written, files removed; and how many games there are."""

    games: int
    made: int
    written: int
    removed: int
    front: Path
    strays: tuple[str, ...] = ()  # that lie in its folder, and are left there


def build(
    shelf: Shelf,
    out: Path,
    *,
    url: str = "",
    tell: Progress = lambda *_: None,
    desk: Desk | None = None,
    live: Sequence[Live] = (),
) -> Built:
    """Write the site of a shelf into a folder, over none but an earlier site; `live` games stand beside those of it.

    NotShownError, and nothing is written there, if a game is not valid as it lies on the shelf, or the log is not what
    was signed; with the desk that keeps it also what only that one knows of its log.
    """
    url = check_url(url)
    ledger = _sound(shelf, desk)
    kept = Kept(shelf)
    files = SiteFiles(out)
    _check_history(ledger, files)
    made = _made(kept, ledger, tell)
    now = Before(_source(ledger, kept, url), live=_live_source(live))
    front = out / "index.html"
    is_same = now.source == files.before.source and files.is_whole
    if is_same and now.live == files.before.live:
        return Built(len(ledger.lines), made, 0, 0, front, files.strays)
    if is_same:
        files.keep(lambda name: RUNNING not in name)  # of the others only the front page shows running games
        events = _read_events(ledger)
    else:
        _put_games(files, kept, ledger, tell)
        events = _put_events(files, kept, ledger)
    cards = sorted(map(kept.card, ledger.games), key=lambda card: (-card.at, card.game))
    site = Site(environment(), cards, _about(ledger), events=events, live=live, url=url)
    for place, text in site.live_pages(kept.emblem) if is_same else site.pages(kept.emblem):
        files.put(place, text.encode())
    if not is_same:
        _put_log(files, ledger)
    removed = files.finish(now)
    return Built(len(ledger.lines), made, files.written, removed, front, files.strays)


def _sound(shelf: Shelf, desk: Desk | None) -> Ledger:
    """Return the log of a shelf that has games; NotShownError if it cannot be read, or is not what was signed."""
    try:
        ledger = Ledger(shelf)
    except IntegrityError as error:
        raise NotShownError(f"{error.why}; nothing was written") from None
    if desk is not None:
        check_not_lost(ledger, desk)
    if not ledger.lines:
        raise UsageError(f"there are no games in {shelf.folder}: add some with `pbem archive add`")
    for fault in faults_of(ledger, desk):
        raise NotShownError(f"the log is not what was signed: {fault}; nothing was written")
    return ledger


def _made(kept: Kept, ledger: Ledger, tell: Progress) -> int:
    """Make all pages that are wanted; NotShownError if a game, or the proof of one, is not valid as it lies there."""
    try:
        made = make_pages(kept, ledger.lines, tell)
        kept_events(ledger).check(tell)
        check_proofs(ledger)
    except NotShownError as error:
        raise type(error)(f"{error}; nothing was written") from None
    return made


def make_pages(kept: Kept, lines: Sequence[LogLine], tell: Progress = lambda *_: None) -> int:
    """Make the pages of all games that have none, or an old one, on all cores; return how many these were."""
    wanted = [line for line in lines if not kept.is_current(line.game, line.head)]
    if wanted:
        tell("pages", 0, len(wanted))  # the first of them takes some seconds
    if len(wanted) <= 1:
        for line in wanted:
            kept.make(line.game, line.head)
        return len(wanted)
    jobs = [(kept.shelf.folder, line.game, line.head) for line in wanted]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        try:
            for done, _ in enumerate(pool.map(_make, jobs), 1):
                tell("pages", done, len(jobs))
        except DeskError:
            pool.shutdown(cancel_futures=True)  # nobody wants the other pages any more
            raise
    return len(wanted)


def _make(job: tuple[Path, str, bytes]) -> None:
    folder, game, head = job
    Kept(Shelf(folder)).make(game, head)


def _check_history(ledger: Ledger, files: SiteFiles) -> None:
    """Refuse to build over a site whose log was signed and is not the beginning of this one."""
    note, key, out = files.read(CHECKPOINT), ledger.key, files.out
    if note is None:
        return
    if key is None:
        raise NotShownError(f"{out} has a log that was signed for, and nobody signs this one; nothing was written")
    try:
        check_grown(ledger.tree, read_checkpoint(note.decode("utf-8", "replace"), key[1]))
    except IntegrityError as error:
        raise NotShownError(f"{out} was built from another log: {error.why}; nothing was written") from None


def _source(ledger: Ledger, kept: Kept, url: str) -> str:
    """Return a digest of everything that the site is made from."""
    digest = sha256(f"{drawn_by()}\n{url}\n{ledger.shelf.read(CHECKPOINT)}\n".encode())
    for line in ledger.lines:
        digest.update(f"{line}{kept.made(line.game)}\n".encode())
    for line in ledger.events:
        digest.update(f"{line}{kept_events(ledger).mark(line)}\n".encode())
    return digest.hexdigest()


def _live_source(live: Sequence[Live]) -> str:
    return sha256("".join(f"{one.head} {one.game}\n" for one in live).encode()).hexdigest()


def _put_games(files: SiteFiles, kept: Kept, ledger: Ledger, tell: Progress) -> None:
    for done, line in enumerate(ledger.lines, 1):
        mark, shelf = kept.made(line.game), ledger.shelf
        files.make(f"games/{line.game}.html", mark, partial(shelf.page, kept.page(line.game)))
        for language in LANGUAGES[1:]:
            page = kept.moves(line.game, language)
            files.make(f"{language}/games/{line.game}.html", mark, partial(shelf.page, page))
        for name, content in sorted(kept.files(line.game).items()):
            files.copy(f"games/{line.game}/{name}", mark, content)
        tell("games", done, len(ledger.lines))


def _read_events(ledger: Ledger) -> list[EventSource]:
    """Return all events, the newest first."""
    sources = [kept_events(ledger).read(line) for line in ledger.events]
    return sorted(sources, key=lambda source: (-source.log.books[-1].at, source.log.books[-1].id))


def _put_events(files: SiteFiles, kept: Kept, ledger: Ledger) -> list[EventSource]:
    """Put the files of all events, and each whole as one file; return them, the newest first."""
    sources = _read_events(ledger)
    lines = {line.event: line for line in ledger.events}
    for source in sources:
        line = lines[source.log.books[-1].id]
        mark, own = kept_events(ledger).mark(line), ledger.shelf.files(line.game)
        if not mark.startswith(digest_of(own)):
            raise NotShownError(f"{line.game} was changed while the site was built: build it again")
        for name, content in sorted(own.items()):
            files.copy(f"{line.game}/{name}", mark, content)
        games = tuple(source.log.books[-1].games)
        whole = "".join([mark, *map(kept.made, games)])
        files.make(f"{line.game}.zip", whole, partial(kept_events(ledger).packed, line, games))
    return sources


def _about(ledger: Ledger) -> Signed:
    return Signed(ledger.shelf.read(CHECKPOINT), ledger.shelf.read(KEY))


def _put_log(files: SiteFiles, ledger: Ledger) -> None:
    for name in (SITE_LOG, CHECKPOINT, KEY):
        if text := ledger.shelf.read(name):
            files.put(name, text.encode())


def check_url(url: str) -> str:
    """Return the address of a site, ended by a slash; NotShownError if it is none."""
    if url and not url.startswith(("https://", "http://")):
        raise NotShownError(f"{url!r} is no address of a site: it begins with https:// or http://")
    return url if not url or url.endswith("/") else f"{url}/"

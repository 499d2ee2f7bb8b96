"""The pages of a published game, from the fullest to the one with least on it."""

from pbem.desk.archive.site.wording import phrases, replay_keys
from pbem.desk.records.checks.auditing import laid_open
from pbem.record import folder
from pbem.record.folder import LOG
from pbem.record.log.chain import read_log
from pbem.referee.audit.audit import replay
from pbem.report.replay.making import make_pages
from pbem.report.replay.page import ReplayPage, Source
from tests.desk.archive.forging import published


def pages_of(game: str) -> list[ReplayPage]:
    """Return all pages that may be shown of a published game."""
    files = published(game)
    log = read_log(folder.split(files[LOG]))
    laid = laid_open(log.entries, files)
    course = list(replay(log.entries, hidden=laid.hidden, opened=laid.opened, is_strict=False))
    source = Source(files=files, chance="host", said=replay_keys())
    return list(make_pages(course, source, phrases(), lambda at, _language: str(at)))

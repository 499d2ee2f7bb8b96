"""Events on the shelf: read for their pages, verified where they lie, packed as whole exports."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pbem.desk.archive.adding import told
from pbem.desk.archive.ledger import Line
from pbem.desk.archive.shelf import NotShownError, Shelf
from pbem.desk.errors import UsageError
from pbem.desk.records.event_words import check_words
from pbem.desk.records.events import GameFound, look_at_game, verify_event_folder
from pbem.desk.records.files import EVIDENCE, note_in, raws_in
from pbem.desk.records.verify import verify_links
from pbem.record.events.acts import Acting
from pbem.record.events.folder import GAMES
from pbem.record.events.log import EventLog, read_event
from pbem.record.folder import LOG, split
from pbem.report.site.events import EventSource

_DAY = (1980, 1, 1, 0, 0, 0)  # the first that an archive of files can tell: the same event is the same bytes


def read_shelved(shelf: Shelf, line: Line) -> EventSource:
    """Return an event of the shelf for its page; it was verified when it was added."""
    files = shelf.files(line.game)
    log = read_event(split(files[LOG]))
    checked = check_words(split(files.get(EVIDENCE, b"")), log)
    acting = Acting(log)
    return EventSource(
        log=log,
        chance=acting.chance(checked),
        director=acting.told(has_note=True, checked=checked),
        files=tuple(sorted(files)),
    )


def games_of(log: EventLog) -> tuple[str, ...]:
    """Return the games that an event names."""
    return tuple(log.books[-1].games)


def packed(shelf: Shelf, line: Line, games: Sequence[str]) -> bytes:
    """Return an event with its games as one file, which unpacked is what `pbem tournament export` writes."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as pack:
        _pack(pack, line.event, shelf.files(line.game))
        for game in games:
            _pack(pack, f"{line.event}/{GAMES}/{game}", shelf.files(game))
    return made.getvalue()


def _pack(pack: ZipFile, folder: str, files: dict[str, bytes]) -> None:
    for name, content in sorted(files.items()):
        about = ZipInfo(f"{folder}/{name}", _DAY)
        about.compress_type = ZIP_DEFLATED
        about.external_attr = 0o644 << 16
        pack.writestr(about, content)


def event_verdict(shelf: Shelf, line: Line) -> tuple[int, str]:
    """Return how many entries an event of the shelf has, and what is wrong with it, "" if nothing is.

    Draws and scores are run again, and what its games tell is held against it; the games themselves are verified as
    games of the archive.
    """
    place = shelf.game(line.game)
    if not place.is_dir():
        return 0, "it was dropped: its folder is not there"
    try:
        shelf.files(line.game)  # plain files within limits, or nothing is read
        log = read_event(raws_in(place))
        found = verify_event_folder(place, _look, homes=_homes(shelf, log))
    except (NotShownError, UsageError) as error:
        return 0, str(error)
    if found.first_bad:
        return found.entries, told(found.first_bad)
    if found.cannot:
        return found.entries, f"cannot be checked: {found.cannot}"
    if not log.books or log.books[-1].id != line.event:
        return found.entries, "it is the record of another event"
    if bytes.fromhex(found.head) != line.head:
        return found.entries, "it was rewritten: its head is not the one in the log"
    return found.entries, ""


def _homes(shelf: Shelf, log: EventLog) -> list[Path]:
    games = games_of(log) if log.books else ()
    return [shelf.game(game) for game in games if (shelf.game(game) / LOG).is_file()]


def _look(paths: Sequence[Path], secret: bytes | None) -> Iterator[GameFound]:
    for path in paths:
        yield look_at_game(path, verify_links(raws_in(path), note=note_in(path)), secret)

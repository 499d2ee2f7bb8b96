"""Events on the shelf: read for their pages, verified where they lie, packed as whole exports."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pbem.desk.archive.shelf.checking import check_in, digest_of, told
from pbem.desk.archive.shelf.ledger import Ledger, LogLine
from pbem.desk.archive.shelf.shelf import EVENTS, PAGES, NotCheckedError, NotShownError, Shelf
from pbem.desk.disk.removing import clear
from pbem.desk.disk.writing import QUICK, write_file
from pbem.desk.events.records.event_verdict import GameFound, look_at_game, verify_event_folder
from pbem.desk.events.records.event_words import check_words
from pbem.desk.records.checks.links import verify_links
from pbem.desk.records.folders.files import EVIDENCE
from pbem.record.errors import CannotCheckError
from pbem.record.events.checks.acts import Acting
from pbem.record.events.checks.folder import GAMES
from pbem.record.events.law.log import EventLog, read_event
from pbem.record.folder import LOG, NOTE, split
from pbem.report.site.events import EventSource

_VERIFIED = "verified"
_DAY = (1980, 1, 1, 0, 0, 0)  # the first that an archive of files can tell: the same event is the same bytes


def read_shelved(shelf: Shelf, line: LogLine) -> EventSource:
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


def packed(shelf: Shelf, line: LogLine, games: Sequence[str]) -> bytes:
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


def check_event(shelf: Shelf, line: LogLine) -> int:
    """Verify an event as it lies on the shelf, and return how many entries it has; NotShownError if it is not valid.

    Draws and scores are run again, and what its games tell is held against it; the games themselves are verified as
    games of the archive. All is looked at in a folder of its own: what is checked is what was read.
    """
    files = shelf.files(line.game)
    try:
        log = read_event(split(files[LOG]))
    except CannotCheckError as error:
        raise NotCheckedError(f"{line.game} cannot be checked: {error}") from None
    with TemporaryDirectory(prefix="pbem-check-") as place:
        found = verify_event_folder(
            _copied(Path(place) / EVENTS, files), partial(_look, shelf, Path(place)), homes=_homes(shelf, log)
        )
    if found.first_bad:
        raise NotShownError(f"{line.game} is not valid: {told(found.first_bad)}")
    if found.cannot:
        raise NotCheckedError(f"{line.game} cannot be checked: {found.cannot}")
    if log.books[-1].id != line.event:
        raise NotShownError(f"{line.game} is the record of another event")
    if bytes.fromhex(found.head) != line.head:
        raise NotShownError(f"{line.game} was rewritten: its head is not the one in the log")
    return found.entries


class KeptEvents:
    """Which events of a log were verified already, as they lie there now, beside games that are in the log."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def check(self, tell: Callable[[str, int, int], None]) -> None:
        """Verify all events that have changed since; NotShownError if one is not valid."""
        lines = self._ledger.events
        for done, line in enumerate(lines, 1):
            mark, place = self.mark(line), self._place(line)
            if self._ledger.shelf.made(place.parent, [_VERIFIED])[_VERIFIED] != mark.encode():
                check_event(self._ledger.shelf, line)
                if proof := self._ledger.shelf.proof(line.game):
                    check_in(self._ledger, proof, line)
                shelf = self._ledger.shelf
                clear(place.parent, within=shelf.folder)
                shelf.put(place, mark.encode())
            tell("events", done, len(lines))

    def mark(self, line: LogLine) -> str:
        """Return what everything about an event follows from: its files, and the heads of its games in the log."""
        own = (str(one) for one in self._ledger.lines if one.game.startswith(f"{line.event}."))
        games = sha256("".join(own).encode()).hexdigest()[:16]
        return f"{digest_of(self._ledger.shelf.files(line.game))} {games}"

    def read(self, line: LogLine) -> EventSource:
        """Return an event for its page."""
        return read_shelved(self._ledger.shelf, line)

    def packed(self, line: LogLine, games: Sequence[str]) -> bytes:
        """Return an event with its games as one file."""
        return packed(self._ledger.shelf, line, games)

    def _place(self, line: LogLine) -> Path:
        return self._ledger.shelf.folder / PAGES / line.game / _VERIFIED


def _homes(shelf: Shelf, log: EventLog) -> list[Path]:
    games = games_of(log) if log.books else ()
    for game in games:
        shelf.check_no_link(game)
    return [shelf.game(game) for game in games if shelf.is_there(game)]


def _look(shelf: Shelf, place: Path, paths: Sequence[Path], secret: bytes | None) -> Iterator[GameFound]:
    for path in paths:
        files = shelf.files(path.name)
        note = files[NOTE].decode(errors="replace") if NOTE in files else None
        copy = _copied(place / GAMES, {LOG: files[LOG]})
        yield look_at_game(copy, verify_links(split(files[LOG]), note=note), secret)


def _copied(place: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        write_file(place / name, content, QUICK, within=place.parent)
    return place

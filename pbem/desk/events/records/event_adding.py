"""Adding an event: it is verified first, with every draw, score and game; what is not valid leaves no trace."""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from pbem.desk.archive.adding import Came, check_name, check_room, take
from pbem.desk.archive.shelf.checking import check_numbers, check_verdict, told
from pbem.desk.archive.shelf.ledger import Ledger, LogLine
from pbem.desk.archive.shelf.shelf import EVENTS, NotCheckedError, NotShownError, Shelf, read_export
from pbem.desk.archive.site.building import Progress
from pbem.desk.desk import Desk
from pbem.desk.disk.replacing import write_folder
from pbem.desk.disk.writing import QUICK
from pbem.desk.errors import UsageError
from pbem.desk.events.records.event_export import export_event
from pbem.desk.events.records.event_verdict import EventVerified, GameFound, look_at_game, verify_event_folder
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.checks.verdicts import Verified
from pbem.record.events.checks.folder import GAMES
from pbem.record.events.law.log import read_event
from pbem.record.folder import LOG, split

MOST_BYTES = 400_000_000  # of an event with all its games
_FEW = 12  # games that are sooner verified than further processes started
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

Files = Mapping[str, bytes]
_Job = tuple[Path, bytes | None]


class EventAdded(Struct, frozen=True):
    """An event that is on the shelf now, with its games; `is_new` unless all of it was there before."""

    event: str
    entries: int
    games: tuple[str, ...]
    is_new: bool
    place: int  # in the log, from 1

    @property
    def record(self) -> str:
        """The id of its record."""
        return self.event

    @property
    def how(self) -> str:
        """How it came there, in words."""
        return "added" if self.is_new else "was there already"


class _Export(Struct, frozen=True):
    """The files of an event, and those of its games."""

    own: Files
    games: dict[str, Files]


class _Checked(Struct, frozen=True):
    """An event that was found valid: its id, its head and those of its games, in the order of their opening."""

    event: str
    entries: int
    head: str
    games: dict[str, str]


def add_event(shelf: Shelf, desk: Desk, event: str, tell: Progress = lambda *_: None) -> EventAdded:
    """Add an event of this desk."""
    with TemporaryDirectory(prefix="pbem-add-") as place:
        source = export_event(desk, event, Path(place) / event)
        return _add(shelf, _read(source), event, desk, tell)


def add_event_export(
    shelf: Shelf, source: Path, desk: Desk | None = None, tell: Progress = lambda *_: None
) -> EventAdded:
    """Add an event from an export, of this desk or another."""
    return _add(shelf, _read(source), str(source), desk, tell)


def _add(shelf: Shelf, export: _Export, called: str, desk: Desk | None, tell: Progress) -> EventAdded:
    checked = _check(export, called, tell)
    place = f"{EVENTS}/{checked.event}"
    wanted = {game: (export.games[game], head) for game, head in checked.games.items()}
    wanted[place] = (export.own, checked.head)
    if len({name.casefold() for name in wanted}) < len(wanted):
        raise NotShownError(f"{called} has games whose names differ by capitals alone; nothing was added")
    with shelf.locked():
        ledger = Ledger(shelf)
        if desk is not None:
            ledger.check_can_sign(desk)
        for name, (files, _) in wanted.items():
            check_room(shelf, ledger, name, files)  # of all, before anything is written
        came = [take(shelf, ledger, name, files) for name, (files, _) in wanted.items()]
        lines = [LogLine(name, bytes.fromhex(head)) for name, (_, head) in wanted.items() if ledger.head(name) is None]
        if lines:
            ledger.enter(*lines)
        if desk is not None:
            ledger.sign(desk)
    is_new = bool(lines) or set(came) != {Came.SAME}
    return EventAdded(checked.event, checked.entries, tuple(checked.games), is_new, ledger.place(place))


def _read(source: Path) -> _Export:
    """Read an export that anybody may have made: plain files in plain folders, within limits."""
    export = _Export(read_export(source), dict(_games(source / GAMES)))
    size = sum(len(content) for files in (export.own, *export.games.values()) for content in files.values())
    if size > MOST_BYTES:
        raise NotShownError(f"{source} has {size} bytes; no event has more than {MOST_BYTES}")
    return export


def _games(home: Path) -> Iterator[tuple[str, Files]]:
    if not _is_folder(home):
        return
    read = 0
    for path in sorted(home.iterdir()):
        if not _is_folder(path) or not (path / LOG).exists():
            continue
        if not _ID.fullmatch(path.name):
            raise NotShownError(f"{path} is not called as a game can be")
        files = read_export(path)
        read += sum(map(len, files.values()))
        if read > MOST_BYTES:
            raise NotShownError(f"{home} has more than {MOST_BYTES} bytes; no event has so many")
        yield path.name, files


def _is_folder(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if stat.S_ISLNK(mode):
        raise NotShownError(f"{path} is a link")
    return stat.S_ISDIR(mode)


def _check(export: _Export, called: str, tell: Progress) -> _Checked:
    """Verify an event with its games; NotShownError with the first bad entry if it is not valid.

    They are looked at in a folder of their own: what is checked is what is added, whatever becomes of its source.
    """
    seen: dict[str, Verified] = {}

    def look(paths: Sequence[Path], secret: bytes | None) -> Iterable[GameFound]:
        for done, found in enumerate(_looked([(path, secret) for path in paths]), 1):
            seen[paths[done - 1].name] = found.verified
            tell("verified", done, len(paths))
            yield found

    with TemporaryDirectory(prefix="pbem-add-") as place:
        home = Path(place) / EVENTS
        write_folder(home, export.own, QUICK, within=Path(place))
        (home / GAMES).mkdir()
        for game, files in export.games.items():
            write_folder(home / GAMES / game, files, QUICK, within=home)
        found = verify_event_folder(home, look)
    _check_verdict(found, called)
    book = read_event(split(export.own[LOG])).books[-1]
    check_event_name(book.id)
    if not book.rounds:
        raise NotShownError(f"{called} was given up before its first draw: there is nothing to show; nothing was added")
    _check_numbers(export.own, called)
    for game in book.games:
        _check_game(seen[game], game, called)
        _check_numbers(export.games[game], f"{called}: {game}")
    return _Checked(book.id, found.entries, found.head, {game: seen[game].head for game in book.games})


def check_event_name(event: str) -> None:
    """Refuse an event that is called like what a site has beside the folders of events."""
    name = event.casefold()
    if name.startswith(".") or name.endswith((".html", ".zip")):
        raise NotShownError(f"an event called {event} has no place in an archive; nothing was added")


def _check_game(found: Verified, game: str, called: str) -> None:
    check_name(game)
    try:
        check_verdict(found, f"{called}: {game}")
    except NotShownError as error:
        raise type(error)(f"{error}; nothing was added") from None


def _check_numbers(files: Files, called: str) -> None:
    try:
        check_numbers(files[LOG], called)
    except NotShownError as error:
        raise type(error)(f"{error}; nothing was added") from None


def _check_verdict(found: EventVerified, called: str) -> None:
    if found.first_bad:
        raise NotShownError(f"{called} is not valid: {told(found.first_bad)}; nothing was added")
    if found.cannot:
        raise NotCheckedError(f"{called} cannot be checked: {found.cannot}; nothing was added")
    if not found.director["end"]:
        raise NotShownError(f"{called} is not over: an archive holds events that are; nothing was added")


def _looked(jobs: Sequence[_Job]) -> Iterator[GameFound]:
    """Look at games, on all cores where they are many."""
    if len(jobs) <= _FEW:
        yield from map(_look, jobs)
        return
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        yield from pool.map(_look, jobs)


def _look(job: _Job) -> GameFound:
    path, secret = job
    return look_at_game(path, verify_files(path), secret)

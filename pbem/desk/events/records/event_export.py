"""Export of an event: its record, those of all its games, and pages to look at."""

from collections.abc import Callable, Mapping
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.disk.replacing import write_folder
from pbem.desk.disk.writing import QUICK
from pbem.desk.errors import UsageError
from pbem.desk.events.event_store import current_event, entries_of_event, missing_games
from pbem.desk.events.pages import pages_of
from pbem.desk.events.records.shown_words import show_words
from pbem.desk.records.folders.atomic_folder import written_whole
from pbem.desk.records.folders.exporting import check_room, files_of, put_files
from pbem.desk.records.folders.files import FILES
from pbem.record.events.checks import folder
from pbem.record.events.law.log import read_event
from pbem.record.folder import LOG, split

Progress = Callable[[int, int], None]
PAGES = "pages"


def export_event(
    desk: Desk, id_: str, target: Path, progress: Progress = lambda _done, _of: None, *, is_partial: bool = False
) -> Path:
    """Write an event as files, whole or not at all, over none but an earlier export of the same event.

    Its own record is read first: each of its games is then at least as far as it says. Games that are not here are left
    out only if it may be partial.
    """
    files, pages = event_files(desk, id_)
    book = read_event(split(files[LOG])).books[-1]
    with desk.store.read() as look:
        left_out = missing_games(look, book) if is_partial else ()
    games = [game for game in book.games if game not in left_out]
    _check_room(target, files[LOG], pages, target)
    with written_whole(target) as room:
        if room.before:  # once more: no other folder can take the place of this one
            _check_room(room.before, files[LOG], pages, target)
        for number, game in enumerate(games):
            progress(number, len(games))
            put_files(room.place / folder.GAMES / game, files_of(desk, game), within=room.within)
        put_files(room.place, files, besides=(folder.GAMES,), within=room.within)
        if pages:
            write_folder(room.place / PAGES, pages, QUICK, within=room.within)
    progress(len(games), len(games))
    return target


def _check_room(target: Path, log: bytes, pages: Mapping[str, bytes], called: Path) -> None:
    """Refuse to write over anything but an earlier export of the same event."""
    try:
        check_room(target, log, besides=(folder.GAMES, PAGES), called=called)
        games = [path for home in (target / folder.GAMES).glob("*") for path in _held(home)]
        others = [path for path in games if path.name not in FILES]
        others += [path for path in (target / PAGES).glob("*") if path.name not in pages or path.is_dir()]
    except OSError as error:
        raise UsageError(f"cannot read {called}: {error.strerror}") from None
    if others:
        other = called / others[0].relative_to(target)
        raise UsageError(f"{called} holds other things, such as {other}: name a new folder")


def _held(home: Path) -> list[Path]:
    """Return what lies in the folder of a game; what is no folder is no game."""
    return list(home.iterdir()) if home.is_dir() and not home.is_symlink() else [home]


def event_files(desk: Desk, id_: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of an event without its games, and its pages, both of one moment."""
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
        entries = entries_of_event(look, id_)
        evidence = list(show_words(look, event, entries))
        pages = pages_of(desk, look, id_)
    return folder.pack(entries, desk.note(id_, event.book.head), evidence), pages


def games_named(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the games that the record of an event names."""
    return tuple(read_event(split(files[LOG])).books[-1].games)

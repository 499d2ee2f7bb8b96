"""Export: a record as files that a stranger can check. What is secret while a game runs is not among them."""

from collections.abc import Collection, Mapping
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.disk.removing import is_unfinished, sweep
from pbem.desk.disk.ways import Way
from pbem.desk.disk.writing import write_file
from pbem.desk.errors import UsageError
from pbem.desk.matches.state.positions import current
from pbem.desk.records.folders.atomic_folder import led_to_room
from pbem.desk.records.folders.entries import entries_of, hosted_choices, opened_seals, sealed_moves
from pbem.desk.records.folders.files import EVIDENCE, FILES, PROOF
from pbem.desk.signed.published_orders import show_orders
from pbem.desk.store.transaction import Transaction
from pbem.record import folder
from pbem.record.folder import LOG
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Opening
from pbem.record.log.openings import Deck
from pbem.referee.audit.audit import decks_of
from pbem.referee.match.match import Match


def export(desk: Desk, game: str, target: Path) -> Path:
    """Write a game's record as files; what is secret while the game runs is not among them."""
    return put_files(target, files_of(desk, game))


def files_of(desk: Desk, game: str) -> dict[str, bytes]:
    """Return a game's record as files, in the order in which they are to be written: the signed note after the log."""
    with desk.store.read() as look:
        match = current(desk, look, game)
        entries = entries_of(look, game)
        is_over = match.phase in ("over", "void")
        openings = _openings(look, match, entries) if is_over else []
        secret = look.secrets.find(game, "seal") or b""
        evidence = show_orders(look, game, entries, secret) if is_over else []
    files = folder.pack(entries, openings, desk.note(game, match.head))
    if evidence:
        files[EVIDENCE] = folder.join(evidence)
    return files


def put_files(
    target: Path, files: Mapping[str, bytes], besides: Collection[str] = (), *, within: Path | None = None
) -> Path:
    """Write the files of an export into a folder, over none but an earlier one of the same record.

    What is named in `besides` may lie there too. No link is followed from `within` on, or from the folder itself on.
    """
    way = led_to_room(target) if within is None else Way(target, within)
    try:
        check_room(way.place, files[LOG], besides)
        sweep(way.place, within=way.within)
        for name, content in files.items():
            write_file(way.place / name, content, within=way.within)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    return target


def check_room(target: Path, log: bytes, besides: Collection[str] = (), *, called: Path | None = None) -> None:
    """Refuse to write over anything but an earlier export of the same record. `called` is what a person calls it."""
    if not target.exists():
        return
    if not target.is_dir() or any(_is_foreign(path) for path in target.iterdir() if path.name not in besides):
        raise UsageError(f"{called or target} holds other things: name a new folder")
    earlier = target / LOG
    if earlier.exists() and not (_is_plain(earlier, len(log)) and log.startswith(earlier.read_bytes())):
        raise UsageError(f"{called or target} holds another record: name a new folder")


def _is_plain(path: Path, most: int) -> bool:
    """Tell whether it is a file that ends, and is not larger than it may be."""
    return path.is_file() and path.stat().st_size <= most


def _is_foreign(path: Path) -> bool:
    name = path.name.removeprefix(".")  # as an unfinished one was called by earlier versions
    return not (name in (*FILES, PROOF) or is_unfinished(path.name)) or path.is_symlink()


def _openings(look: Transaction, match: Match, entries: list[Entry]) -> list[Opening | Deck]:
    """Return what a game that is over lays open: its sealed moves, what bound its hosted seats, and its decks.

    All other sheets stay sealed.
    """
    secret = look.secrets.find(match.id, "seal") or b""
    moves = sealed_moves(look, match.id)
    sealed = moves | hosted_choices(look, match.id, entries)
    hidden = look.secrets.find(match.id, "hidden") or b""
    return [*opened_seals(match.id, secret, sealed), *decks_of(entries, hidden=hidden, opened=moves.get)]

"""Export of an event: its record, those of all its games, and pages to look at."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.disk import QUICK, write_folder
from pbem.desk.errors import UsageError
from pbem.desk.events.event_store import current_event, entries_of_event, missing_games
from pbem.desk.records.folders.atomic_folder import written_whole
from pbem.desk.records.folders.exporting import check_room, files_of, put_files
from pbem.desk.records.folders.files import FILES
from pbem.desk.signed.evidence import Kept, kept_evidence
from pbem.desk.store.transaction import Transaction
from pbem.mail.block import block as order_block
from pbem.mail.checking import publishable
from pbem.mail.kinds import KINDS, kind_named
from pbem.mail.safe import Unusable
from pbem.record.dice.seals import SealedOrder, read_order, salt
from pbem.record.events.checks import folder
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.kinds import Appeal, Enter, Reveal, Withdraw
from pbem.record.events.law.log import read_event
from pbem.record.folder import LOG, split
from pbem.record.log import canonical
from pbem.record.log.entry import MAX_BYTES
from pbem.tournament.director.event import Event

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
    from pbem.desk.events.pages import pages_of

    with desk.store.read() as look:
        event = current_event(desk, look, id_)
        entries = entries_of_event(look, id_)
        evidence = list(_show_words(look, event, entries))
        pages = pages_of(desk, look, id_)
    return folder.pack(entries, desk.note(id_, event.book.head), evidence), pages


def games_named(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the games that the record of an event names."""
    return tuple(read_event(split(files[LOG])).books[-1].games)


def _show_words(look: Transaction, event: Event, entries: Sequence[EventEntry]) -> Iterator[bytes]:
    """Yield what was signed in an event, of players who let it be shown. An appeal is shown once it was laid open."""
    secret = look.secret(event.id, "seal") or b""
    opened = {opening["seq"] for entry in entries for opening in entry.body.get("opens", ())}
    for entry in entries:
        word = entry.content
        if not isinstance(word, Enter | Withdraw | Reveal | Appeal):
            continue
        is_hidden = isinstance(word, Appeal) and entry.seq not in opened
        if is_hidden or word.sign not in KINDS or not kind_named(word.sign).is_published:
            continue
        text = (look.secret(event.id, f"order/{entry.seq}") or b"").decode()
        sealed = read_order(text) if text else None
        kept = kept_evidence(look, sealed, event.book.keys[word.player])
        if sealed is not None and kept is not None and _may_be_shown(kept, sealed):
            salted = salt(secret, event.id, entry.seq).hex()
            signed = publishable(kept.evidence)
            if signed is None:
                continue
            line = canonical.encode({"salt": salted, "seq": entry.seq, "signed": signed.decode(), "text": text})
            if len(line) <= MAX_BYTES:
                yield line


def _may_be_shown(kept: Kept, sealed: SealedOrder) -> bool:
    """Tell whether everybody may see what was signed, and can check it."""
    if not kept.publishes:
        return False
    block = order_block.read(kept.evidence.signed_bytes)
    if isinstance(block, Unusable) or not order_block.is_tidy(kept.evidence.signed_bytes, block):
        return False
    return sealed.sheet == "\n".join(block.orders)

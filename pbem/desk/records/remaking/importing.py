"""Missing entries come home: after a restored backup the rest of a record is appended from an export of it.

Only what continues our own chain is taken, up to a head that this referee signed, and only if the rules agree. The
texts of sealed moves are not in an export; the referee knows the salts, so it tries every legal move.
"""

from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import UNSET

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.matches.acts.restored.asking_anew import ask_anew, freeze_restored, tell_everybody
from pbem.desk.matches.acts.restored.thawing import record_keys
from pbem.desk.matches.letters.decisions import project, snapshot
from pbem.desk.matches.state.freezing import LACKED, RESTORED, SHEET, frozen_at
from pbem.desk.matches.state.positions import current, following, known_game
from pbem.desk.records.folders.entries import CHOICE, read_all
from pbem.desk.records.folders.files import read_files
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record import folder
from pbem.record.dice.seals import salt, seal
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG, NOTE, OPENINGS
from pbem.record.log import kinds
from pbem.record.log.entry import Entry, Head, read
from pbem.record.log.openings import read_all as read_openings
from pbem.referee.match.follow import follow
from pbem.referee.match.match import Match


def import_entries(desk: Desk, source: Path) -> tuple[Match, int]:
    """Append what our record of a game lacks from an export of it; returns the match, and how many entries came."""
    files = read_files(source)
    if NOTE not in files:
        raise UsageError(f"{source} holds no {NOTE}: without the referee's signature nothing is imported")
    report = folder.verify_folder(files)
    if report.cannot:
        raise DeskError(f"{source} cannot be checked: {report.cannot}")
    if report.first_bad:
        raise DeskError(f"{source} is not valid: {report.first_bad.why}")
    raws = folder.split(files[LOG])
    game = read(Head.empty, raws[0]).content.game
    openings, _decks = read_openings(folder.split(files.get(OPENINGS, b"")))
    opened = {opening.seq: opening.text for opening in openings}
    with desk.store.write(game) as change:
        known_game(change, game)
        ours = change.records.raws(game)
        if raws[: len(ours)] != ours[: len(raws)]:
            raise DeskError(f"{source} is another history of {game}: an entry of it is not ours")
        match = current(desk, change, game)
        for raw in raws[len(ours) :]:
            match = _append(desk, change, match, raw, opened)
        dropped: Collection[Seat] = ()
        if len(raws) > len(ours):
            dropped = _settle(desk, change, match, raws)
        match = _thaw(desk, change, match)
        if len(raws) > len(ours):
            tell_everybody(desk, change, match, dropped)
    desk.remembered.clear()
    return match, max(len(raws) - len(ours), 0)


def _append(desk: Desk, change: Transaction, match: Match, raw: bytes, opened: Mapping[int, str]) -> Match:
    """Append one entry after playing it by the rules, strictly."""
    entry = read(match.head, raw)
    content = entry.content
    if isinstance(content, kinds.Move) and content.text is UNSET:
        text = _unsealed(change, match, entry, str(content.seal))
        change.secrets.put(match.id, f"move/{entry.seq}", text.encode())
    if isinstance(content, kinds.Order):
        change.secrets.put(match.id, f"order/{entry.seq}", b"")  # the sheet is lost: the referee alone attests it
        if match.hosting and match.hosting.binds(content):
            change.secrets.put(match.id, f"{CHOICE}{entry.seq}", _choice(entry, opened).encode())
    change.records.append((entry,))
    try:
        return follow(match, entry, following(desk, change, match.id, is_strict=True)).match
    except IntegrityError as error:
        raise DeskError(f"entry {entry.seq} cannot be imported: {error.why}") from None


def _choice(entry: Entry, opened: Mapping[int, str]) -> str:
    """Return what bound a hosted seat. It must be laid open after the end, so it may not be lost."""
    if entry.seq not in opened:
        seat = entry.body["seat"]
        raise DeskError(f"entry {entry.seq} binds {seat} by a sheet that is lost: the game cannot go on here")
    return opened[entry.seq]


def _unsealed(look: Transaction, match: Match, entry: Entry, sealed: str) -> str:
    """Return the text of a sealed move by trying what was legal."""
    decision = match.decision_of(entry.body["seat"])
    known = salt(look.secrets.find(match.id, "seal") or b"", match.id, entry.seq)
    view = match.game.view(match.state, decision.seat) if decision else None
    for move in match.game.moves(view) if decision else ():
        text = match.game.write(move, "en")
        if seal(match.id, entry.seq, known, text).hex() == sealed:
            return text
    raise DeskError(f"entry {entry.seq} holds a sealed move that cannot be found again: the game cannot go on here")


def _settle(desk: Desk, change: Transaction, match: Match, raws: list[bytes]) -> Collection[Seat]:
    """Bring everything else up to the imported record; plans and receipts are of before, so they are dropped.

    Returns whose plans were dropped. Their sheets stay known: the imported orders may have come with them.
    """
    project(change, match, (entry.content for entry in read_all(raws)))
    snapshot(change, match)
    dropped = ask_anew(change, match)
    change.secrets.put(match.id, SHEET, None)
    if change.secrets.find(match.id, RESTORED) is not None:
        freeze_restored(desk, change, match)  # whoever was heard spoke of a shorter record
    return dropped.keys()


def _thaw(desk: Desk, change: Transaction, match: Match) -> Match:
    """Unfreeze a game whose record now has the head it lacked; who got a new key meanwhile gets it there too."""
    lacked = frozen_at(desk, change, match.id)
    if lacked is None or change.records.hash_of(match.id, lacked.size - 1) != lacked.hash:
        return match
    change.secrets.put(match.id, LACKED, None)
    return record_keys(desk, change, match, desk.now())

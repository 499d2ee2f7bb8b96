"""Events among the records of a desk: made again, checked, brought home after a restored backup."""

from collections.abc import Iterator
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.events.event_store import entries_of_event, event_standing, known_event
from pbem.desk.matches.state.freezing import LACKED, frozen
from pbem.desk.records.folders.files import read_files
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.upkeep.inspecting import Damage
from pbem.record import folder
from pbem.record.dice.fair import Rungs
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.events.checks.verify import verify_event
from pbem.record.events.law.chance import secret_commitment
from pbem.record.events.law.entry import EventEntry, read
from pbem.record.events.law.kinds import Appeal, Enter, Reveal, Withdraw
from pbem.record.events.law.log import read_event
from pbem.record.folder import LOG, NOTE
from pbem.record.log.entry import Head
from pbem.tournament.director.audit import audit_event
from pbem.tournament.director.event import Event
from pbem.tournament.director.following import begin_event, event_of, follow


def rebuild_event(change: Transaction, id_: str) -> list[int]:
    """Follow the record of an event from its opening, and project its end; returns whose stored hash was wrong."""
    entries = entries_of_event(change, id_)
    change.events.put(event_standing(_followed(entries)))
    mended = [entry.seq for entry in entries if change.records.mend_hash(entry)]
    if mended and mended[-1] == entries[-1].seq:
        # Of others the next entry vouches for the bytes; of the last one nobody does.
        raise IntegrityError(mended[-1], "chain", "the bytes of the last entry are not those that were hashed")
    return mended


def _followed(entries: list[EventEntry]) -> Event:
    event = begin_event(entries[0])
    for entry in entries[1:]:
        event = follow(event, entry)
    return event


def check_event(desk: Desk, id_: str) -> list[Damage]:
    """Return everything that is wrong with one event: its record, its draws and scores, and what was derived."""
    with desk.store.read() as look:
        log = read_event(look.records.raws(id_))
        report = verify_event(log)
        if report.first_bad:
            return [Damage("entry", f"{id_} {report.first_bad.seq}: {report.first_bad.why}")]
        try:
            audit_event(log)
        except (IntegrityError, CannotCheckError) as error:
            return [Damage("entry", f"{id_}: {error}")]
        event = event_of(log.books[-1])
        return [*_check_projection(look, event), *_check_secrets(look, event), *_check_mark(desk, look, id_)]


def _check_projection(look: Transaction, event: Event) -> Iterator[Damage]:
    if look.events.find(event.id) != event_standing(event):
        yield Damage("event", f"{event.id}: not what its record says; `pbem rebuild` makes it again")


def _check_secrets(look: Transaction, event: Event) -> Iterator[Damage]:
    """Check that the secrets of an event that goes on are those that its opening is bound to."""
    if event.book.is_over():
        return
    rungs = Rungs.decode(look.secrets.find(event.id, "rungs") or bytes(12))
    if not rungs.kept or rungs.anchor.hex() != event.book.terms.dice.anchor:
        yield Damage("secret", f"{event.id} rungs: not the dice that the event was opened with")
    if secret_commitment(event.id, look.secrets.find(event.id, "event") or b"").hex() != event.book.terms.secret:
        yield Damage("secret", f"{event.id} event: not the secret that the event was opened with")
    if not look.secrets.find(event.id, "seal"):
        yield Damage("secret", f"{event.id} seal: missing")


def _check_mark(desk: Desk, look: Transaction, id_: str) -> Iterator[Damage]:
    found = frozen(desk, look, id_)
    if found and found.head:
        yield Damage(
            "entry", f"{id_}: {found.head.size} entries were here once; `pbem import` brings back what is missing"
        )


def import_event(desk: Desk, source: Path) -> tuple[str, int, int]:
    """Append what our record of an event lacks from an export of it; returns its id, how many came, and the size."""
    files = read_files(source)
    if NOTE not in files:
        raise UsageError(f"{source} holds no {NOTE}: without the referee's signature nothing is imported")
    raws = folder.split(files[LOG])
    report = verify_event(raws, note=files[NOTE].decode(errors="replace"))
    if report.cannot or report.first_bad:
        raise DeskError(f"{source} is not valid: {report.first_bad.why if report.first_bad else report.cannot}")
    id_ = read(Head.empty, raws[0]).content.game
    with desk.store.write(id_) as change:
        known_event(change, id_)
        ours = change.records.raws(id_)
        if raws[: len(ours)] != ours[: len(raws)]:
            raise DeskError(f"{source} is another history of {id_}: an entry of it is not ours")
        _append(change, raws, len(ours))
        _thaw(desk, change, id_)
    return id_, max(len(raws) - len(ours), 0), max(len(raws), len(ours))


def _append(change: Transaction, raws: list[bytes], known: int) -> None:
    """Append what we lack, up to the head that the note signs."""
    log = read_event(raws)
    for entry in log.entries[known:]:
        if isinstance(entry.content, Enter | Withdraw | Reveal | Appeal):
            # What was said is lost: the referee alone attests it.
            change.secrets.put(entry.content.game, f"order/{entry.seq}", b"")
        change.records.append((entry,))
    change.events.put(event_standing(event_of(log.books[-1])))


def _thaw(desk: Desk, change: Transaction, id_: str) -> None:
    found = frozen(desk, change, id_)
    if found and found.head and change.records.hash_of(id_, found.head.size - 1) == found.head.hash:
        change.secrets.put(id_, LACKED, None)

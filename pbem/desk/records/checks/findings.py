"""What rules, signatures, letters and the archive add to a verification of the bytes."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pbem.desk.records.checks.auditing import Laid, audited
from pbem.desk.records.checks.kept_letters import Kept
from pbem.desk.records.checks.receipt_outcomes import Sheets
from pbem.desk.records.checks.witnesses import LettersFound, Witnesses
from pbem.desk.records.folders.files import PROOF, terms_in
from pbem.desk.signed.order_checks import Checked
from pbem.record.dice.seals import SealedOrder
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.log.chain import Log
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Open, Order
from pbem.record.notes.checkpoints import check_proof, read_checkpoint, read_proof
from pbem.record.verdict.host import Host, read_host
from pbem.record.verdict.verify import Bad, Report


class More(Struct, frozen=True):
    """What rules and signatures add to a verification of the bytes."""

    checks: dict[str, str] = {}
    bad: Bad | None = None
    signed: Checked | None = None
    host: Host | None = None  # what the host did, with what players' signatures vouch for
    chance: str = ""
    compared: int = 0  # sheets whose moves were compared with what they order
    undecided: int = 0  # sheets that may have been used in too many ways to say
    cannot: str | None = None
    held: LettersFound | None = None

    @property
    def words(self) -> Mapping[int, SealedOrder]:
        """The sheets of orders that are known."""
        return self.signed.words if self.signed else {}


def by_archive(source: Path, log: Log) -> More:
    """Check the proof that a game is in the archive of its own referee.

    One of a log that somebody else keeps says nothing here: whoever has that log's key can check it there.
    """
    path, terms = source / PROOF, log.entries[0].content
    if not path.is_file() or not isinstance(terms, Open):
        return More()
    key = bytes.fromhex(terms.key)
    try:
        proof = read_proof(path.read_text(encoding="utf-8", errors="replace"))
        read_checkpoint(proof.note, key)
    except IntegrityError:
        return More()
    try:
        check_proof(proof, log.head.hash, key)
    except IntegrityError as error:
        return failed(error)
    return More({"checkpoint": "ok"})


def letters_of(raws: Sequence[bytes], mails: Sequence[Kept]) -> Witnesses | None:
    """Return what letters say of a record; None if there are none, or nothing to hold against them."""
    terms = terms_in(raws) if mails else None
    return None if terms is None else Witnesses(terms, mails)


def by_letters(letters: Witnesses | None, entries: Sequence[Entry], sheets: Callable[[], Sheets]) -> More:
    """Hold letters against a record."""
    if letters is None:
        return More()
    try:
        return More(held=letters.hold(entries, sheets()))
    except IntegrityError as error:
        return failed(error)


def by_rules(entries: Sequence[Entry], laid: Laid, words: Mapping[int, SealedOrder]) -> More:
    """Audit a record by the rules and by the sheets that are known, as far as it is laid open."""
    try:
        found = audited(entries, laid, words)
    except IntegrityError as error:
        return failed(error)
    except CannotCheckError as error:
        return More({"rules": "cannot", "position": "cannot"}, cannot=str(error))
    return More(found.checks, compared=found.compared, undecided=found.undecided)


def by_signatures(report: Report, entries: Sequence[Entry], check: Callable[[], Checked]) -> More:
    """Check the signatures of orders, and say what they vouch for; where there are none, there is no such check."""
    try:
        signed = check()
    except IntegrityError as error:
        return failed(error)
    reading = read_host(entries)
    return More(
        {"evidence": "ok"} if signed.checked else {},
        signed=signed,
        host=reading.told(has_note=not report.host.is_unsigned, checked=signed.checked),
        chance=reading.chance(signed.checked),
    )


def unsigned_yet(entries: Sequence[Entry]) -> More:
    """Say that nothing is known yet of what players signed, and how many orders that concerns."""
    return More(signed=Checked(attested=sum(isinstance(entry.content, Order) for entry in entries)))


def failed(error: IntegrityError) -> More:
    return More({error.check: "failed"}, Bad(error.seq, error.check, error.why))

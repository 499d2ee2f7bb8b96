"""Checking one game of an archive: nothing is shown, and nothing added, that was not verified as it lies there."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, json

from pbem.desk.archive.shelf.ledger import Ledger, LogLine, check_grown
from pbem.desk.archive.shelf.shelf import CHECKPOINT, PROOF, NotCheckedError, NotShownError
from pbem.desk.disk.writing import QUICK, write_file
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.files import terms_in
from pbem.record import folder
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG
from pbem.record.notes.checkpoints import check_proof, read_proof
from pbem.record.notes.merkle import Tree

LATEST = 253_402_300_799  # the last second of the year 9999


class Signing(Struct, frozen=True):
    """What proofs are held against: whose log it is, its key, the tree over its games, and how many are signed for.

    That is None where what was signed is gone or does not hold, which is told of the log.
    """

    origin: str
    key: bytes
    tree: Tree
    size: int | None = None

    @classmethod
    def of(cls, ledger: Ledger) -> "Signing | None":
        """Return that of a log; None if nobody signs it."""
        key = ledger.key
        return cls(*key, ledger.tree, _signed_for(ledger)) if key else None


def _signed_for(ledger: Ledger) -> int | None:
    try:
        signed = ledger.checkpoint
    except IntegrityError:
        return None
    return signed.size if signed else None


def check(files: Mapping[str, bytes], called: str) -> Verified:
    """Verify the files of a finished game; NotShownError with the first bad entry if they are not valid.

    They are looked at in a folder of their own: what is checked is what is used, whatever becomes of its source.
    """
    with TemporaryDirectory(prefix="pbem-check-") as place:
        for name, content in files.items():
            write_file(Path(place) / name, content, QUICK)
        found = verify_files(Path(place))
    check_verdict(found, called)
    check_numbers(files[LOG], called)
    return found


def check_numbers(log: bytes, called: str) -> None:
    """Refuse a record with a time that no calendar shows: it may follow its rules, and no page can tell of it."""
    for seq, line in enumerate(folder.split(log)):
        if any(abs(number) > LATEST for number in _numbers(json.decode(line))):
            raise NotShownError(f"{called} is not shown: entry {seq}: it holds a time that no calendar shows")


def _numbers(value: object) -> Iterator[int]:
    match value:
        case int():
            yield value
        case list():
            yield from chain.from_iterable(map(_numbers, value))
        case dict():
            yield from chain.from_iterable(map(_numbers, value.values()))


def check_verdict(found: Verified, called: str) -> None:
    """Refuse a game of which a verdict says that it is not valid, not over, or nothing to show."""
    if found.first_bad:
        raise NotShownError(f"{called} is not valid: {told(found.first_bad)}")
    if found.cannot:
        raise NotCheckedError(f"{called} cannot be checked: {found.cannot}")
    waiting = [name for name, verdict in found.checks.items() if verdict != "ok"]
    if waiting or found.host["end"] not in ("closed", "void"):
        raise NotShownError(f"{called} is not over: an archive holds finished games")
    if found.chance == "none":
        raise NotShownError(f"{called} was given up before it began: there is nothing to show")


def told(bad: Mapping[str, object]) -> str:
    """Return where a record is bad, and why."""
    where = "beside the record" if bad["seq"] is None else f"entry {bad['seq']}"
    return f"{where}: {bad['check']}: {bad['why']}"


def check_entered(files: Mapping[str, bytes], line: LogLine) -> Verified:
    """Verify a game that the log names, and that it is the one which was entered; NotShownError if it is not."""
    found = check(files, line.game)
    terms = terms_in(folder.split(files[LOG]))
    if terms is None or terms.game != line.game:
        raise NotShownError(f"{line.game} is the record of another game")
    if bytes.fromhex(found.head) != line.head:
        raise NotShownError(f"{line.game} was rewritten: its head is not the one in the log")
    return found


def check_in(ledger: Ledger, proof: bytes, line: LogLine) -> None:
    """Check the proof of a game by the log that it is in, if anybody signs that; NotShownError if it does not hold."""
    if signing := Signing.of(ledger):
        check_proven(proof, line, signing, place=ledger.place(line.game) - 1)


def check_proofs(ledger: Ledger) -> None:
    """Check that everything in the log that was signed for has a proof, whatever that says; NotShownError if not."""
    if signing := Signing.of(ledger):
        for place, line in enumerate(ledger.records[: signing.size or 0]):
            check_kept(ledger.shelf.proof(line.game), line, signing, place=place)


def check_kept(proof: bytes, line: LogLine, signing: Signing, *, place: int) -> None:
    """Refuse a game that was signed for, and whose proof of that is gone."""
    if not proof and place < (signing.size or 0):
        mend = "`pbem archive add` of it at the desk makes it again"
        raise NotShownError(f"{line.game} is signed for, and its {PROOF} is gone: {mend}")


def check_proven(proof: bytes, line: LogLine, signing: Signing, *, place: int) -> None:
    """Check the proof of a game: it leads to what was signed, and this log begins with that. NotShownError if not."""
    try:
        fault = _fault_of(proof, line, signing, place=place)
    except IntegrityError as error:
        fault = error.why
    if fault:
        raise NotShownError(f"{line.game} is not proven: {PROOF}: {fault}")


def _fault_of(proof: bytes, line: LogLine, signing: Signing, *, place: int) -> str:
    read = read_proof(proof.decode("utf-8", "replace"))
    signed = check_proof(read, line.head, signing.key)
    if signed.origin != signing.origin:
        return f"it is of the log of {signed.origin}"
    check_grown(signing.tree, signed)
    if signing.size is not None and signed.size > signing.size:
        return f"{signed.size} lines of the log had been signed for, and {CHECKPOINT} is an old one, of {signing.size}"
    return "" if read.index == place else f"it is of line {read.index + 1} of the log, not {place + 1}"


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return a digest of files, by which it is known that nothing changed since they were verified."""
    digest = sha256()
    for name in sorted(files):
        digest.update(f"{name} {len(files[name])}\n".encode())
        digest.update(files[name])
    return digest.hexdigest()[:32]

"""Verify only that every entry of a record follows from the one before."""

from collections.abc import Sequence

from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.files import signing_in
from pbem.record.errors import IntegrityError
from pbem.record.log.chain import verify_chain
from pbem.record.log.entry import Head
from pbem.record.notes.notes import read as read_note


def verify_links(raws: Sequence[bytes], *, note: str | None = None) -> Verified:
    """Check only that every entry of a record follows from the one before; and a note on its head, if one is given."""
    try:
        head = verify_chain(raws)
        if note is not None:
            _check_note(raws, head, note)
    except IntegrityError as error:
        return _unlinked(error)
    if not raws:
        return _unlinked(IntegrityError(0, "chain", "the record is empty"))
    checks = {"chain": "ok"} if note is None else {"chain": "ok", "note": "ok"}
    return Verified(ok=True, entries=head.size, head=head.hash.hex(), chance="", checks=checks, first_bad=None)


def _check_note(raws: Sequence[bytes], head: Head, note: str) -> None:
    terms = signing_in(raws)
    if terms is None or read_note(note, bytes.fromhex(terms.key), terms.referee) != (terms.game, head):
        raise IntegrityError(None, "note", "the note is not on the head of this record")


def _unlinked(error: IntegrityError) -> Verified:
    bad = {"seq": error.seq, "check": error.check, "why": error.why}
    checks: dict[str, str] = {error.check: "failed"}
    return Verified(ok=False, entries=error.seq or 0, head="", chance="", checks=checks, first_bad=bad)

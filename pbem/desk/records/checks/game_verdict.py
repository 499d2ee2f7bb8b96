"""Verify: bytes, chain, dice, seals, rules and signatures of a game here, or of an export."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.state.plans import plans_of
from pbem.desk.matches.state.positions import known_game
from pbem.desk.records.checks.auditing import Laid, audited, laid_open
from pbem.desk.records.checks.kept_letters import Kept
from pbem.desk.records.checks.receipt_outcomes import Sheets, shown_sheets
from pbem.desk.records.checks.witnesses import LettersFound, Witnesses
from pbem.desk.records.checks.zones import other_offsets
from pbem.desk.records.folders.entries import hosted_choices, opened_seals, sealed_moves
from pbem.desk.records.folders.files import EVIDENCE, PROOF, read_files, signing_in, terms_in
from pbem.desk.signed.evidence import Checked, check_orders, orders_in, sealed_order
from pbem.desk.signed.published_orders import check_shown
from pbem.desk.store.transaction import Transaction
from pbem.record import folder
from pbem.record.dice.seals import SealedOrder
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.folder import LOG, NOTE, OPENINGS, RESULT
from pbem.record.log.chain import Log, is_ending, read_log, verify_chain
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Open, Order
from pbem.record.log.openings import write as write_opening
from pbem.record.log.result import write as write_result
from pbem.record.notes.checkpoints import check_proof, read_checkpoint, read_proof
from pbem.record.notes.notes import read as read_note
from pbem.record.verdict.host import Host, read_host
from pbem.record.verdict.verify import Bad, Report, verify

_EARLY = "signed orders are shown before the end"
UNSIGNED = f"{NOTE} is missing: nobody signed for the record"
UNSAID = f"{RESULT} is missing: it was not compared with the record"
_ALONE = {"note": UNSIGNED, "result": UNSAID}  # checks with a file of their own; the others want the openings


class Verified(Struct, frozen=True):
    """What a verification found, rules included. `cannot` says why it cannot be checked, if that is so.

    Nothing is `ok` that is wrong, or of which something that should be there could not be checked.
    """

    ok: bool
    entries: int
    head: str
    chance: str
    checks: dict[str, str]
    first_bad: dict[str, Any] | None
    orders: dict[str, int] | None = None  # by signature, attested, compared with moves, or not to be said
    host: dict[str, Any] = {}  # what the host did, as the record tells it
    cannot: str | None = None
    witness: dict[str, Any] | None = None  # what letters that somebody kept say of it
    zone: str | None = None  # how its offsets differ from what this machine knows of that zone


class _More(Struct, frozen=True):
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


def verify_game(desk: Desk, game: str, *, witnesses: Iterable[str] = (), mails: Sequence[Kept] = ()) -> Verified:
    """Verify a game of this desk, hidden things and the players' signatures included; and against letters."""
    with desk.store.read() as look:
        standing = known_game(look, game)
        raws = look.records.raws(game)
        hidden = look.secrets.find(game, "hidden") or b""
        moves = sealed_moves(look, game)
        log = _log(raws)
        choices = hosted_choices(look, game, log.entries)
        letters = _letters(raws, mails)
        report = verify(
            log,
            openings=map(write_opening, opened_seals(game, look.secrets.find(game, "seal") or b"", moves | choices)),
            note=desk.note(game, standing.head),
            witnesses=[*witnesses, *letters.notes] if letters else witnesses,
            result=_result(log) if standing.phase == "over" else None,
            is_own=True,
        )
        if not report.ok:
            return _verified(report)
        entries = log.entries
        signed = _signed(report, entries, lambda: check_orders(look, game, entries))
        by_rules = _audited(entries, Laid(hidden, moves.get), signed.words)
        held = _held(letters, entries, lambda: _sheets_here(look, game, entries))
        return _zoned(_verified(report, by_rules, signed, held), entries)


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


def _log(raws: list[bytes]) -> Log:
    """Read a log of this desk, where no other format was ever written."""
    try:
        return read_log(raws)
    except CannotCheckError as error:
        return Log((), IntegrityError(0, "bytes", str(error)))


def _result(log: Log) -> bytes | None:
    try:
        return write_result(log.entries)
    except (IntegrityError, ValueError):
        return None  # `verify` says what is wrong


def verify_files(source: Path, *, witnesses: Iterable[str] = (), mails: Sequence[Kept] = ()) -> Verified:
    """Verify an exported record, by the rules too as far as nothing is hidden any more; and against letters."""
    files = read_files(source)
    raws = folder.split(files[LOG])
    letters = _letters(raws, mails)
    try:
        log: Log | None = read_log(raws)
    except CannotCheckError:
        log = None  # `verify` says so
    noted = [*witnesses, *letters.notes] if letters else witnesses
    report = folder.verify_folder(files, witnesses=noted, log=log)
    if not report.ok or log is None:
        return _verified(report)
    entries = log.entries
    shown = folder.split(files.get(EVIDENCE, b""))
    laid = laid_open(entries, files)
    if not is_ending(entries[-1].content):
        early = _failed(IntegrityError(None, "evidence", _EARLY)) if shown else _attested(entries)
        held = _held(letters, entries, Sheets)
        return _zoned(_verified(report, _audited(entries, laid, {}), early, held), entries)
    signed = _signed(report, entries, lambda: check_shown(shown, entries))
    by_rules = _audited(entries, laid, signed.words)
    held = _held(letters, entries, lambda: shown_sheets(shown, laid.choices))
    return _zoned(_verified(report, by_rules, signed, held, _proven(source, log)), entries)


def _zoned(verified: Verified, entries: Sequence[Entry]) -> Verified:
    """Say with a verdict where the record's offsets are not those of its zone: rules of zones change, so it may be."""
    return replace(verified, zone=other_offsets(entries))


def _proven(source: Path, log: Log) -> _More:
    """Check the proof that a game is in the archive of its own referee.

    One of a log that somebody else keeps says nothing here: whoever has that log's key can check it there.
    """
    path, terms = source / PROOF, log.entries[0].content
    if not path.is_file() or not isinstance(terms, Open):
        return _More()
    key = bytes.fromhex(terms.key)
    try:
        proof = read_proof(path.read_text(encoding="utf-8", errors="replace"))
        read_checkpoint(proof.note, key)
    except IntegrityError:
        return _More()
    try:
        check_proof(proof, log.head.hash, key)
    except IntegrityError as error:
        return _failed(error)
    return _More({"checkpoint": "ok"})


def _letters(raws: Sequence[bytes], mails: Sequence[Kept]) -> Witnesses | None:
    """Return what letters say of a record; None if there are none, or nothing to hold against them."""
    terms = terms_in(raws) if mails else None
    return None if terms is None else Witnesses(terms, mails)


def _held(letters: Witnesses | None, entries: Sequence[Entry], sheets: Callable[[], Sheets]) -> _More:
    """Hold letters against a record."""
    if letters is None:
        return _More()
    try:
        return _More(held=letters.hold(entries, sheets()))
    except IntegrityError as error:
        return _failed(error)


def _sheets_here(look: Transaction, game: str, entries: Sequence[Entry]) -> Sheets:
    """Return what this desk knows of the sheets of a game."""
    orders = {}
    for order in orders_in(entries):
        if sealed := sealed_order(look, game, order.entry):
            orders[order.entry.seq] = sealed.digest
    plans = plans_of(look, game).values()
    return Sheets(orders, frozenset(digest for plan in plans for digest in plan.sources))


def _audited(entries: Sequence[Entry], laid: Laid, words: Mapping[int, SealedOrder]) -> _More:
    """Audit a record by the rules and by the sheets that are known, as far as it is laid open."""
    try:
        found = audited(entries, laid, words)
    except IntegrityError as error:
        return _failed(error)
    except CannotCheckError as error:
        return _More({"rules": "cannot", "position": "cannot"}, cannot=str(error))
    return _More(found.checks, compared=found.compared, undecided=found.undecided)


def _signed(report: Report, entries: Sequence[Entry], check: Callable[[], Checked]) -> _More:
    """Check the signatures of orders, and say what they vouch for; where there are none, there is no such check."""
    try:
        signed = check()
    except IntegrityError as error:
        return _failed(error)
    reading = read_host(entries)
    return _More(
        {"evidence": "ok"} if signed.checked else {},
        signed=signed,
        host=reading.told(has_note=not report.host.is_unsigned, checked=signed.checked),
        chance=reading.chance(signed.checked),
    )


def _attested(entries: Sequence[Entry]) -> _More:
    """Say that nothing is known yet of what players signed, and how many orders that concerns."""
    return _More(signed=Checked(attested=sum(isinstance(entry.content, Order) for entry in entries)))


def _failed(error: IntegrityError) -> _More:
    return _More({error.check: "failed"}, Bad(error.seq, error.check, error.why))


def _verified(report: Report, *more: _More) -> Verified:
    """Join what was found; nothing is valid that could not be checked."""
    bad = report.first_bad or next((one.bad for one in more if one.bad), None)
    signed = next((one.signed for one in more if one.signed), None)
    compared, undecided = sum(one.compared for one in more), sum(one.undecided for one in more)
    checks = {str(check): str(verdict) for check, verdict in report.checks.items()}
    for one in more:
        checks |= one.checks
    cannot = [*_kept_back(checks), *(why for why in (report.cannot, *(one.cannot for one in more)) if why)]
    return Verified(
        ok=bad is None and not cannot,
        entries=report.entries,
        head=report.head.hash.hex(),
        chance=next((one.chance for one in more if one.chance), report.chance),
        checks=checks,
        first_bad={"seq": bad.seq, "check": bad.check, "why": bad.why} if bad else None,
        orders=_orders(signed, compared, undecided) if signed else None,
        host=to_builtins(next((one.host for one in more if one.host), report.host)),
        cannot="; ".join(cannot) or None,
        witness=next((to_builtins(one.held) for one in more if one.held), None),
    )


def cannot_check(verified: Verified, why: str) -> Verified:
    """Return a verdict on a record of which something more could not be checked."""
    told = verified.cannot or ""
    if why in told:
        return verified
    return replace(verified, ok=False, cannot=f"{told}; {why}" if told else why)


def _kept_back(checks: Mapping[str, str]) -> Iterator[str]:
    """Say which files of a game that is over are not there, and what was not checked for want of them."""
    missing = [check for check, verdict in checks.items() if verdict == "missing"]
    laid = [check for check in missing if check not in _ALONE]
    if laid:
        yield f"{OPENINGS} is missing: not checked: {', '.join(laid)}"
    for check in missing:
        if check in _ALONE:
            yield _ALONE[check]


def _orders(signed: Checked, compared: int, undecided: int) -> dict[str, int]:
    return {
        "checked": len(signed.checked),
        "attested": signed.attested,
        "compared": compared,
        "undecided": undecided,
    }

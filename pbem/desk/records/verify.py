"""Verify: bytes, chain, dice, seals, rules and signatures of a game here, or of an export."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from msgspec import Struct, to_builtins

from pbem.desk.desk import Desk
from pbem.desk.evidence import Checked, check_orders, orders_in, sealed_order
from pbem.desk.matches.plans import plans_of
from pbem.desk.matches.positions import known_game
from pbem.desk.records.entries import hosted_choices, opened_seals, read_all, sealed_moves
from pbem.desk.records.files import EVIDENCE, read_files, terms_in
from pbem.desk.records.letters import Kept
from pbem.desk.records.witnesses import Held, Sheets, Witnesses, shown_sheets
from pbem.desk.shown import check_shown
from pbem.desk.store.store import Transaction
from pbem.record import folder
from pbem.record.chain import is_ending, verify_chain
from pbem.record.entry import Entry
from pbem.record.errors import CannotCheckError, IntegrityError, LaterError
from pbem.record.folder import LOG, OPENINGS
from pbem.record.hosting import binding
from pbem.record.openings import Deck
from pbem.record.openings import read_all as read_openings
from pbem.record.openings import write as write_opening
from pbem.record.result import write as write_result
from pbem.record.seals import SealedOrder, read_order
from pbem.record.verify import Bad, Report, verify
from pbem.referee.audit import audit
from pbem.referee.obeying import Obeying

_EARLY = "signed orders are shown before the end"


class Verified(Struct, frozen=True):
    """What a verification found, rules included. `cannot` says why it cannot be checked here, if that is so."""

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


class _More(Struct, frozen=True):
    """What rules and signatures add to a verification of the bytes."""

    checks: dict[str, str] = {}
    bad: Bad | None = None
    signed: Checked | None = None
    compared: int = 0  # sheets whose moves were compared with what they order
    undecided: int = 0  # sheets that may have been used in too many ways to say
    cannot: str | None = None
    held: Held | None = None

    @property
    def words(self) -> Mapping[int, SealedOrder]:
        """The sheets of orders that are known."""
        return self.signed.words if self.signed else {}


def verify_game(desk: Desk, game: str, *, witnesses: Iterable[str] = (), mails: Sequence[Kept] = ()) -> Verified:
    """Verify a game of this desk, hidden things and the players' signatures included; and against letters."""
    with desk.store.read() as look:
        standing = known_game(look, game)
        raws = look.raws(game)
        hidden = look.secret(game, "hidden") or b""
        moves = sealed_moves(look, game)
        choices = hosted_choices(look, game, _readable(raws))
        letters = _letters(raws, mails)
        report = verify(
            raws,
            openings=map(write_opening, opened_seals(game, look.secret(game, "seal") or b"", moves | choices)),
            note=desk.note(game, standing.head),
            witnesses=[*witnesses, *letters.notes] if letters else witnesses,
            result=_result(raws) if standing.phase == "over" else None,
            is_own=True,
        )
        if not report.ok:
            return _verified(report)
        entries = read_all(raws)
        signed = _signed(lambda: check_orders(look, game, entries))
        by_rules = _audited(entries, _Laid(hidden, moves.get), signed.words)
        return _verified(report, by_rules, signed, _held(letters, entries, lambda: _sheets_here(look, game, entries)))


def verify_links(raws: Sequence[bytes]) -> Verified:
    """Check only that every entry of a record follows from the one before."""
    try:
        head = verify_chain(raws)
    except IntegrityError as error:
        return _unlinked(error)
    if not raws:
        return _unlinked(IntegrityError(0, "chain", "the record is empty"))
    return Verified(ok=True, entries=head.size, head=head.hash.hex(), chance="", checks={"chain": "ok"}, first_bad=None)


def _unlinked(error: IntegrityError) -> Verified:
    bad = {"seq": error.seq, "check": error.check, "why": error.why}
    checks: dict[str, str] = {error.check: "failed"}
    return Verified(ok=False, entries=error.seq or 0, head="", chance="", checks=checks, first_bad=bad)


def _readable(raws: list[bytes]) -> list[Entry]:
    try:
        return read_all(raws)
    except IntegrityError:
        return []  # `verify` says what is wrong


def _result(raws: list[bytes]) -> bytes | None:
    try:
        return write_result(read_all(raws))
    except (IntegrityError, ValueError):
        return None  # `verify` says what is wrong


def verify_files(source: Path, *, witnesses: Iterable[str] = (), mails: Sequence[Kept] = ()) -> Verified:
    """Verify an exported record, by the rules too as far as nothing is hidden any more; and against letters."""
    files = read_files(source)
    letters = _letters(folder.split(files[LOG]), mails)
    report = folder.verify_folder(files, witnesses=[*witnesses, *letters.notes] if letters else witnesses)
    if not report.ok:
        return _verified(report)
    entries = read_all(folder.split(files[LOG]))
    shown = folder.split(files.get(EVIDENCE, b""))
    if not is_ending(entries[-1].content):
        held = _held(letters, entries, Sheets)
        by_rules = _audited(entries, _Laid(), {})
        if not shown:
            return _verified(report, by_rules, held)
        return _verified(report, by_rules, _failed(IntegrityError(None, "evidence", _EARLY)), held)
    signed = _signed(lambda: check_shown(shown, entries))
    laid = _laid_open(entries[-1], files)
    by_rules = _audited(entries, laid, signed.words, _choices(entries, laid))
    return _verified(report, by_rules, signed, _held(letters, entries, lambda: shown_sheets(shown)))


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


class _Laid(Struct, frozen=True):
    """What is laid open of a game: the hidden secret, the texts of sealed moves, the decks."""

    hidden: bytes | None = None
    opened: Callable[[int], str | None] | None = None
    decks: Sequence[Deck] | None = None


def _laid_open(last: Entry, files: Mapping[str, bytes]) -> _Laid:
    hidden = bytes.fromhex(last.body["hidden"])
    if OPENINGS not in files:
        return _Laid(hidden)
    openings, decks = read_openings(folder.split(files[OPENINGS]))
    return _Laid(hidden, {opening.seq: opening.text for opening in openings}.get, decks)


def _choices(entries: Sequence[Entry], laid: _Laid) -> dict[int, SealedOrder]:
    """Return the sheets by which hosted seats were bound, as far as they are laid open."""
    found = {}
    for order in binding(entry.content for entry in entries):
        text = laid.opened(order.seq) if laid.opened else None
        if text is not None and (sheet := read_order(text)):
            found[order.seq] = sheet
    return found


def _not_opened(seq: int) -> NoReturn:
    raise LaterError(f"what is sealed in entry {seq} is not opened")


def _audited(
    entries: Sequence[Entry],
    laid: _Laid,
    words: Mapping[int, SealedOrder],
    choices: Mapping[int, SealedOrder] = MappingProxyType({}),
) -> _More:
    """Audit a record by the rules and by the sheets that are known, as far as it is laid open."""
    obeying = Obeying(words, choices)
    opened = laid.opened or _not_opened
    try:
        audit(entries, hidden=laid.hidden, opened=opened, decks=laid.decks, obeying=obeying)
    except LaterError:
        return _More({"rules": "later", "position": "later"})
    except IntegrityError as error:
        return _failed(error)
    except CannotCheckError as error:
        return _More({"rules": "cannot", "position": "cannot"}, cannot=str(error))
    checks = {"rules": "ok", "position": "ok"}
    if obeying.compared:
        checks["orders"] = "ok"
    return _More(checks, compared=obeying.compared, undecided=obeying.undecided)


def _signed(check: Callable[[], Checked]) -> _More:
    """Check the signatures of orders; where there are none, there is no such check."""
    try:
        signed = check()
    except IntegrityError as error:
        return _failed(error)
    return _More({"evidence": "ok"} if signed.checked else {}, signed=signed)


def _failed(error: IntegrityError) -> _More:
    return _More({error.check: "failed"}, Bad(error.seq, error.check, error.why))


def _verified(report: Report, *more: _More) -> Verified:
    """Join what was found; nothing is valid that could not be checked."""
    bad = report.first_bad or next((one.bad for one in more if one.bad), None)
    cannot = report.cannot or next((one.cannot for one in more if one.cannot), None)
    signed = next((one.signed for one in more if one.signed), None)
    compared, undecided = sum(one.compared for one in more), sum(one.undecided for one in more)
    checks = {str(check): str(verdict) for check, verdict in report.checks.items()}
    for one in more:
        checks |= one.checks
    return Verified(
        ok=bad is None and cannot is None,
        entries=report.entries,
        head=report.head.hash.hex(),
        chance=report.chance,
        checks=checks,
        first_bad={"seq": bad.seq, "check": bad.check, "why": bad.why} if bad else None,
        orders=_orders(signed, compared, undecided) if signed else None,
        host=to_builtins(report.host),
        cannot=cannot,
        witness=next((to_builtins(one.held) for one in more if one.held), None),
    )


def _orders(signed: Checked, compared: int, undecided: int) -> dict[str, int]:
    return {
        "checked": signed.checked,
        "attested": signed.attested,
        "compared": compared,
        "undecided": undecided,
    }

"""Verify: bytes, chain, dice, seals, rules and signatures of a game here, or of an export."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.evidence import Tally, check_orders, check_shown
from pbem.desk.matches.positions import known_game
from pbem.desk.records.entries import opened_seals, read_all, sealed_moves
from pbem.desk.records.files import EVIDENCE, read_files
from pbem.record import folder, kinds
from pbem.record.chain import verify_chain
from pbem.record.entry import Entry
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG, OPENINGS
from pbem.record.kinds import Opening
from pbem.record.openings import Deck
from pbem.record.openings import read as read_opening
from pbem.record.openings import write as write_opening
from pbem.record.result import write as write_result
from pbem.record.verify import Bad, Report, verify
from pbem.referee.audit import audit
from pbem.referee.errors import UnknownRulesError


class Verified(Struct, frozen=True):
    """What a verification found, rules included."""

    ok: bool
    entries: int
    head: str
    chance: str
    checks: dict[str, str]
    first_bad: dict[str, Any] | None
    orders: dict[str, int] | None = None  # how many were checked by their signatures, and how many only attested


def verify_game(desk: Desk, game: str, *, witnesses: Iterable[str] = ()) -> Verified:
    """Verify a game of this desk, hidden things and the players' signatures included."""
    with desk.store.read() as look:
        standing = known_game(look, game)
        raws = look.raws(game)
        hidden = look.secret(game, "hidden") or b""
        moves = sealed_moves(look, game)
        report = verify(
            raws,
            openings=map(write_opening, opened_seals(game, look.secret(game, "seal") or b"", moves)),
            note=desk.note(game, standing.head),
            witnesses=witnesses,
            result=_result(raws) if standing.phase == "over" else None,
        )
        return _with_rules(report, raws, hidden, moves.get, lambda entries: check_orders(look, game, entries))


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


def _result(raws: list[bytes]) -> bytes | None:
    try:
        return write_result(read_all(raws))
    except (IntegrityError, ValueError):
        return None  # `verify` says what is wrong


def verify_files(source: Path, *, witnesses: Iterable[str] = ()) -> Verified:
    """Verify an exported record; of a running game the rules and decks come later."""
    files = read_files(source)
    report = folder.verify_folder(files, witnesses=witnesses)
    raws = folder.split(files[LOG])
    closed = _closing(read_all(raws)[-1]) if report.ok else None
    if closed is None:
        return _verified(report, {"rules": "later"} if report.ok else {})
    openings = [read_opening(line) for line in folder.split(files.get(OPENINGS, b""))]
    moves = {opening.seq: opening.text for opening in openings if isinstance(opening, Opening)}
    decks = [opening.deck for opening in openings if isinstance(opening, Deck)] if OPENINGS in files else None
    shown = folder.split(files.get(EVIDENCE, b""))
    return _with_rules(report, raws, closed, moves.get, lambda entries: check_shown(shown, entries), decks)


def _closing(last: Entry) -> bytes | None:
    return bytes.fromhex(last.content.hidden) if isinstance(last.content, kinds.Close) else None


def _with_rules(
    report: Report,
    raws: list[bytes],
    hidden: bytes,
    opened: Callable[[int], str | None],
    check: Callable[[list[Entry]], Tally],
    decks: Collection[str] | None = None,
) -> Verified:
    """Add the audit by the rules, and the check of signatures, to a verification of the bytes."""
    if not report.ok:
        return _verified(report, {})
    entries = read_all(raws)
    try:
        audit(entries, hidden=hidden, opened=opened, decks=decks)
        tally = check(entries)
    except IntegrityError as error:
        return _verified(report, {error.check: "failed"}, Bad(error.seq, error.check, error.why))
    except UnknownRulesError as error:
        return _verified(report, {"rules": "failed"}, Bad(0, "rules", str(error)))
    evidence = {"evidence": "ok"} if tally.checked else {}
    return _verified(report, {"rules": "ok", "position": "ok", **evidence}, tally=tally)


def _verified(report: Report, more: Mapping[str, str], bad: Bad | None = None, tally: Tally | None = None) -> Verified:
    bad = report.first_bad or bad
    return Verified(
        ok=bad is None,
        entries=report.entries,
        head=report.head.hash.hex(),
        chance=report.chance,
        checks={**{str(check): str(verdict) for check, verdict in report.checks.items()}, **more},
        first_bad={"seq": bad.seq, "check": bad.check, "why": bad.why} if bad else None,
        orders={"checked": tally.checked, "attested": tally.attested} if tally else None,
    )

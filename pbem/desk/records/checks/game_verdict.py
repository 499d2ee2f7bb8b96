"""Verify: bytes, chain, dice, seals, rules and signatures of a game here, or of an export."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.matches.state.positions import known_game
from pbem.desk.records.checks.auditing import Laid, laid_open
from pbem.desk.records.checks.findings import (
    by_archive,
    by_letters,
    by_rules,
    by_signatures,
    failed,
    letters_of,
    unsigned_yet,
)
from pbem.desk.records.checks.kept_letters import Kept
from pbem.desk.records.checks.receipt_outcomes import Sheets, sheets_here, shown_sheets
from pbem.desk.records.checks.verdicts import Verified, verdict, zoned
from pbem.desk.records.folders.entries import hosted_choices, opened_seals, sealed_moves
from pbem.desk.records.folders.files import EVIDENCE, read_files
from pbem.desk.signed.order_checks import check_orders
from pbem.desk.signed.published_orders import check_shown
from pbem.record import folder
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.folder import LOG
from pbem.record.log.chain import Log, is_ending, read_log
from pbem.record.log.openings import write as write_opening
from pbem.record.log.result import write as write_result
from pbem.record.verdict.verify import verify

_EARLY = "signed orders are shown before the end"


def verify_game(desk: Desk, game: str, *, witnesses: Iterable[str] = (), mails: Sequence[Kept] = ()) -> Verified:
    """Verify a game of this desk, hidden things and the players' signatures included; and against letters."""
    with desk.store.read() as look:
        standing = known_game(look, game)
        raws = look.records.raws(game)
        hidden = look.secrets.find(game, "hidden") or b""
        moves = sealed_moves(look, game)
        log = _log(raws)
        choices = hosted_choices(look, game, log.entries)
        letters = letters_of(raws, mails)
        report = verify(
            log,
            openings=map(write_opening, opened_seals(game, look.secrets.find(game, "seal") or b"", moves | choices)),
            note=desk.note(game, standing.head),
            witnesses=[*witnesses, *letters.notes] if letters else witnesses,
            result=_result(log) if standing.phase == "over" else None,
            is_own=True,
        )
        if not report.ok:
            return verdict(report)
        entries = log.entries
        signed = by_signatures(report, entries, lambda: check_orders(look, game, entries))
        ruled = by_rules(entries, Laid(hidden, moves.get), signed.words)
        held = by_letters(letters, entries, lambda: sheets_here(look, game, entries))
        return zoned(verdict(report, ruled, signed, held), entries)


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
    letters = letters_of(raws, mails)
    try:
        log: Log | None = read_log(raws)
    except CannotCheckError:
        log = None  # `verify` says so
    noted = [*witnesses, *letters.notes] if letters else witnesses
    report = folder.verify_folder(files, witnesses=noted, log=log)
    if not report.ok or log is None:
        return verdict(report)
    entries = log.entries
    shown = folder.split(files.get(EVIDENCE, b""))
    laid = laid_open(entries, files)
    if not is_ending(entries[-1].content):
        early = failed(IntegrityError(None, "evidence", _EARLY)) if shown else unsigned_yet(entries)
        held = by_letters(letters, entries, Sheets)
        return zoned(verdict(report, by_rules(entries, laid, {}), early, held), entries)
    signed = by_signatures(report, entries, lambda: check_shown(shown, entries))
    ruled = by_rules(entries, laid, signed.words)
    held = by_letters(letters, entries, lambda: shown_sheets(shown, laid.choices))
    return zoned(verdict(report, ruled, signed, held, by_archive(source, log)), entries)

"""Verifying a whole archive: every game from the first byte, on all cores; and its log, and what was kept of it."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from msgspec import Struct

from pbem.desk.archive.building import Progress
from pbem.desk.archive.event_shelf import event_verdict
from pbem.desk.archive.ledger import Ledger, Line, check_grown, held_against
from pbem.desk.archive.shelf import PROOF, SITE_LOG, NotShownError, Shelf, read_export
from pbem.desk.errors import UsageError
from pbem.desk.records.files import terms_in
from pbem.desk.records.verify import verify_files
from pbem.record import folder
from pbem.record.checkpoints import check_proof, read_proof
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG

_FEW = 4  # games that are sooner verified than further processes started


class Verdict(Struct, frozen=True):
    """What was found of a game in the archive: how many entries, and what is wrong with it, "" if nothing is."""

    game: str
    entries: int
    wrong: str = ""


class Whole(Struct, frozen=True):
    """What was found of an archive: of its games, of its log, and which folders are not in it."""

    games: tuple[Verdict, ...]
    wrong: tuple[str, ...]  # with the log
    loose: tuple[str, ...]  # folders of games that the log does not name
    signed: int = 0  # games that the referee has signed for
    held: int | None = None  # games in the checkpoint that it was held against
    events: tuple[Verdict, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Whether nothing at all is wrong."""
        return not self.wrong and not any(one.wrong for one in (*self.games, *self.events))


def verify_archive(shelf: Shelf, *, checkpoint: str = "", tell: Progress = lambda *_: None) -> Whole:
    """Verify every game of an archive and its log, and hold it against a checkpoint that somebody kept."""
    try:
        ledger = Ledger(shelf)
    except IntegrityError as error:
        return Whole((), (error.why,), ())
    if not ledger.lines:
        raise UsageError(f"there are no games in {shelf.folder}: its {SITE_LOG} is missing or empty")
    wrong = list(_log_faults(ledger))
    held = None
    if checkpoint:
        try:
            held = held_against(ledger, checkpoint).size
        except IntegrityError as error:
            wrong.append(f"held against the checkpoint: {error.why}")
    loose = sorted(path.parent.name for path in shelf.folder.glob(f"*/{LOG}") if path.parent.name not in ledger.games)
    signed = ledger.checkpoint.size if not wrong and ledger.checkpoint else 0
    games = tuple(_verdicts(shelf, ledger.lines, tell))
    events = tuple(_of_events(shelf, ledger.events, tell))
    return Whole(games, tuple(wrong), tuple(loose), signed, held, events)


def _log_faults(ledger: Ledger) -> Iterator[str]:
    try:
        if signed := ledger.checkpoint:
            check_grown(ledger.tree, signed)
    except IntegrityError as error:
        yield error.why


def _verdicts(shelf: Shelf, lines: Sequence[Line], tell: Progress) -> Iterator[Verdict]:
    public = _public(shelf)
    jobs = [(shelf.game(line.game), line.game, line.head, public) for line in lines]
    if len(jobs) <= _FEW:
        yield from map(_verdict, jobs)
        return
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for done, verdict in enumerate(pool.map(_verdict, jobs, chunksize=8), 1):
            tell("verified", done, len(jobs))
            yield verdict


def _of_events(shelf: Shelf, lines: Sequence[Line], tell: Progress) -> Iterator[Verdict]:
    public = _public(shelf)
    for done, line in enumerate(lines, 1):
        entries, wrong = event_verdict(shelf, line)
        yield Verdict(line.game, entries, wrong or _unproven(shelf.game(line.game), line.head, public))
        tell("events", done, len(lines))


def _public(shelf: Shelf) -> bytes:
    try:
        key = Ledger(shelf).key
    except IntegrityError:
        return b""  # which is told of the log
    return key[1] if key else b""


def _verdict(job: tuple[Path, str, bytes, bytes]) -> Verdict:
    place, game, head, public = job
    if not place.is_dir():
        return Verdict(game, 0, "it was dropped: its folder is not there")
    try:
        files = read_export(place)
        terms = terms_in(folder.split(files[LOG]))
        found = verify_files(place)
    except (NotShownError, UsageError) as error:
        return Verdict(game, 0, str(error))
    if found.first_bad:
        bad = found.first_bad
        where = "beside the record" if bad["seq"] is None else f"entry {bad['seq']}"
        return Verdict(game, found.entries, f"{where}: {bad['check']}: {bad['why']}")
    if found.cannot:
        return Verdict(game, found.entries, f"cannot be checked: {found.cannot}")
    if terms is None or terms.game != game:
        return Verdict(game, found.entries, "it is the record of another game")
    if bytes.fromhex(found.head) != head:
        return Verdict(game, found.entries, "it was rewritten: its head is not the one in the log")
    return Verdict(game, found.entries, _unproven(place, head, public))


def _unproven(place: Path, head: bytes, public: bytes) -> str:
    """Return what is wrong with the proof of a game, if it has one."""
    proof = place / PROOF
    if not public or not proof.is_file():
        return ""
    try:
        check_proof(read_proof(proof.read_text(encoding="utf-8", errors="replace")), head, public)
    except IntegrityError as error:
        return f"{PROOF}: {error.why}"
    return ""

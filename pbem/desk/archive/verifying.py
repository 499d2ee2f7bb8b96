"""Verifying a whole archive: every game from the first byte, on all cores; and its log, and what was kept of it."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.archive.shelf.checking import Signing, check_kept, check_proven
from pbem.desk.archive.shelf.ledger import Ledger, LogLine, faults_of, held_against
from pbem.desk.archive.shelf.shelf import EVENTS, SITE_LOG, NotCheckedError, NotShownError, Shelf
from pbem.desk.archive.shelf.shelf_kinds import kind_on_shelf
from pbem.desk.archive.site.building import Progress
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.record import folder
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG
from pbem.record.log.entry import entry_hash
from pbem.record.notes.checkpoints import check_proof, read_proof, read_unsigned, short_key

_FEW = 4  # games that are sooner verified than further processes started


class Verdict(Struct, frozen=True):
    """What was found of a game in the archive: how many entries, and what is wrong with it, "" if nothing is.

    Of a game that cannot be checked here it is told why: it is neither valid nor not.
    """

    game: str
    entries: int
    wrong: str = ""
    cannot: str = ""


class Whole(Struct, frozen=True):
    """What was found of an archive: of its games, of its log, and which folders are not in it."""

    games: tuple[Verdict, ...]
    wrong: tuple[str, ...]  # with the log
    loose: tuple[str, ...] = ()  # folders of games that the log does not name
    signer: str = ""  # by whose key the log is signed; "" if by nobody's, or if that does not hold
    key: str = ""  # how that key begins
    signed: int = 0  # lines that were signed for
    held: int | None = None  # lines in the checkpoint that it was held against
    events: tuple[Verdict, ...] = ()
    unheld: str = ""  # why it does not hold against that

    @property
    def is_valid(self) -> bool:
        """Whether nothing at all is wrong with what can be checked."""
        return not (self.wrong or self.bad_games or self.bad_events or self.unheld)

    @property
    def unchecked(self) -> int:
        """How many games and events cannot be checked here."""
        return sum(bool(one.cannot) for one in (*self.games, *self.events))

    @property
    def bad_games(self) -> int:
        """How many games are not valid."""
        return sum(bool(game.wrong) for game in self.games)

    @property
    def bad_events(self) -> int:
        """How many events are not valid."""
        return sum(bool(event.wrong) for event in self.events)


def verify_archive(
    shelf: Shelf, *, checkpoints: Sequence[str] = (), tell: Progress = lambda *_: None, desk: Desk | None = None
) -> Whole:
    """Verify every game of an archive and its log, and hold it against checkpoints that somebody kept.

    With the desk that keeps the log it is held against what that one remembers, too.
    """
    try:
        ledger = Ledger(shelf)
    except IntegrityError as error:
        return Whole((), (error.why,))
    if not ledger.lines:
        raise UsageError(f"there are no games in {shelf.folder}: its {SITE_LOG} is missing or empty")
    wrong = list(faults_of(ledger, desk))
    signed = ledger.checkpoint if not wrong else None
    signing = _signing(ledger)
    loose = sorted(loose_in(shelf, ledger))
    wrong += [f"{game} was dropped from it: its proof holds" for game in loose if _was_entered(shelf, game, signing)]
    held, unheld = None, ""
    if checkpoints:
        try:
            held = _held(ledger, checkpoints)
        except IntegrityError as error:
            unheld = error.why
    found = {verdict.game: verdict for verdict in _verdicts(shelf, ledger.lines, tell)}
    found |= {line.game: _verdict((shelf, line)) for line in ledger.events}
    proven = [
        _proven(shelf, found[line.game], line, place=place, signing=signing)
        for place, line in enumerate(ledger.records)
    ]
    return Whole(
        games=tuple(verdict for verdict, line in zip(proven, ledger.records, strict=True) if not line.event),
        wrong=tuple(wrong),
        loose=tuple(loose),
        signer=signed.origin if signed else "",
        key=short_key(signing.key) if signed and signing else "",
        signed=signed.size if signed else 0,
        held=held,
        events=tuple(verdict for verdict, line in zip(proven, ledger.records, strict=True) if line.event),
        unheld=unheld,
    )


def _held(ledger: Ledger, checkpoints: Sequence[str]) -> int:
    """Return how many lines of a log checkpoints stand for; those of other logs are passed over if one is of this."""
    origin = ledger.key[0] if ledger.key else ""
    own = [note for note in checkpoints if read_unsigned(note).origin == origin]
    return max(held_against(ledger, note).size for note in own or checkpoints)


def loose_in(shelf: Shelf, ledger: Ledger) -> Iterator[str]:
    """Yield games and events that lie there and are not in the log."""
    named = {line.game for line in ledger.records}
    games = (path.parent.name for path in shelf.games.glob(f"*/{LOG}"))
    events = (f"{EVENTS}/{path.parent.name}" for path in (shelf.folder / EVENTS).glob(f"*/{LOG}"))
    yield from (name for name in (*games, *events) if name not in named)


def _signing(ledger: Ledger) -> Signing | None:
    try:
        return Signing.of(ledger)
    except IntegrityError:
        return None  # which is told of the log


def _was_entered(shelf: Shelf, game: str, signing: Signing | None) -> bool:
    """Tell whether a game that the log does not name carries a proof that it was in it."""
    if signing is None:
        return False
    try:
        proof = read_proof(shelf.proof(game).decode("utf-8", "replace"))
        head = entry_hash(folder.split(shelf.files(game)[LOG])[-1])
        return check_proof(proof, head, signing.key).origin == signing.origin
    except (IntegrityError, NotShownError, UsageError, IndexError):
        return False


def _verdicts(shelf: Shelf, lines: Sequence[LogLine], tell: Progress) -> Iterator[Verdict]:
    jobs = [(shelf, line) for line in lines]
    if len(jobs) <= _FEW:
        yield from map(_verdict, jobs)
        return
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for done, verdict in enumerate(pool.map(_verdict, jobs, chunksize=8), 1):
            tell("verified", done, len(jobs))
            yield verdict


def _verdict(job: tuple[Shelf, LogLine]) -> Verdict:
    shelf, line = job
    try:
        entries = kind_on_shelf(line).check(shelf, line)
    except NotCheckedError as error:
        return Verdict(line.game, 0, cannot=_short(line.game, error))
    except (NotShownError, UsageError) as error:
        return Verdict(line.game, 0, _short(line.game, error))
    return Verdict(line.game, entries)


def _short(game: str, error: Exception) -> str:
    """Return why a game was refused, where its name and that it is not valid is said already."""
    return str(error).removeprefix(f"{game} ").removeprefix("is not valid: ").removeprefix("cannot be checked: ")


def _proven(shelf: Shelf, verdict: Verdict, line: LogLine, *, place: int, signing: Signing | None) -> Verdict:
    """Return a verdict with what is wrong with the proof of a game, or that it is gone."""
    if verdict.wrong or verdict.cannot or signing is None:
        return verdict
    try:
        proof = shelf.proof(line.game)
        check_kept(proof, line, signing, place=place)
        if proof:
            check_proven(proof, line, signing, place=place)
    except NotShownError as error:
        return replace(verdict, wrong=_short(line.game, error))
    return verdict

"""Verify an event from its folder: its own record, every draw and score run again, every game, and that they agree."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pbem.desk.errors import UsageError
from pbem.desk.events.records.event_words import check_words
from pbem.desk.records.checks.kept_letters import Kept
from pbem.desk.records.checks.verdicts import UNSAID, UNSIGNED, Verified
from pbem.desk.records.checks.witnesses import LettersFound, Witnesses
from pbem.desk.records.folders.files import EVIDENCE, raws_in, read_files
from pbem.phrases import counted
from pbem.record import folder
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.events.checks.acts import Acting
from pbem.record.events.checks.folder import GAMES
from pbem.record.events.checks.games import Facts, check_game, check_named, facts_of, is_derived, rekeyed
from pbem.record.events.checks.verify import EventReport, verify_event
from pbem.record.events.law.entry import is_event
from pbem.record.events.law.log import EventLog, read_event
from pbem.record.folder import LOG, NOTE, RESULT
from pbem.record.log.chain import read_log
from pbem.record.log.entry import entry_hash
from pbem.tournament.director.audit import audit_event, audit_terms


class GameFound(Struct, frozen=True):
    """A game of an event: the verdict on it, what it tells its event, and whether its dice follow from E, if known."""

    opening: str  # the hash of its first line, whatever that is
    verified: Verified
    facts: Facts | None
    is_derived: bool | None


class EventVerified(Struct, frozen=True):
    """What a verification of an event found; `games` says of each whether it is valid, None where it cannot be said."""

    ok: bool
    entries: int
    head: str
    chance: str
    checks: dict[str, str]
    director: dict[str, Any]
    games: dict[str, bool | None]
    first_bad: dict[str, Any] | None
    cannot: str | None = None
    witness: dict[str, Any] | None = None  # what letters that somebody kept say of the event itself


class _Findings:
    """What was found beyond the event's own record, as it comes."""

    def __init__(self) -> None:
        self.bad: list[IntegrityError] = []
        self.cannot: list[str] = []
        self.checks: dict[str, str] = {}
        self.checked: frozenset[int] = frozenset()
        self.held: LettersFound | None = None

    def try_(self, *checks: str, run: Callable[[], object]) -> None:
        """Run some checks, and note how they went."""
        try:
            run()
        except IntegrityError as error:
            self.bad.append(error)
            self.checks[error.check] = "failed"
        except CannotCheckError as error:
            self.cannot.append(str(error))
            self.checks |= {check: "cannot" for check in checks if self.checks.get(check) != "failed"}
        else:
            self.checks = dict.fromkeys(checks, "ok") | self.checks


Progress = Callable[[int, int], None]
Look = Callable[[Sequence[Path], bytes | None], Iterable[GameFound]]


def is_event_folder(source: Path) -> bool:
    """Tell whether a folder holds the record of an event."""
    if not (source / LOG).is_file():
        return False
    raws = raws_in(source)
    return bool(raws) and is_event(raws[0])


def verify_event_folder(
    source: Path,
    look: Look,
    *,
    homes: Sequence[Path] | None = None,
    witnesses: Iterable[str] = (),
    mails: Sequence[Kept] = (),
    tell: Progress = lambda _done, _of: None,
) -> EventVerified:
    """Verify the export of an event. `look` is how its games are looked at, `tell` is told how many draws were run.

    `homes` are the folders of its games, where they do not lie below it; `witnesses` are notes of which each must be on
    a head of it, `mails` letters of whatever kind.
    Nothing is `ok` that is wrong, or of which something that should be there could not be checked.
    """
    files = read_files(source)
    found = _Findings()
    try:
        log = read_event(folder.split(files[LOG]))
    except CannotCheckError:
        return _verified(verify_event(folder.split(files[LOG])), found, {})
    letters = Witnesses(log.books[0].terms, mails) if mails and log.books else None
    report = _report(log, files, [*witnesses, *letters.notes] if letters else witnesses)
    if not report.ok:
        return _verified(report, found, {})
    if letters:
        found.try_(run=lambda: _hold(found, letters))
    shown = folder.split(files.get(EVIDENCE, b""))
    found.try_(*["evidence"] * bool(shown), run=lambda: _check_evidence(found, shown, log))
    found.try_("rules", run=lambda: audit_terms(log.books[0].terms))
    found.try_("tables", *_scored(log), run=lambda: audit_event(log, tell))
    paths = _game_folders(source) if homes is None else homes
    secret = secret_of(log)
    games = dict(zip([path.name for path in paths], look(paths, secret), strict=True))
    for id_ in log.books[-1].games:
        if id_ in games:
            found.try_("games", run=partial(_check_game, log, id_, games[id_]))
    found.try_("games", run=lambda: check_named(log.books[-1], games))
    _note_missing(log, games, found)
    return _verified(_with_words(report, log, found, games), found, games)


def _scored(log: EventLog) -> list[str]:
    """Return the check of scores, once there are standings to check."""
    return ["scores"] if log.books[-1].phase == "closed" else []


def _hold(found: _Findings, letters: Witnesses) -> None:
    found.held = letters.hold_heads()


def _check_evidence(found: _Findings, shown: Sequence[bytes], log: EventLog) -> None:
    found.checked = check_words(shown, log)


def _report(log: EventLog, files: Mapping[str, bytes], witnesses: Iterable[str]) -> EventReport:
    note, result = files.get(NOTE), files.get(RESULT)
    return verify_event(
        log,
        note=None if note is None else note.decode(errors="replace"),
        witnesses=witnesses,
        result=folder.only_line(result),
    )


def _with_words(report: EventReport, log: EventLog, found: _Findings, games: Mapping[str, GameFound]) -> EventReport:
    """Return a report that counts the words which were checked by their signatures, and keys that have changed."""
    acting = Acting(log)
    told = acting.told(has_note=not report.director.is_unsigned, checked=found.checked)
    book = log.books[-1]
    known = [(id_, games[id_].facts) for id_ in book.games if id_ in games]
    changed = dict.fromkeys(player for id_, facts in known if facts for player in rekeyed(book, id_, facts))
    director = replace(told, rekeyed=tuple(changed))
    return replace(report, director=director, chance=acting.chance(found.checked))


def secret_of(log: EventLog) -> bytes | None:
    """Return the secret from which the dice of all tables follow, once it is published."""
    secret = log.entries[-1].body.get("secret") if log.books[-1].is_over() else None
    return None if secret is None else bytes.fromhex(secret)


def _game_folders(source: Path) -> list[Path]:
    try:
        home = source / GAMES
        return sorted(path for path in home.iterdir() if (path / LOG).is_file()) if home.is_dir() else []
    except OSError as error:
        raise UsageError(f"cannot read {source}: {error.strerror}") from None


def look_at_game(path: Path, verified: Verified, secret: bytes | None) -> GameFound:
    """Return what an event must know of a game that was verified."""
    raws = raws_in(path)
    opening = entry_hash(raws[0]).hex() if raws else ""
    try:
        facts = facts_of(read_log(raws))
    except CannotCheckError:
        facts = None
    derived = None if facts is None or secret is None else is_derived(facts.terms, secret)
    return GameFound(opening, verified, facts, derived)


def _check_game(log: EventLog, id_: str, game: GameFound) -> None:
    """Raise IntegrityError unless a game is valid, and the one that the event says."""
    book = log.books[-1]
    seq = book.games[id_].seq
    if bad := game.verified.first_bad:
        place = "beside its log" if bad["seq"] is None else f"its entry {bad['seq']}"
        raise IntegrityError(seq, "games", f"{id_}: {place}: {bad['why']}")
    if game.opening != book.games[id_].open:
        raise IntegrityError(seq, "games", f"{id_}: its first entry is not the one that the table names")
    if game.facts is None:
        raise CannotCheckError(f"{id_}: {game.verified.cannot}")
    check_game(book, id_, game.facts)
    if game.is_derived is False:
        raise IntegrityError(seq, "games", f"{id_}: its dice or decks do not follow from the event's secret")
    if game.verified.cannot:
        raise CannotCheckError(f"{id_}: {game.verified.cannot}")


def _note_missing(log: EventLog, games: Mapping[str, GameFound], found: _Findings) -> None:
    """Note which games are not there, and what waits for the end."""
    missing = sorted(log.books[-1].games.keys() - games.keys())
    if missing:
        found.cannot.append(
            f"{GAMES}/{missing[0]} is missing: {counted(len(missing), 'game was', 'games were')} not checked"
        )
    if found.checks.get("games") == "ok" and missing:
        found.checks["games"] = "missing"
    elif found.checks.get("games") == "ok" and not log.books[-1].is_over():
        found.checks["games"] = "later"  # whether their dice follow from the event's secret


def _verified(report: EventReport, found: _Findings, games: Mapping[str, GameFound]) -> EventVerified:
    checks = {str(check): str(verdict) for check, verdict in report.checks.items()} | found.checks
    bad = min(found.bad, key=lambda error: (error.seq is None, error.seq or 0), default=None)
    first = report.first_bad or (None if bad is None else (bad.seq, bad.check, bad.why))
    cannot = [*_kept_back(checks), *([report.cannot] if report.cannot else []), *found.cannot]
    return EventVerified(
        ok=first is None and not cannot,
        entries=report.entries,
        head=report.head.hash.hex(),
        chance=report.chance,
        checks=checks,
        director={**to_builtins(report.director), "in_games": _ruled(games), **_binding(games)},
        games={id_: _is_valid(game) for id_, game in games.items()},
        first_bad=dict(zip(("seq", "check", "why"), first, strict=True)) if first else None,
        cannot="; ".join(dict.fromkeys(cannot)) or None,
        witness=None if found.held is None else to_builtins(found.held),
    )


def _ruled(games: Mapping[str, GameFound]) -> dict[str, int]:
    """Count by act what was ruled inside games: a default that ends a round, a seat that changes hands."""
    counts: Counter[str] = Counter()
    for game in games.values():
        counts.update(game.verified.host.get("rulings", {}))
    return dict(sorted(counts.items()))


def _binding(games: Mapping[str, GameFound]) -> dict[str, int]:
    """Count the games that are over, and those of them that a checked sheet binds by a head that it quotes."""
    over = [game for game in games.values() if game.facts and game.facts.end]
    return {"over": len(over), "bound": sum(bool(game.verified.host.get("quoting")) for game in over)}


def _is_valid(game: GameFound) -> bool | None:
    if game.verified.first_bad:
        return False
    return None if game.verified.cannot else True


def _kept_back(checks: Mapping[str, str]) -> Iterator[str]:
    if checks.get("note") == "missing":
        yield UNSIGNED
    if checks.get("result") == "missing":
        yield UNSAID

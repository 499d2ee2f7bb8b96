"""Records as files and as claims: log, export, import, verify, rebuild."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.evidence import Tally, check_orders, check_shown, show_orders
from pbem.desk.keeping import project, snapshot
from pbem.desk.positions import current, known_game
from pbem.desk.snapshots import EVERY
from pbem.desk.store import Transaction
from pbem.record import folder, kinds
from pbem.record.chain import verify_chain
from pbem.record.entry import Entry, Head, read
from pbem.record.errors import IntegrityError
from pbem.record.folder import LOG, NOTE, OPENINGS, RESULT
from pbem.record.kinds import Opening
from pbem.record.openings import Deck
from pbem.record.openings import read as read_opening
from pbem.record.openings import write as write_opening
from pbem.record.result import write as write_result
from pbem.record.seals import salt
from pbem.record.verify import Bad, Report, verify
from pbem.referee.audit import audit, decks_of, replay
from pbem.referee.match import Match, UnknownRulesError

Progress = Callable[[int, int], None]
EVIDENCE = "evidence.jsonl"
FILES = (LOG, OPENINGS, NOTE, RESULT, EVIDENCE)


class Verified(Struct, frozen=True):
    """What a verification found, rules included."""

    ok: bool
    entries: int
    head: str
    chance: str
    checks: dict[str, str]
    first_bad: dict[str, Any] | None
    orders: dict[str, int] | None = None  # how many were checked by their signatures, and how many only attested


def entries_of(look: Transaction, game: str) -> list[Entry]:
    """Return all entries of a game."""
    return read_all(look.raws(game))


def read_all(raws: Iterable[bytes]) -> list[Entry]:
    """Read a record from its first entry on."""
    head, entries = Head.empty, []
    for raw in raws:
        entries.append(read(head, raw))
        head = entries[-1].head
    return entries


def export(desk: Desk, game: str, target: Path) -> Path:
    """Write a game's record as files; what is secret while the game runs is not among them."""
    with desk.store.read() as look:
        match = current(desk, look, game)
        entries = entries_of(look, game)
        openings = _openings(look, match, entries) if match.phase == "over" else []
        secret = look.secret(game, "seal") or b""
        evidence = show_orders(look, game, entries, secret) if match.phase == "over" else []
    files = folder.pack(entries, openings, desk.note(game, match.head))
    if evidence:
        files[EVIDENCE] = folder.join(evidence)
    try:
        _check_room(target, files[LOG])
        target.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            _put(target / name, content)
    except OSError as error:
        raise DeskError(f"cannot write {target}: {error.strerror}") from None
    return target


def _check_room(target: Path, log: bytes) -> None:
    """Refuse to write over anything but an earlier export of the same record."""
    if not target.exists():
        return
    if not target.is_dir() or any(_is_foreign(path) for path in target.iterdir()):
        raise UsageError(f"{target} holds other things: name a new folder")
    earlier = target / LOG
    if earlier.exists() and not log.startswith(earlier.read_bytes()):
        raise UsageError(f"{target} holds another record: name a new folder")


def _is_foreign(path: Path) -> bool:
    return path.name.removeprefix(".") not in FILES or path.is_symlink()


def _put(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    unfinished = path.with_name(f".{path.name}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _openings(look: Transaction, match: Match, entries: list[Entry]) -> list[Opening | Deck]:
    """Return what a closed game lays open: its sealed moves and its decks. Sheets stay sealed."""
    secret = look.secret(match.id, "seal") or b""
    moves = _moves(look, match.id)
    hidden = look.secret(match.id, "hidden") or b""
    return [*_sealed(match.id, secret, moves), *decks_of(entries, hidden=hidden, opened=moves.get)]


def verify_game(desk: Desk, game: str, *, witnesses: Iterable[str] = ()) -> Verified:
    """Verify a game of this desk, hidden things and the players' signatures included."""
    with desk.store.read() as look:
        standing = known_game(look, game)
        raws = look.raws(game)
        hidden = look.secret(game, "hidden") or b""
        moves = _moves(look, game)
        report = verify(
            raws,
            openings=map(write_opening, _sealed(game, look.secret(game, "seal") or b"", moves)),
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


def _sealed(game: str, secret: bytes, moves: Mapping[int, str]) -> list[Opening]:
    return [Opening(seq=seq, salt=salt(secret, game, seq).hex(), text=text) for seq, text in sorted(moves.items())]


def _result(raws: list[bytes]) -> bytes | None:
    try:
        return write_result(read_all(raws))
    except (IntegrityError, ValueError):
        return None  # `verify` says what is wrong


def _moves(look: Transaction, game: str) -> dict[int, str]:
    """Return the texts of a game's sealed moves, by entry."""
    return {int(seq): text.decode() for seq, text in look.secrets(game, "move/").items()}


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


def read_files(source: Path) -> dict[str, bytes]:
    """Read the files of an export."""
    try:
        files = {name: (source / name).read_bytes() for name in FILES if (source / name).is_file()}
    except OSError as error:
        raise DeskError(f"cannot read {source}: {error.strerror}") from None
    if LOG not in files:
        raise UsageError(f"{source} is no export: it holds no {LOG}")
    return files


def raws_in(source: Path) -> list[bytes]:
    """Return the entries of an export, unread."""
    return folder.split(read_files(source)[LOG])


def game_in(source: Path) -> str:
    """Return the game whose record an export says it is, or "" if it cannot be read."""
    try:
        return str(read(Head.empty, raws_in(source)[0]).body["game"])
    except (IntegrityError, IndexError):
        return ""


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


def rebuild(desk: Desk, progress: Progress = lambda _done, _of: None) -> list[str]:
    """Make everything again that follows from the bytes of the records; returns what was different before."""
    mended: list[str] = []
    with desk.store.write() as change:
        before = change.projections()
        change.drop_projections()
        games = change.game_ids()
        for number, game in enumerate(games):
            progress(number, len(games))
            mended += [f"entry: {game} {seq}" for seq in _rebuild_game(change, game)]
        after = change.projections()
    desk.remembered.clear()
    projected = {f"{table}: {row[0]}" for table in before for row in set(before[table]) ^ set(after[table])}
    return [*mended, *sorted(projected)]


def _rebuild_game(change: Transaction, game: str) -> list[int]:
    """Follow a record from its opening, keep its snapshots, project its end; returns whose stored hash was wrong."""
    entries = entries_of(change, game)
    steps = replay(entries, hidden=change.secret(game, "hidden"), opened=_moves(change, game).get, is_strict=False)
    matches = [followed.match for _entry, followed in steps]
    for match in (*matches[EVERY - 1 :: EVERY], *matches[-2:]):
        snapshot(change, match)
    project(change, matches[-1], (entry.content for entry in entries))
    mended = [entry.seq for entry in entries if change.mend_hash(entry)]
    if mended and mended[-1] == entries[-1].seq:
        # Of others the next entry vouches for the bytes; of the last one nobody does.
        raise IntegrityError(mended[-1], "chain", "the bytes of the last entry are not those that were hashed")
    return mended

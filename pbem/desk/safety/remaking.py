"""A database made anew from exports: each record that the referee signed, with the secrets sealed for the desk.

A game that goes on needs its secrets: without the ladder no die can be rolled, and without the hidden secret no card
drawn. An ended game has laid its own open, but not that of its seals, without which it cannot be exported again; so it
is not taken either, and its export stays what it is.
"""

from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.key_check import wrong_key
from pbem.desk.keys import DESK_KEY, REFEREE_KEY
from pbem.desk.matches.state.freezing import RESTORED
from pbem.desk.records.folders.entries import read_all
from pbem.desk.records.folders.files import raws_in, read_files, terms_in
from pbem.desk.records.remaking.rebuild import Progress, rebuild_record
from pbem.desk.safety.bundles import EVENTS, GAMES, any_opens, read_bundle, read_people, sealed_games
from pbem.record import folder
from pbem.record.errors import IntegrityError
from pbem.record.events.checks.verify import verify_event
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.log import read_event
from pbem.record.folder import LOG, NOTE
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Open
from pbem.record.notes.notes import read as read_note
from pbem.referee.match.errors import UnknownRulesError


def remake(desk: Desk, source: Path, progress: Progress) -> list[str]:
    """Fill an empty desk with everybody and every game of a folder of exports; returns what is lost, and why."""
    games = sorted(path.name for path in (source / GAMES).glob("*") if path.is_dir())
    _check_keys(desk, source, games)
    people = read_people(desk.store.vault, source)
    with desk.store.write() as change:
        for player in people:
            change.people.put(player)
    events = sorted(path.name for path in (source / EVENTS).glob("*") if path.is_dir())
    lost = [f"{game}: its export is missing" for game in sealed_games(source) if game not in (*games, *events)]
    for number, game in enumerate([*games, *events]):
        progress(number, len(games) + len(events))
        try:
            is_event = game in events
            remake_game(desk, source, game, source / (EVENTS if is_event else GAMES) / game, is_event=is_event)
        except (DeskError, IntegrityError, UnknownRulesError) as error:
            lost.append(f"{game}: {error}")
    return lost


def _check_keys(desk: Desk, source: Path, games: list[str]) -> None:
    """Refuse a key that is of nothing here: with it every game would be called lost, one by one."""
    if not any_opens(desk.store.vault, source):
        raise wrong_key(DESK_KEY)
    referees = {terms.key for game in games if (terms := _terms(source / GAMES / game))}
    if referees and desk.public_key.hex() not in referees:
        raise wrong_key(REFEREE_KEY)


def _terms(export: Path) -> Open | None:
    try:
        return terms_in(raws_in(export)[:1])
    except DeskError:
        return None  # it is said later what is wrong with it


def remake_game(
    desk: Desk, source: Path, game: str, export: Path, *, is_event: bool = False, is_frozen: bool = False
) -> None:
    """Keep one game or event, or nothing of it; `export` is the folder of its record, `source` has what is sealed.

    At a desk that is open it is frozen from the first moment: others may look before its players are asked.
    """
    files = read_files(export)
    entries = _event_entries(desk, game, files) if is_event else _entries(desk, game, files)
    bundle = read_bundle(desk.store.vault, source, game)
    if bundle is None:
        raise DeskError("its secrets are lost, so that it cannot go on here; its export still proves what happened")
    with desk.store.write() as change:
        change.records.append(entries)
        for use, secret in bundle.secrets.items():
            if _is_known(use, len(entries)):
                change.secrets.add(game, use, secret)
        for name, content in bundle.evidence.items():
            change.mails.put_evidence(name, content)
        if is_frozen:
            change.secrets.put(game, RESTORED, b"[]")
        rebuild_record(change, game)


def _entries(desk: Desk, game: str, files: dict[str, bytes]) -> list[Entry]:
    """Return the entries of an export that is valid, and that our referee signed."""
    files = _up_to_note(desk, files)
    report = folder.verify_folder(files)
    if report.first_bad:
        raise DeskError(f"its export is not valid: {report.first_bad.why}")
    if NOTE not in files:
        raise DeskError(f"its export holds no {NOTE}, so that nobody knows whether the record is ours")
    signed, _head = read_note(files[NOTE].decode(), desk.public_key, desk.settings.referee.name)
    if signed != game:
        raise DeskError(f"its export is one of {signed}")
    return read_all(folder.split(files[LOG]))


def _event_entries(desk: Desk, event: str, files: dict[str, bytes]) -> list[EventEntry]:
    """Return the entries of an event's export that is valid, and that our referee signed."""
    files = _up_to_note(desk, files)
    if NOTE not in files:
        raise DeskError(f"its export holds no {NOTE}, so that nobody knows whether the record is ours")
    log = read_event(folder.split(files[LOG]))
    report = verify_event(log, note=files[NOTE].decode(errors="replace"))
    if report.first_bad:
        raise DeskError(f"its export is not valid: {report.first_bad.why}")
    signed, _head = read_note(files[NOTE].decode(), desk.public_key, desk.settings.referee.name)
    if signed != event:
        raise DeskError(f"its export is one of {signed}")
    return list(log.entries)


def _up_to_note(desk: Desk, files: dict[str, bytes]) -> dict[str, bytes]:
    """Leave out what the log has beyond the signed note: an export that was broken off had not come to the note yet."""
    try:
        _game, head = read_note(files.get(NOTE, b"").decode(), desk.public_key, desk.settings.referee.name)
    except (IntegrityError, ValueError):
        return files  # it is said later what is wrong with it
    lines = folder.split(files[LOG])
    if len(lines) <= head.size:
        return files
    return {LOG: folder.join(lines[: head.size]), NOTE: files[NOTE]}


def _is_known(use: str, size: int) -> bool:
    """Tell whether a secret is of an entry that the export has: it may be younger than the export."""
    kind, _, seq = use.partition("/")
    return kind not in ("move", "order") or int(seq) < size

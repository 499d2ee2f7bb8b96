"""`pbem verify` and what it is told besides a record: letters that somebody kept, and the referee's key."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from pbem.cli.session import read_bytes
from pbem.cli.show import a, counted, progress_of
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.events.records.event_verdict import EventVerified, GameFound, look_at_game, verify_event_folder
from pbem.desk.keys import public_key
from pbem.desk.matches.state.freezing import why_lacking
from pbem.desk.matches.state.positions import known_game
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.checks.kept_letters import Kept, read_box, read_mail
from pbem.desk.records.checks.links import verify_links
from pbem.desk.records.checks.verdicts import UNSIGNED, Verified, cannot_check
from pbem.desk.records.folders.files import game_in, note_in, raws_in, signing_in, terms_in
from pbem.desk.wording.time_texts import calendar_time
from pbem.mail.safe import clean
from pbem.record.events.law.entry import is_event
from pbem.record.notes.notes import game_of, genuine
from pbem.record.verdict.files import Signing

Given = TypeVar("Given")
Seen = TypeVar("Seen")
LookAll = Callable[[Sequence[tuple[Path, bytes | None]]], Iterable[GameFound]]

_HEX = re.compile(r"[0-9a-f]{64}")
UNCLAIMED = "no letter is of this record, and others are of this id by another referee: name your --key"
_FATES = {
    "used": "used",
    "sealed": "used as it seems: a sealed order is of that time",
    "waiting": "not used, or not yet",
    "overruled": "set aside: the referee had the sheet, and a move was ruled for the seat all the same",
    "late": "called late all the same: the referee signed that the sheet came in time, and that its seat was late",
    "defaulted": "not used: it came when its seat was late already, and the default was played",
    "replaced": "not used after that: a later sheet replaced it, or it was dropped",
    "unused": "never used after that: the referee had the sheet, or the rest of it, and nothing of it was played",
}


class VerifyOptions(Struct, frozen=True):
    """The options of `pbem verify`, as they were typed."""

    witnesses: tuple[str, ...]
    mailbox: Path | None
    key: str | None
    only_chain: bool


class Trusted(Struct, frozen=True):
    """What a record is held against: letters by name, mails of a box, a referee's key; or its links alone."""

    letters: dict[str, Kept]
    mails: list[Kept]
    key: str | None
    only_chain: bool

    def notes(self, terms: Signing | None) -> list[str]:
        """Return the signed heads of a game in the letters that were named: each must be its own.

        A letter also quotes others, who can write notes as they like: beside one that the referee signed those do not
        count. If he signed none of them, it is no letter of his, and that is for the verdict to say.
        """
        if terms is None:
            return []  # such a record is not valid anyway
        found: list[str] = []
        for kept in self.letters.values():
            stated = [note for note in kept.notes if game_of(note) == terms.game]
            found += genuine(stated, bytes.fromhex(terms.key), terms.referee) or stated
        return found

    @property
    def all(self) -> list[Kept]:
        """All letters, those that were named and those of the box."""
        return [*self.letters.values(), *self.mails]


def read_trusted(asked: VerifyOptions) -> Trusted:
    """Read what a record is to be held against."""
    if asked.only_chain and (asked.witnesses or asked.mailbox):
        raise UsageError("--chain looks at no witness: leave one of the two out")
    letters = {witness: _read_witness(witness) for witness in asked.witnesses}
    mails = _read_mailbox(asked.mailbox) if asked.mailbox else []
    key = _read_key(asked.key) if asked.key else None
    return Trusted(letters, mails, key, asked.only_chain)


def verify_export(folder: Path, trusted: Trusted) -> Verified:
    """Verify an export."""
    return _named({game_in(folder): _verify_files(folder, trusted)}, trusted)[game_in(folder)]


def verify_exports(folders: list[Path], trusted: Trusted) -> dict[str, Verified]:
    """Verify every export of an archive, by game; a second one of a game by its folder, for none may hide another."""
    found: dict[str, Verified] = {}
    for folder, verified in zip(folders, _verify_all(folders, trusted), strict=True):
        game = game_in(folder) or folder.name
        name = f"{game} in {folder.name}" if game in found else game
        found[name] = verified
    whole = {folder: name for folder, name in zip(folders, found, strict=True) if found[name].first_bad is None}
    for folder, bad in _second_histories(list(whole)):
        found[whole[folder]] = replace(found[whole[folder]], ok=False, first_bad=bad)
    return _named(found, trusted)


def _second_histories(folders: list[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the exports that part from an earlier one of the same game by the same key, and where they do."""
    known: dict[tuple[str, str], list[bytes]] = {}
    for folder in folders:
        raws = raws_in(folder)
        terms = signing_in(raws)
        first = known.setdefault((terms.game, terms.key), raws) if terms else raws
        parted = (seq for seq, pair in enumerate(zip(first, raws, strict=False)) if pair[0] != pair[1])
        seq = next(parted, None)
        why = "another export here has another entry: these are two histories of one game"
        if seq is not None:
            yield folder, {"seq": seq, "check": "chain", "why": why}


def verify_event_export(folder: Path, trusted: Trusted) -> EventVerified:
    """Verify the export of an event with its games, on all processors."""
    found = _verify_event(folder, trusted, partial(_on_all_processors, partial(_look_at, trusted=trusted)))
    names = {game_in(folder), *found.games}
    for witness, kept in trusted.letters.items():
        if found.ok and not names & {game_of(note) for note in kept.signed}:
            raise UsageError(f"{witness} is a letter of other games and events: it cannot be a witness here")
    return found


def verify_event_here(desk_folder: Path, event: str, trusted: Trusted) -> EventVerified:
    """Verify an event of a desk, as whoever gets an export of it would."""
    from tempfile import TemporaryDirectory

    from pbem.desk.events.records.event_export import export_event

    with closing(Desk(desk_folder)) as desk, TemporaryDirectory() as place:
        folder = export_event(desk, event, Path(place) / event, progress_of("games"), is_partial=True)
        found = verify_event_export(folder, trusted)
        with desk.store.read() as look:
            lacking = why_lacking(desk, look, event)
    if lacking is None or found.first_bad:
        return found
    return _unchecked(found, lacking)


def _verify_event(folder: Path, trusted: Trusted, look: LookAll) -> EventVerified:
    terms = signing_in(raws_in(folder))
    found = verify_event_folder(
        folder,
        lambda paths, secret: look([(path, secret) for path in paths]),
        witnesses=trusted.notes(terms),
        mails=trusted.all,
        tell=progress_of("draws"),
    )
    return _pinned_event(found, terms, trusted)


def _as_one(found: EventVerified) -> Verified:
    """Return the verdict on an event as one among those on games."""
    return Verified(
        ok=found.ok,
        entries=found.entries,
        head=found.head,
        chance=found.chance,
        checks=found.checks,
        first_bad=found.first_bad,
        host=found.director,
        cannot=found.cannot,
        witness=found.witness,
    )


def _look_at(given: tuple[Path, bytes | None], trusted: Trusted) -> GameFound:
    path, secret = given
    return look_at_game(path, _verify_game_files(path, trusted), secret)


def _pinned_event(found: EventVerified, terms: Signing | None, trusted: Trusted) -> EventVerified:
    """Return a verdict on an event that must be of one referee's key, and signed by it, if one was named."""
    if trusted.key is None:
        return _unclaimed_event(found)
    if terms is None:
        return found
    if terms.key != trusted.key:
        bad = {"seq": 0, "check": "note", "why": f"the record is of another referee's key: {terms.key}"}
        return replace(found, ok=False, first_bad=bad)
    if found.first_bad or found.checks.get("note") == "ok":
        return found
    return _unchecked(found, UNSIGNED)


def _unclaimed_event(found: EventVerified) -> EventVerified:
    """Return a verdict on an event whose referee nobody has named, as of a game."""
    held = found.witness
    return _unchecked(found, UNCLAIMED) if held and held["namesakes"] and not held["letters"] else found


def _unchecked(found: EventVerified, why: str) -> EventVerified:
    return replace(found, ok=False, cannot=f"{found.cannot}; {why}" if found.cannot else why)


def _verify_all(folders: list[Path], trusted: Trusted) -> Iterator[Verified]:
    """Verify exports on all processors, and show how far that is on a terminal."""
    yield from _on_all_processors(partial(_verify_files, trusted=trusted), folders)


def _on_all_processors(look: Callable[[Given], Seen], games: Sequence[Given]) -> Iterator[Seen]:
    tell = progress_of("games")
    workers = max(1, min(len(games), os.cpu_count() or 1))
    # A process that was forked would share our connections to a database.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for number, seen in enumerate(pool.map(look, games), 1):
            tell(number, len(games))
            yield seen


def verify_here(desk_folder: Path, game: str, trusted: Trusted) -> Verified:
    """Verify a game of a desk."""
    with closing(Desk(desk_folder)) as desk:
        with desk.store.read() as look:
            standing = known_game(look, game)
            raws = look.records.raws(game)
            lacking = why_lacking(desk, look, game)
        if trusted.only_chain:
            linked = _linked(raws, desk.note(game, standing.head), trusted)
            return cannot_check(linked, lacking) if lacking else linked
        verified = verify_game(desk, game, witnesses=trusted.notes(terms_in(raws)), mails=trusted.all)
        if lacking:
            verified = cannot_check(verified, lacking)
    return _named({game: _pinned(verified, raws, trusted)}, trusted)[game]


def _verify_files(folder: Path, trusted: Trusted) -> Verified:
    raws = raws_in(folder)
    if trusted.only_chain:
        return _linked(raws, note_in(folder), trusted)
    if raws and is_event(raws[0]):
        return _as_one(_verify_event(folder, trusted, partial(map, partial(_look_at, trusted=trusted))))
    return _verify_game_files(folder, trusted)


def _verify_game_files(folder: Path, trusted: Trusted) -> Verified:
    """Verify the export of a game; what is none is no valid one, an event in the place of a game neither."""
    raws = raws_in(folder)
    verified = verify_files(folder, witnesses=trusted.notes(terms_in(raws)), mails=trusted.all)
    return _pinned(verified, raws, trusted)


def _linked(raws: list[bytes], note: str | None, trusted: Trusted) -> Verified:
    """Check the links of a record, and its note where a referee's key was named."""
    return _pinned(verify_links(raws, note=note if trusted.key else None), raws, trusted)


def _pinned(verified: Verified, raws: list[bytes], trusted: Trusted) -> Verified:
    """Return a verdict on a record that must be of one referee's key, and signed by it, if one was named."""
    if trusted.key is None:
        return _unclaimed(verified)
    terms = signing_in(raws)
    if terms is not None and terms.key == public_key(bytes.fromhex(trusted.key)).hex():
        raise UsageError(f"--key names the referee's private key, which nobody may see: the public one is {terms.key}")
    if terms is not None and terms.key != trusted.key:
        bad = {"seq": 0, "check": "note", "why": f"the record is of another referee's key: {terms.key}"}
        return Verified(ok=False, entries=verified.entries, head=verified.head, chance="", checks={}, first_bad=bad)
    if verified.first_bad or verified.checks.get("note") == "ok":
        return verified
    return cannot_check(verified, UNSIGNED)  # anybody can write a key into a record


def _unclaimed(verified: Verified) -> Verified:
    """Return a verdict on a record whose referee nobody has named: letters of another one alone say nothing for it."""
    held = verified.witness
    if not held or not held["namesakes"] or held["letters"]:
        return verified
    return cannot_check(verified, UNCLAIMED)


def _named(found: dict[str, Verified], trusted: Trusted) -> dict[str, Verified]:
    """Return verdicts by game; UsageError if all is valid, and a letter that was named can say nothing about it."""
    for witness, kept in trusted.letters.items():
        games = {game_of(note) for note in kept.signed}
        if not games & found.keys() and all(one.ok for one in found.values()):
            told = f"{witness} is a letter of {', '.join(sorted(games))}, not of {', '.join(sorted(found))}"
            raise UsageError(f"{told}: it cannot be its witness")
    return found


def _read_witness(witness: str) -> Kept:
    """Return the signed notes in a saved mail or a plain note file."""
    kept = read_mail(read_bytes(witness))
    if not kept.signed:
        raise UsageError(f"{witness} holds no signed note")
    return kept


def _read_mailbox(box: Path) -> list[Kept]:
    """Read a whole mailbox, and show how far that is on a terminal."""
    is_shown = sys.stderr.isatty()

    def progress(done: int) -> None:
        if is_shown and done % 100 == 0:
            click.echo(f"\r{done} mails ", nl=False, err=True)

    return read_box(box, progress)


def _read_key(given: str) -> str:
    """Return the referee's key that somebody trusts: 64 hex digits, or a file that holds them."""
    text = given if _HEX.fullmatch(given.lower()) else read_bytes(given).decode("ascii", "replace")
    found = _HEX.findall(text.lower())
    if len(found) != 1:
        raise UsageError(f"{given} is no key of a referee: 64 hex digits, as `key` of the first entry has them")
    return str(found[0])


def say_of_letters(held: dict[str, Any], what: str = "game") -> None:
    """Say what letters that somebody kept say of the record of a game or an event."""
    of_game = f"{held['letters']} of {counted(held['mails'], 'mail', 'mails')} of this {what}"
    heads = "no signed head among them"
    if held["heads"]:
        heads = f"{counted(held['heads'], 'signed head', 'signed heads')} of it, up to size {held['newest']}"
    click.echo(f"letters    {of_game}, {heads}")
    if held["others"] or held["unreadable"] or held["unsigned"]:
        unsigned = f"{counted(held['unsigned'], 'note', 'notes')} not signed by this referee"
        others = "of other games" if what == "game" else "of games, or of other events"
        click.echo(f"           {held['others']} {others}, {held['unreadable']} unreadable, {unsigned}")
    for name, count in held["namesakes"].items():
        click.echo(f"           {count} {_verb(count)} about {a(what)} of this id by {clean(name)!r}: not this record")
    if held["reminders"]:
        click.echo(f"reminders  {held['reminders']} of which the record contradicts none")
    for fate, count in held["receipts"].items():
        click.echo(f"receipts   {count} {_FATES[fate]}")
    for one in held["unmet"]:
        click.echo(f"           {_unmet(one)}")


def _unmet(one: dict[str, Any]) -> str:
    """Say what became of a sheet; where two signed words do not go together, both of them."""
    sheet = f"{one['seat']}, came {_when(one['came'])}, at {one['size']} entries: {one['fate']}"
    if one["fate"] != "late":
        return sheet
    called = f"called late at {_when(one['called'])}, with a deadline at {_when(one['due'])}"
    return f"{sheet}: {called}; unless its player dropped it, or it did not answer what was asked, that is not true"


def _when(at: int) -> str:
    return f"{calendar_time(at):%Y-%m-%d %H:%M:%S} UTC"


def _verb(count: int) -> str:
    return "is" if count == 1 else "are"

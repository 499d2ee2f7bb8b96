"""Exports of all games, as a second line behind backups: a desk can be made anew from them and its keys.

`games/ID` is an export like any other, which may be shown to anybody, as is `events/ID`. `sealed/ID` and
`people.sealed` are for the desk alone, encrypted with its key: the secrets of each game and the evidence behind its
orders, and the people. They must not be published: whoever has them and desk.key knows every hidden card.
"""

import zlib
from pathlib import Path

from msgspec import DecodeError, Struct, json

from pbem.desk.desk import Desk
from pbem.desk.disk import PRIVATE, write_file
from pbem.desk.errors import BrokenDeskError, DeskError, UsageError
from pbem.desk.records.event_export import PAGES, event_files
from pbem.desk.records.event_safety import is_event_here
from pbem.desk.records.export import files_of, put_files
from pbem.desk.records.files import read_files
from pbem.desk.records.rebuild import Progress
from pbem.desk.records.whole import led_to_room
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Player
from pbem.desk.store.vault import Vault
from pbem.record import canonical

GAMES = "games"
EVENTS = "events"
SEALED = "sealed"
PEOPLE = "people.sealed"
_USE = "export"
_LEFT_OUT = ("plan/", "frozen")  # what players plan is asked anew when a game was restored


class Bundle(Struct, frozen=True):
    """What a desk alone knows of a game: its secrets by use, and the evidence behind its orders by name."""

    secrets: dict[str, bytes]
    evidence: dict[str, bytes]


_bundle = json.Decoder(Bundle)
_people = json.Decoder(tuple[Player, ...])


def export_all(desk: Desk, target: Path, progress: Progress = lambda _done, _of: None) -> int:
    """Write every game and everybody into a folder, over what an earlier time has written; returns how many games."""
    with desk.store.read() as look:
        games = look.game_ids()
        people = look.players()
    vault, (place, within) = desk.store.vault, led_to_room(target)

    def seal(path: Path, game: str, content: bytes) -> None:
        write_file(path, vault.lock(game, _USE, zlib.compress(content)), PRIVATE, within=within)

    try:
        (place / SEALED).mkdir(mode=0o700, parents=True, exist_ok=True)
        seal(place / PEOPLE, "", json.encode(people))
        for number, game in enumerate(games):
            progress(number, len(games))
            with desk.store.read() as look:
                is_event = is_event_here(look, game)
            files = event_files(desk, game)[0] if is_event else files_of(desk, game)
            with desk.store.read() as look:  # later than the record: what it knows of later entries is left out again
                content = json.encode(_bundle_of(look, game))
            # Before the record: wherever this is broken off, the secrets are there of all that the record has.
            seal(place / SEALED / game, game, content)
            home = place / (EVENTS if is_event else GAMES) / game
            put_files(home, files, besides=(GAMES, PAGES), within=within)
        for game in games:
            _link_games(place, game, within)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    return len(games)


def _link_games(target: Path, event: str, within: Path) -> None:
    """Put the exports of an event's games beside its own, so that it can be checked by itself."""
    home = target / EVENTS / event
    if not home.is_dir():
        return
    for source in sorted((target / GAMES).glob(f"{event}.*")):
        put_files(home / GAMES / source.name, read_files(source), within=within)


def _bundle_of(look: Transaction, game: str) -> Bundle:
    secrets = {use: secret for use, secret in look.all_secrets(game).items() if not use.startswith(_LEFT_OUT)}
    sheets = (canonical.decode(text) for use, text in secrets.items() if use.startswith("order/") and text)
    names = {name for sheet in sheets for name in look.evidence_names(sheet["digest"])}
    return Bundle(secrets, {name: look.evidence(name) or b"" for name in sorted(names)})


def read_bundle(vault: Vault, source: Path, game: str) -> Bundle | None:
    """Return what was sealed of a game; None if that is lost, or not this desk's."""
    try:
        return _bundle.decode(_get(source / SEALED / game, vault, game))
    except DeskError:
        return None


def read_people(vault: Vault, source: Path) -> tuple[Player, ...]:
    """Return everybody; DeskError if that is lost."""
    return _people.decode(_get(source / PEOPLE, vault, ""))


def sealed_games(source: Path) -> list[str]:
    """Return the games of which something was sealed."""
    return sorted(path.name for path in (source / SEALED).glob("[!.]*"))


def any_opens(vault: Vault, source: Path) -> bool:
    """Tell whether anything sealed can be opened with a desk's key, or nothing is there to be opened."""
    sealed = [("", source / PEOPLE), *((path.name, path) for path in sorted((source / SEALED).glob("[!.]*")))]
    there = [(game, path) for game, path in sealed if path.is_file()]
    return not there or any(_opens(vault, game, path) for game, path in there)


def _opens(vault: Vault, game: str, path: Path) -> bool:
    try:
        _get(path, vault, game)
    except DeskError:
        return False
    return True


def _get(path: Path, vault: Vault, game: str) -> bytes:
    if path.exists() and not path.is_file():
        raise DeskError(f"cannot read {path}: it is no plain file")
    try:
        return zlib.decompress(vault.unlock(game, _USE, path.read_bytes()))
    except OSError as error:
        raise DeskError(f"cannot read {path}: {error.strerror}") from None
    except (BrokenDeskError, DecodeError, zlib.error):
        raise DeskError(f"{path} is damaged, or was sealed with another desk.key") from None

"""Exports of all games, as a second line behind backups: a desk can be made anew from them and its keys.

`games/ID` is an export like any other, which may be shown to anybody, as is `events/ID`. `sealed/ID` and
`people.sealed` are for the desk alone, encrypted with its key: the secrets of each game and the evidence behind its
orders, and the people. They must not be published: whoever has them and desk.key knows every hidden card.
"""

import zlib
from pathlib import Path

from msgspec import DecodeError, Struct, json

from pbem.desk.desk import Desk
from pbem.desk.disk.ways import Way
from pbem.desk.disk.writing import PRIVATE, write_file
from pbem.desk.errors import BrokenDeskError, DeskError, UsageError
from pbem.desk.events.records.event_export import PAGES
from pbem.desk.records.folders.atomic_folder import led_to_room
from pbem.desk.records.folders.exporting import put_files
from pbem.desk.records.record_kinds import kind_here
from pbem.desk.records.remaking.rebuild import Progress
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.record.log import canonical

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
_people = json.Decoder(tuple[Member, ...])


def export_all(desk: Desk, target: Path, progress: Progress = lambda _done, _of: None) -> int:
    """Write every game and everybody into a folder, over what an earlier time has written; returns how many games.

    Events come first: no game is behind its event then. Which games are an event's its record says, and no folder.
    """
    with desk.store.read() as look:
        games = look.records.ids()
        kinds = {game: kind_here(look, game) for game in games}
        people = look.people.all()
    way, event_of = led_to_room(target), dict[str, str]()
    try:
        (way.place / SEALED).mkdir(mode=0o700, parents=True, exist_ok=True)
        _seal(desk, way, PEOPLE, json.encode(people))
        for number, game in enumerate(sorted(games, key=lambda game: kinds[game].has_positions)):
            progress(number, len(games))
            kind = kinds[game]
            files = kind.files(desk, game)
            event_of |= dict.fromkeys(kind.games_of(files), game)
            _seal_bundle(desk, way, game)  # first: wherever this is broken off, the secrets of all entries are there
            home = way.place / kind.home / game
            put_files(home, files, besides=(GAMES, PAGES), within=way.within)
            if event := event_of.get(game):  # beside its own, so that it can be checked by itself
                put_files(way.place / EVENTS / event / GAMES / game, files, within=way.within)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    return len(games)


def _seal_bundle(desk: Desk, way: Way, game: str) -> None:
    """Write what the desk alone knows of a game: it may know more than the record that was read before, but no less."""
    with desk.store.read() as look:
        content = json.encode(_bundle_of(look, game))
    _seal(desk, way, f"{SEALED}/{game}", content, game)


def _seal(desk: Desk, way: Way, name: str, content: bytes, game: str = "") -> None:
    sealed = desk.store.vault.lock(game, _USE, zlib.compress(content))
    write_file(way.place / name, sealed, PRIVATE, within=way.within)


def _bundle_of(look: Transaction, game: str) -> Bundle:
    secrets = {use: secret for use, secret in look.secrets.all(game).items() if not use.startswith(_LEFT_OUT)}
    sheets = (canonical.decode(text) for use, text in secrets.items() if use.startswith("order/") and text)
    names = {name for sheet in sheets for name in look.mails.evidence_names(sheet["digest"])}
    return Bundle(secrets, {name: look.mails.evidence(name) or b"" for name in sorted(names)})


def read_bundle(vault: Vault, source: Path, game: str) -> Bundle | None:
    """Return what was sealed of a game; None if that is lost, or not this desk's."""
    try:
        return _bundle.decode(_get(source / SEALED / game, vault, game))
    except DeskError:
        return None


def read_people(vault: Vault, source: Path) -> tuple[Member, ...]:
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

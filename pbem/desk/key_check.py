"""Whether the keys in a folder are the desk's own: with others it would sign what nobody believes, or read nothing."""

import hmac
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.desk.errors import BrokenDeskError
from pbem.desk.keys import DESK_KEY, REFEREE_KEY, public_key

if TYPE_CHECKING:
    from pbem.desk.store.store import Store
    from pbem.desk.store.transaction import Transaction

_NAME = "referee name"
_USES = ("seal", "hidden", "rungs")  # secrets that every game has


def note_keys(store: "Store", keys: Mapping[str, bytes]) -> None:
    """Remember by which keys, named by their files, a new desk is known; BrokenDeskError if others are known there."""
    with store.write() as change:
        for name, key in keys.items():
            fingerprint = _fingerprint(name, key)
            if change.facts.find(name) not in (None, fingerprint):
                raise BrokenDeskError(f"{store.place} holds another desk already: name an empty database")
            change.facts.put(name, fingerprint)


def is_noted(facts: Mapping[str, str], keys: Mapping[str, bytes]) -> bool:
    """Tell whether the facts of a desk are those of one with these keys."""
    return all(facts.get(name) == _fingerprint(name, key) for name, key in keys.items())


def check_keys(store: "Store", keys: Mapping[str, bytes]) -> None:
    """Raise BrokenDeskError if a key is not the desk's own."""
    with store.read() as look:
        for name, key in keys.items():
            noted = look.facts.find(name)
            is_own = _agrees_with_games(look, name, key) if noted is None else noted == _fingerprint(name, key)
            if not is_own:
                raise wrong_key(name)


def note_name(store: "Store", name: str) -> None:
    """Remember how the referee of a new desk signs."""
    with store.write() as change:
        if change.facts.find(_NAME) is None:
            change.facts.put(_NAME, name)


def check_name(store: "Store", name: str) -> None:
    """Raise BrokenDeskError if the referee of a desk signs by another name: nobody would believe his older notes."""
    with store.read() as look:
        noted = look.facts.find(_NAME)
    if noted not in (None, name):
        raise BrokenDeskError(f"the referee of this desk is {noted!r}, and pbem.toml says {name!r}: put the name back")


def wrong_key(name: str) -> BrokenDeskError:
    """Return how it is said that a key file is another desk's."""
    return BrokenDeskError(f"{name} is not the key of this desk: put its own back, from where you keep copies of it")


def _fingerprint(name: str, key: bytes) -> str:
    """Return what tells a key from others and nothing of it; the public half would take a library that loads slowly."""
    return hmac.digest(key, f"pbem/desk/fingerprint/1\n{name}".encode(), "sha256").hex()


def _agrees_with_games(look: "Transaction", name: str, key: bytes) -> bool:
    """Tell whether a key is that of the newest game; a desk that noted none, and has no game, takes any."""
    newest = look.games.newest(1).shown
    if not newest:
        return True
    return _AGREES[name](look, newest[0].id, key)


def _is_referee_of(look: "Transaction", game: str, key: bytes) -> bool:
    from pbem.record.errors import CannotCheckError, IntegrityError
    from pbem.record.log.entry import Head, read

    try:
        noted = read(Head.empty, look.records.raws(game, 0, 1)[0]).body["key"]
    except (CannotCheckError, IntegrityError, LookupError):
        return True  # a record that cannot be read says nothing of keys
    return bool(noted == public_key(key).hex())


def _can_open(look: "Transaction", game: str, _key: bytes) -> bool:
    """Tell whether any secret of a game can be opened: a single one may be damaged."""
    for use in _USES:
        try:
            look.secrets.find(game, use)
        except BrokenDeskError:
            continue
        return True
    return False


_AGREES = {REFEREE_KEY: _is_referee_of, DESK_KEY: _can_open}

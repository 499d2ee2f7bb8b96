"""What a person is known by: a text for everything that somebody is looked up by, so that an index finds him.

A projection of the person's own row: written with it, compared by `pbem check`, made again by `pbem rebuild`.
"""

from typing import TYPE_CHECKING

from msgspec import MsgspecError, json

from pbem.desk.confusables import skeleton
from pbem.mail.keys import EnrolledKey

if TYPE_CHECKING:
    from pbem.desk.store.values import Member

_keys = json.Decoder(EnrolledKey)


def called(name: str) -> str:
    """Return what everybody is known by who is called so, whatever the case."""
    return f"called/{name.casefold()}"


def looking_like(name: str) -> str:
    """Return what everybody is known by whose name may be taken for this one, and perhaps others."""
    return f"looks/{skeleton(name)}"


def reached_at(address: str) -> str:
    """Return what everybody is known by who has an address."""
    return f"mail/{address.casefold()}"


def signing_as(key_name: str) -> str:
    """Return what everybody is known by whose key a signature may call so."""
    return f"key/{key_name}"


def known_by(player: "Member") -> list[str]:
    """Return everything that a person is known by."""
    known = [called(player.name), looking_like(player.name)]
    if player.address:
        known.append(reached_at(player.address))
    return [*known, *map(signing_as, key_names(player))]


def key_names(player: "Member") -> tuple[str, ...]:
    """Return the names that a signature may call a person's key by, its id first: of many kinds that alone."""
    if not player.key_id:
        return ()
    try:
        names = _keys.decode(player.key).names
    except MsgspecError:
        names = ()  # a key that was damaged signs nothing
    return tuple(dict.fromkeys((player.key_id, *names)))

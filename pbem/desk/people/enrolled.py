"""The people at a desk: who they are, how they are reached, what key they sign with."""

import re
from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from pbem.characters import is_printable
from pbem.desk.confusables import looks_like, skeleton
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.people.names import check_name
from pbem.desk.store.knowing import called, key_names, looking_like, signing_as
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.games.game import LANGUAGES
from pbem.mail.keys import EnrolledKey
from pbem.mail.kinds import KINDS, kind_named, kind_of, name_of
from pbem.mail.letter.address import is_address
from pbem.mail.safe import UnusableError, defused
from pbem.record.dice.fair import M

_keys = json.Decoder(EnrolledKey)
_SHOWN = 20  # names, where one is not among them
_NAME = re.compile(r"[^\W_][\w .'-]{0,39}")


def add_player(desk: Desk, player: Member, key: bytes = b"") -> Member:
    """Enrol a person, with a public key of any kind; a name or a key that is taken already is refused."""
    player = with_key(desk, checked(player), key) if key else checked(player)
    with desk.store.write() as change:
        enter(desk, change, player)
    return player


def change_address(desk: Desk, name: str, address: str) -> Member:
    """Write to a person at another address from now on; turn letters that wait go there too."""
    with desk.store.write() as change:
        player = checked(replace(find_player(change, name), address=address))
        change.people.put(player)
    return player


def change_person(desk: Desk, name: str, **fields: str) -> Member:
    """Change what is known of a person, such as the language or the zone; UsageError if it cannot be."""
    with desk.store.write() as change:
        player = checked(replace(find_player(change, name), **fields))
        change.people.put(player)
    return player


def all_names(look: Transaction, name: str) -> frozenset[str]:
    """Return everything that a person is called, or was once: records keep the names of their time."""
    return frozenset({name, *_once(look, name)})


def _once(look: Transaction, name: str) -> list[str]:
    kept = look.secrets.find("", f"once/{name}")
    return json.decode(kept, type=list[str]) if kept else []


def call_otherwise(desk: Desk, change: Transaction, player: Member, new: str) -> Member:
    """Give a person another name; the old one stays his, for records keep the names of their time."""
    renamed = checked(replace(player, name=new))
    former = [*_once(change, player.name), player.name]
    change.people.remove(player.name)
    change.secrets.put("", f"was/{skeleton(new)}", None)  # perhaps a name that he had before
    enter(desk, change, renamed)
    change.secrets.put("", f"once/{player.name}", None)
    change.secrets.put("", f"once/{new}", json.encode([name for name in former if name != new]))
    for name in former:
        if name != new:
            change.secrets.put("", f"was/{skeleton(name)}", new.encode())
    return renamed


def enter(desk: Desk, change: Transaction, player: Member) -> None:
    """Write a new person down; UsageError if the name or the key is taken, or the name is none to be taken."""
    check_name(player.name, desk.settings.referee.name)
    for other in change.people.known_by(looking_like(player.name)):
        if looks_like(other.name, player.name):
            raise UsageError(f"there is a player {other.name!r} already", "desk_name_taken", name=other.name)
    was = change.secrets.find("", f"was/{skeleton(player.name)}")
    if was is not None and change.people.find(was.decode()):
        raise UsageError(f"{was.decode()!r} was called so before", "desk_name_taken", name=player.name)
    check_key_is_free(change, player)
    change.people.put(player)


def check_key_is_free(look: Transaction, player: Member) -> None:
    """Raise UsageError if somebody else has this person's key, or an OpenPGP key that goes by one of its names.

    A certificate may claim another's key for a part of itself; enough of them would crowd out the true one.
    """
    for name in key_names(player):
        for other in look.people.known_by(signing_as(name)):
            if other.name != player.name:
                raise UsageError(
                    f"the key {player.key_id} is {other.name}'s already",
                    "desk_key_taken",  # a player is not told whose: only the host may know
                )


def checked(player: Member) -> Member:
    """Return a person with whom nothing is wrong; UsageError otherwise."""
    if not _NAME.fullmatch(player.name) or not is_printable(player.name) or player.name != player.name.strip():
        raise UsageError(f"{player.name!r} cannot be a name: 1 to 40 letters, digits, blanks, . ' or -, a letter first")
    if "--" in player.name or defused(player.name) != player.name:
        raise UsageError(f"{player.name!r} cannot be a name: it looks like the edge of a signed block")
    if player.language not in LANGUAGES:
        raise UsageError(f"{player.language!r} is not one of the languages {', '.join(LANGUAGES)}")
    if player.address and not is_address(player.address):
        raise UsageError(f"{player.address!r} is not a mail address")
    return player


def with_key(desk: Desk, player: Member, raw: bytes) -> Member:
    """Return a person with another key; UsageError if it is none that can sign orders and be checked here."""
    from pbem.mail.signed import parse_key

    try:
        key = parse_key(raw, now=desk.now())
        kind_named(key.kind).require()
    except UnusableError as error:
        raise UsageError(f"this key cannot be enrolled: {error.why}", "desk_bad_key") from None
    return replace(player, key_id=key.key_id, key=json.encode(key))


def id_in_record(seal_secret: bytes, game: str, key_id: str) -> str:
    """Return how a record names a key: by its id, unless that is private; then by a seal that only the desk opens."""
    if not key_id:
        return "desk"
    kind = kind_of(key_id)
    if kind.is_id_public:
        return key_id
    return f"{kind.name}:{M(seal_secret, kind.name, game, key_id).hex()}"


class Holders:
    """Who may sign, looked up by the name that a signature gives its key; to be handed to a verifier as `Keys`."""

    def __init__(self, look: Transaction) -> None:
        self._look = look
        self.found: dict[str, Member] = {}  # everybody a verifier was told of, by key id

    def __call__(self, name: str) -> Sequence[EnrolledKey]:
        """Return the keys that go by this name: the name of a subkey may be that of any key of its kind."""
        if name_of(name) not in KINDS:
            return []
        keys = []
        for player in self._look.people.known_by(signing_as(name)):
            key = enrolled(player)
            if name in key.names:
                self.found[key.key_id] = player
                keys.append(key)
        return keys


def enrolled(player: Member) -> EnrolledKey:
    """Return the key of a person as it is handed to a verifier."""
    return _keys.decode(player.key)


def find_player(look: Transaction, name: str) -> Member:
    """Return a person by name, whatever its case; UsageError if nobody is called so."""
    if exact := look.people.find(name):
        return exact
    for player in look.people.known_by(called(name)):
        return player
    some = look.people.after("", _SHOWN + 1)
    names = ", ".join(player.name for player in some[:_SHOWN]) or "nobody yet: `pbem player add NAME`"
    more = ", and others: `pbem player list`" if some[_SHOWN:] else ""
    raise UsageError(f"there is no player {name!r} here; there is {names}{more}")

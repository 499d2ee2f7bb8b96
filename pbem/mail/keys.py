"""Enrolled keys: how they are named, what is kept of them, how a desk finds them. Nothing secret lives here."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct


class EnrolledKey(Struct, frozen=True):
    """A key that may sign orders.

    `public` is what verification needs: an OpenSSH line, an OpenPGP certificate, an X.509 certificate, an address.
    `names` are all names that a signature may call the key by, `key_id` first: an OpenPGP signature names a subkey.
    """

    key_id: str
    kind: str
    public: bytes
    names: tuple[str, ...]


# Gives every enrolled key that goes by a name; more than one only if an OpenPGP certificate claims another's subkey.
Keys = Callable[[str], Sequence[EnrolledKey]]
# Asked with the name that a provider publishes a key of its own under; gives the record found there, or nothing.
Records = Callable[[str], bytes | None]


def no_records(_name: str) -> None:
    """Know no key of any provider: nothing that a provider alone has signed is taken."""


class Keyring:
    """Enrolled keys in memory, to be handed in as `Keys`."""

    __slots__ = ("_by_name",)

    def __init__(self, keys: Iterable[EnrolledKey] = ()) -> None:
        """Remember each key under all its names."""
        self._by_name: dict[str, list[EnrolledKey]] = {}
        for key in keys:
            for name in dict.fromkeys(key.names):
                self._by_name.setdefault(name, []).append(key)

    def __call__(self, name: str) -> Sequence[EnrolledKey]:
        """Give the keys that go by this name."""
        return self._by_name.get(name, ())

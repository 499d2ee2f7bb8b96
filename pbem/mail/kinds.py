"""The kinds of signature: their list, and how to find one by its name or by a key id.

The list has names only. The code of a kind is imported when it is first needed.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from pbem.mail.safe import UnusableError, clean

if TYPE_CHECKING:
    from pbem.mail.kind import Kind

# Signed by a key of a person's own, in the order in which records list them. The first of them signs order blocks.
_OWN = {"ssh": "pbem.mail.ssh.kind", "pgp": "pbem.mail.pgp.kind", "x509": "pbem.mail.smime.kind"}
# Signed by the provider of a person's address: the lower tier, which may neither enrol a key nor change one.
_PROVIDED = {"dkim": "pbem.mail.dkim.kind"}

OWN: tuple[str, ...] = tuple(_OWN)
PROVIDED: tuple[str, ...] = tuple(_PROVIDED)
BLOCK = OWN[0]  # no mail program signs so: its signatures are made apart, and pasted or attached
KINDS: frozenset[str] = frozenset({*OWN, *PROVIDED})


def own_kinds() -> list[Kind]:
    """Give the kinds that prove a key of a person's own."""
    return [_load(module) for module in _OWN.values()]


def provided_kinds() -> list[Kind]:
    """Give the kinds that prove a provider's word alone."""
    return [_load(module) for module in _PROVIDED.values()]


def block_kind() -> Kind:
    """Give the kind that signs order blocks; what is missing in a letter without any signature is one of these."""
    return kind_named(BLOCK)


def kind_named(name: str) -> Kind:
    """Give the kind that is called so; refuse an unknown name."""
    module = _OWN.get(name) or _PROVIDED.get(name)
    if module is None:
        raise UnusableError(f"signatures of the kind {clean(name, 40)!r} are not read here")
    return _load(module)


def kind_of(key_id: str) -> Kind:
    """Give the kind of a key by the beginning of its id."""
    return kind_named(name_of(key_id))


def name_of(key_id: str) -> str:
    """Return the kind of a key id, also as a record writes it; empty without a key."""
    return key_id.partition(":")[0]


@cache
def _load(module: str) -> Kind:
    found: Kind = import_module(module).KIND
    return found

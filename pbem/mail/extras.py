"""Libraries that only some desks have: asked for when a letter needs one, missed in a plain sentence."""

from importlib import import_module
from typing import Any

from msgspec import Struct

from pbem.mail.keys import Kind
from pbem.mail.safe import Refusal


class _Part(Struct, frozen=True):
    """What checks a kind of signature: a library, what it reads, the extra it is installed by."""

    library: str
    reads: str
    extra: str


_PARTS: dict[Kind, _Part] = {
    "pgp": _Part("pysequoia", "OpenPGP", "pgp"),
    "x509": _Part("asn1crypto", "S/MIME", "smime"),
    "dkim": _Part("dkim", "DKIM", "dkim"),
}


def load(kind: Kind, module: str = "") -> Any:
    """Import what checks a kind of signature, or a module of it; refuse when this desk was installed without it."""
    part = _PARTS[kind]
    try:
        return import_module(f"{part.library}.{module}" if module else part.library)
    except ImportError:
        raise Refusal(f"this desk cannot read {part.reads}: install pbem[{part.extra}]", lacks=kind) from None


def require(kind: Kind) -> None:
    """Refuse when this desk was installed without what checks a kind of signature."""
    if kind in _PARTS:
        load(kind)

"""Libraries that only some desks have: asked for when a letter needs one, missed in a plain sentence."""

from importlib import import_module
from typing import Any

from msgspec import Struct

from pbem.mail.safe import UnusableError


class Library(Struct, frozen=True):
    """What checks a kind of signature: the module to import, what it reads, the extra it is installed by."""

    kind: str
    module: str
    reads: str
    extra: str


def load(library: Library, part: str = "") -> Any:
    """Import a library, or a part of it; refuse when this desk was installed without it."""
    name = f"{library.module}.{part}" if part else library.module
    try:
        return import_module(name)
    except ImportError:
        why = f"this desk cannot read {library.reads}: install pbem[{library.extra}]"
        raise UnusableError(why, lacks=library.kind) from None

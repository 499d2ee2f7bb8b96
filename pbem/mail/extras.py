"""Libraries that only some desks have: asked for when a letter needs one, missed in a plain sentence."""

from importlib import import_module
from typing import Any

from pbem.mail.safe import Refusal


def load(module: str, *, reads: str, extra: str) -> Any:
    """Import a library without types; refuse when this desk was installed without it."""
    try:
        return import_module(module)
    except ImportError:
        raise Refusal(f"this desk cannot read {reads}: install pbem[{extra}]") from None

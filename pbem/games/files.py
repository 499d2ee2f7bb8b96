"""A game's own files: `table.toml`, `words.toml` and `messages.toml` lie beside its modules."""

import tomllib
from collections.abc import Callable
from pathlib import Path

from pbem.games.game import Data
from pbem.sections import Sections


def load(beside: str, name: str) -> Data:
    """Read a TOML file that lies beside a module, given by its `__file__`."""
    return tomllib.loads(_text(beside, name))


def promise(beside: str, name: str) -> Callable[[], Sections]:
    """Return a function that reads such a file part by part: a game that says nothing needs no words."""
    return lambda: Sections(_text(beside, name))


def _text(beside: str, name: str) -> str:
    return Path(beside).with_name(name).read_text("utf-8")

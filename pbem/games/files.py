"""A game's own files: `table.toml`, `words.toml` and `messages.toml` lie beside its modules."""

import tomllib
from pathlib import Path

from pbem.games.game import Data


def load(beside: str, name: str) -> Data:
    """Read a TOML file that lies beside a module, given by its `__file__`."""
    return tomllib.loads(Path(beside).with_name(name).read_text("utf-8"))

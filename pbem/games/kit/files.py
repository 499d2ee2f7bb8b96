"""A game's own files: `table.toml`, `words.toml` and `messages.toml` lie in its folder."""

import tomllib
from collections.abc import Callable
from pkgutil import get_data

from pbem.games.game import Data
from pbem.sections import Sections


def load(game: str, name: str) -> Data:
    """Read a TOML file in the folder of a game, named by its package: `load("pbem.games.alea", "table.toml")`."""
    return tomllib.loads((get_data(game, name) or b"").decode())


def promise(game: str, name: str) -> Callable[[], Sections]:
    """Return a function that reads such a file part by part: a game that says nothing needs no words."""
    return lambda: Sections.beside(game, name)

"""A game's own files: `table.toml`, `words.toml` and `messages.toml` in its folder."""

import tomllib
from collections.abc import Callable
from pkgutil import get_data

from pbem.games.game import Data
from pbem.sections import Sections


def load(game: str, name: str) -> Data:
    """Return a TOML file in the folder of a game: `load("pbem.games.alea", "table.toml")`."""
    return tomllib.loads((get_data(game, name) or b"").decode())


def promise(game: str, name: str) -> Callable[[], Sections]:
    """Return a function that reads such a file part by part, when it is called.

    So a game that says nothing reads no words.
    """
    return lambda: Sections.beside(game, name)

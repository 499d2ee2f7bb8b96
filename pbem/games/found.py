"""Games are found, not listed.

Every package in this folder with a module `game` offers a GAME. The others are the kit.
"""

import importlib
import pkgutil
from functools import cache
from typing import Any

import pbem.games as home
from pbem.games.game import Game


@cache
def find() -> tuple[str, ...]:
    """Return the keys of all games in alphabetical order, without loading them."""
    packages = (found.name for found in pkgutil.iter_modules(home.__path__) if found.ispkg)
    return tuple(sorted(filter(_has_game, packages)))


def _has_game(package: str) -> bool:
    folders = [f"{folder}/{package}" for folder in home.__path__]
    return any(module.name == "game" for module in pkgutil.iter_modules(folders))


@cache
def named(key: str) -> Game[Any, Any, Any]:
    """Return a game by its key; KeyError if there is none."""
    if key not in find():
        raise KeyError(key)
    game = importlib.import_module(f"pbem.games.{key}").GAME
    if not isinstance(game, Game):
        raise TypeError(f"pbem.games.{key}.GAME is not a Game")
    return game

"""What was drawn once need not be drawn again: a replay shows the same pieces at the same places hundreds of times."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

from pbem.games.game import Look

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_MOST = 16_384  # pieces that each function keeps: some games in four languages and all widths


def remembered(function: F) -> F:
    """Remember what a pure function gave; its arguments are values that can be told apart by equality."""
    return cast("F", lru_cache(maxsize=_MOST)(function))


def once(look: Look[Any], key: tuple[Any, ...], draw: Callable[[], T]) -> T:
    """Return what was drawn for a key in the memory of a look; what was not yet is drawn now.

    A key holds everything that the drawing follows from but the look itself, and what never changes in a game.
    """
    memory = look.memory
    if memory is None:
        return draw()
    found: T | None = memory.get(key)
    if found is None:
        found = memory[key] = draw()
    return found

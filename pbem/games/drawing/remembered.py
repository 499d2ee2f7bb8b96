"""What was drawn once need not be drawn again: a replay shows the same pieces at the same places hundreds of times."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_MOST = 16_384  # pieces that each function keeps: some games in four languages and all widths


def remembered(function: F) -> F:
    """Remember what a pure function gave; its arguments are values that can be told apart by equality."""
    return cast("F", lru_cache(maxsize=_MOST)(function))

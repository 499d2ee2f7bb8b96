"""Numbers as they stand in a drawing: a tenth of a unit is fine enough, and short."""

from functools import lru_cache


@lru_cache(maxsize=4096)
def written(number: float) -> str:
    """Return a number with at most one decimal."""
    if isinstance(number, int):
        return str(number)
    text = f"{number:.1f}"
    if text.endswith(".0"):
        return text[:-2] if text != "-0.0" else "0"
    return text

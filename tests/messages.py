"""What holds for every table of words that players read."""

from collections.abc import Mapping
from string import Formatter

from pbem.games.game import LANGUAGES


def assert_whole(texts: Mapping[str, str]) -> None:
    """A text is there in every language, and has the same places in each."""
    assert tuple(texts) == LANGUAGES
    assert all(text.strip() for text in texts.values())
    assert len({frozenset(_places(text)) for text in texts.values()}) == 1


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

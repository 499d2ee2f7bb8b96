"""What the desk and its pages say, in four languages: the table beside the templates. Words of a game are its own."""

from functools import cache
from pathlib import Path

import pbem
from pbem.desk.errors import UsageError
from pbem.phrases import Phrases
from pbem.sections import Sections


@cache
def templates() -> Path:
    """Return the folder of the templates: inside an installed package, beside it in a checkout."""
    package = Path(pbem.__file__).parent
    packed = package / "templates"
    return packed if packed.is_dir() else package.parent / "templates"


@cache
def phrases() -> Phrases:
    """Return the phrases of the desk and of all pages."""
    return Phrases(lambda: Sections((templates() / "phrases.toml").read_text(encoding="utf-8")))


def say(key: str, language: str, /, **places: object) -> str:
    """Tell a phrase."""
    return phrases().say(key, language, **places)


def tell(error: UsageError, language: str) -> str:
    """Tell a player what is wrong; in English where there are no other words."""
    return say(error.phrase, language, **error.places) if error.phrase else str(error)

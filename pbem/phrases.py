"""What is said in four languages: the one class behind every table of phrases in the house. Nothing lies below it."""

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files

LANGUAGES = ("en", "it", "fr", "de")
Say = Callable[..., str]


class Phrases:
    """A table of texts with {places}, by key and language; every key must know every language."""

    def __init__(self, table: Mapping[str, Mapping[str, str]]) -> None:
        for key, texts in table.items():
            if missing := set(LANGUAGES) - set(texts):
                raise ValueError(f"phrase {key!r} is missing in {sorted(missing)!r}")
        self.table = table

    @classmethod
    def beside(cls, package: str) -> "Phrases":
        """Read the table `messages.toml` that lies beside the code of a package."""
        return cls(tomllib.loads(files(package).joinpath("messages.toml").read_text("utf-8")))

    def say(self, key: str, language: str, /, **places: object) -> str:
        """Tell a phrase in a language; KeyError for one that does not exist or a place left empty."""
        return self.table[key][language].format_map(places)

    def spoken(self, language: str) -> Say:
        """Return `say` with the language settled, as the templates use it."""

        def say(key: str, /, **places: object) -> str:
            return self.say(key, language, **places)

        return say

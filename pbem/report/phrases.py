"""The words of the pages themselves, in every language. Words of a game are its own to say."""

from collections.abc import Callable, Mapping

from pbem.games.game import LANGUAGES

Say = Callable[..., str]


class Phrases:
    """A table of texts with {places}, by key and language; every key must know every language."""

    def __init__(self, table: Mapping[str, Mapping[str, str]]) -> None:
        for key, texts in table.items():
            if missing := set(LANGUAGES) - set(texts):
                raise ValueError(f"phrase {key!r} is missing in {sorted(missing)!r}")
        self._table = table

    def say(self, key: str, language: str, /, **places: object) -> str:
        """Tell a phrase in a language; KeyError for one that does not exist or a place left empty."""
        return self._table[key][language].format_map(places)

    def spoken(self, language: str) -> Say:
        """Return `say` with the language settled, as the templates use it."""

        def say(key: str, /, **places: object) -> str:
            return self.say(key, language, **places)

        return say

"""What phrases of the tables say now: a test that means a fact names the key and the values, and not the words.

`text_of` needs a value for every place of a phrase; for `says`, `mentions` and `match_of` a place that is not given may
hold anything, and `values_of` reads what it holds. `game_text` and `game_says` do the same for the tables of games,
whose places may be words of the game.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from string import Formatter

from pbem.desk.archive.site.wording import phrases as site_phrases
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.wording.phrases import phrases as desk_phrases
from pbem.games.game import NOBODY, AnyGame, Data, Names, Saying
from pbem.games.kit.order_words import COMMON
from pbem.mail.phrases import PHRASES as MAIL
from pbem.phrases import Phrases
from pbem.referee.language.phrases import PHRASES as REFEREE

__all__ = [
    "DESK",
    "MAIL",
    "REFEREE",
    "SITE",
    "game_says",
    "game_text",
    "match_of",
    "mentions",
    "says",
    "span_text",
    "text_of",
    "time_text",
    "values_of",
]

DESK = desk_phrases()
SITE = site_phrases()
_OPEN = "\ue000"  # fills a place that may hold anything; no text contains it
_SPACE = re.compile(r"(?:\\?\s)+")  # in a pattern


def text_of(table: Phrases, key: str, language: str = "en", /, **places: object) -> str:
    """Return what a phrase says; KeyError for a place that is not given."""
    return table.say(key, language, **places)


def says(message: str, table: Phrases, key: str, language: str = "en", /, **places: object) -> bool:
    """Tell whether a message is a phrase, and nothing else."""
    return re.fullmatch(_pattern(_said(table, key, language, places)), message) is not None


def mentions(text: str, table: Phrases, key: str, language: str = "en", /, **places: object) -> bool:
    """Tell whether a phrase is somewhere in a text, such as a letter, wherever its lines break."""
    return re.search(match_of(table, key, language, **places), text) is not None


def match_of(table: Phrases, key: str, language: str = "en", /, **places: object) -> str:
    """Return a phrase as a pattern, as `pytest.raises(match=..)` takes it; any white space is as good as another."""
    return _SPACE.sub(r"\\s+", _pattern(_said(table, key, language, places)))


def values_of(message: str, table: Phrases, key: str, language: str = "en", /) -> dict[str, str] | None:
    """Return what fills the places of a phrase; None if the message is another one."""
    marks = {name: chr(ord(_OPEN) + at) for at, name in enumerate(_open(table, key, {}))}
    pattern = re.escape(table.say(key, language, **marks))
    for name, mark in marks.items():
        pattern = pattern.replace(mark, f"(?P<{name}>.*)", 1).replace(mark, f"(?P={name})")
    found = re.fullmatch(pattern, message, re.DOTALL)
    return found.groupdict() if found else None


def time_text(moment: str, language: str = "en", zone: str = "UTC") -> str:
    """Return how a letter tells a moment; it is given as in `2026-03-10 08:00`, in UTC."""
    return teller(language, zone).at(int(datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()))


def span_text(seconds: int, language: str = "en") -> str:
    """Return how a letter tells a span of time."""
    return teller(language, "UTC").span(seconds)


def game_text(game: AnyGame, key: str, language: str = "en", names: Names = NOBODY, /, **places: Data) -> str:
    """Return what a game's message says; a place may be filled by a word of the game such as `goods/wine`."""
    return game.say(Saying(key, places), language, names)


def game_says(
    game: AnyGame, message: str, key: str, language: str = "en", names: Names = NOBODY, /, **places: Data
) -> bool:
    """Tell whether a message is one of a game's, and nothing else."""
    own = Phrases.beside(type(game).__module__.rpartition(".")[0])
    table = COMMON if key in COMMON.table else own
    saying = Saying(key, {**_open(table, key, places), **places})
    return re.fullmatch(_pattern(game.say(saying, language, names)), message) is not None


def _said(table: Phrases, key: str, language: str, places: Mapping[str, object]) -> str:
    return table.say(key, language, **{**_open(table, key, places), **places})


def _open(table: Phrases, key: str, given: Mapping[str, object]) -> dict[str, str]:
    """Return what fills the places that are not given; one given that a phrase lacks would compare nothing."""
    places = {name for _, name, _, _ in Formatter().parse(table.table[key]["en"]) if name is not None}
    if unknown := given.keys() - places:
        raise KeyError(f"{key} has no place {', '.join(sorted(unknown))}")
    return dict.fromkeys(places - given.keys(), _OPEN)


def _pattern(text: str) -> str:
    return "(?s:.*?)".join(map(re.escape, text.split(_OPEN)))

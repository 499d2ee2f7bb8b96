"""The referee's own words to players, in four languages. What the rules refuse is the game's to say."""

from collections.abc import Mapping

from pbem.games.sections import Sections

RESIGNED = "resigned by its holder"  # reasons in the record, which is English
DESERTED = "nobody is left to play"

MESSAGES: Mapping[str, Mapping[str, str]] = Sections.beside(__package__)
_REASONS = {RESIGNED: "reason_resigned", DESERTED: "reason_deserted"}


def say(key: str, language: str, /, **places: object) -> str:
    """Tell something in a language; KeyError for a key that does not exist or a place left empty."""
    return MESSAGES[key][language].format_map(places)


def tell_reason(reason: str, language: str) -> str:
    """Tell the reason of a ruling: the referee's own ones in a language, a host's as he wrote it."""
    return say(_REASONS[reason], language) if reason in _REASONS else reason

"""What is wrong with the text that a player signed, in four languages.

Other faults of a letter are not translated.
"""

from pbem.games.contract.game_values import Saying
from pbem.mail.safe import WHY_LIMIT, Unusable, UnusableError, clean
from pbem.phrases import Phrases

PHRASES = Phrases.beside(__package__)


def unusable(key: str, **places: str | int) -> UnusableError:
    """Return what is wrong, for any language. The values of its places are clean text."""
    saying = Saying(key, places)
    return UnusableError(_say(saying, "en"), saying=saying)


def tell(found: Unusable, language: str) -> str:
    """Return why a letter is not acted on; in English if there are no other words."""
    if found.saying is None:
        return found.why
    return clean(_say(found.saying, language), WHY_LIMIT)


def _say(saying: Saying, language: str) -> str:
    return PHRASES.say(saying.key, language, **saying.args)

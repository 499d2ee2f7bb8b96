"""What is wrong with the text that a player signed, in four languages. No other fault of a letter is told."""

from pbem.games.game import Saying
from pbem.mail.safe import WHY_LIMIT, Unusable, UnusableError, clean
from pbem.phrases import Phrases

PHRASES = Phrases.beside(__package__)


def unusable(key: str, **places: str | int) -> UnusableError:
    """Return what is wrong so that it can be told in any language; places hold clean text."""
    saying = Saying(key, places)
    return UnusableError(_say(saying, "en"), saying=saying)


def tell(found: Unusable, language: str) -> str:
    """Tell why nothing is acted on; in English where there are no other words."""
    if found.saying is None:
        return found.why
    return clean(_say(found.saying, language), WHY_LIMIT)


def _say(saying: Saying, language: str) -> str:
    return PHRASES.say(saying.key, language, **saying.args)

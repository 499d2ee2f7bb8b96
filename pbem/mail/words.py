"""What is wrong with the text that a player signed, in four languages. No other refusal of mail is told to a player."""

from collections.abc import Mapping

from pbem.games.game import Saying
from pbem.games.sections import Sections
from pbem.mail.safe import WHY_LIMIT, Refusal, Refused, clean

MESSAGES: Mapping[str, Mapping[str, str]] = Sections.beside(__package__)


def refusal(key: str, **places: str | int) -> Refusal:
    """Return a refusal that can be told in any language; places hold clean text."""
    saying = Saying(key, places)
    return Refusal(_say(saying, "en"), saying=saying)


def tell(refused: Refused, language: str) -> str:
    """Tell why nothing is acted on; in English where there are no other words."""
    return refused.why if refused.saying is None else clean(_say(refused.saying, language), WHY_LIMIT)


def _say(saying: Saying, language: str) -> str:
    return MESSAGES[saying.key][language].format_map(saying.args)

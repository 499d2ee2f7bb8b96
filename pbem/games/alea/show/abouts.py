"""What the pieces do, in a few words and with the numbers of the table."""

from pbem.games.alea.position.state import Fixed
from pbem.games.alea.scoring.scoring import is_border, is_free, terms_of
from pbem.games.alea.table.vocabulary import MESSAGES
from pbem.games.game import Saying
from pbem.games.kit.amounts import amount


def about(fixed: Fixed, piece: str, language: str) -> str:
    """Tell what a building or a Senate card does."""
    terms = terms_of(fixed)
    if is_border(piece):
        one, other = terms.borders[piece]
        points = amount(MESSAGES, "points", terms.border_points, language)
        return MESSAGES.say(Saying("about_XII", {"one": one, "other": other, "points": points}), language)
    if is_free(piece):
        points = amount(MESSAGES, "points", terms.free_points, language)
        return MESSAGES.say(Saying("about_XIII", {"points": points}), language)
    return MESSAGES.say(Saying(f"about_{piece}"), language)

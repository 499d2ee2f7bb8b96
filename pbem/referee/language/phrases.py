"""The referee's own words to players, in four languages. What the rules refuse is the game's to say."""

from pbem.phrases import Phrases

RESIGNED = "resigned by its holder"  # reasons in the record, which is English
DESERTED = "nobody is left to play"
LATE = "late too often"
LAPSED = "the offer lapsed before the game could start"
RETURNED = "given back to its holder, who was late"
AGREED = "agreed to by everybody who plays"

PHRASES = Phrases.beside("pbem.referee")
say = PHRASES.say
_REASONS = {
    RESIGNED: "reason_resigned",
    DESERTED: "reason_deserted",
    LATE: "reason_late",
    LAPSED: "reason_lapsed",
    RETURNED: "reason_returned",
    AGREED: "reason_agreed",
}


def tell_reason(reason: str, language: str) -> str:
    """Return the reason of a ruling: the referee's own translated, a host's as it was written."""
    return say(_REASONS[reason], language) if reason in _REASONS else reason

"""How often a seat may announce or change leave in a game: each time is two entries that everybody keeps for ever."""

from pbem.games.game import Seat
from pbem.record.time.clocks import Clocks
from pbem.referee.language.phrases import say

MOST_WORDS = 20


def why_no_more(clocks: Clocks, seat: Seat, language: str) -> str | None:
    """Say that a seat has announced or changed leave as often as it may; None if it may once more.

    That is the referee's own limit, not the record's: a record with more of them is as good.
    """
    is_enough = clocks.seats[seat].leave_words >= MOST_WORDS
    return say("leave_often", language, most=MOST_WORDS) if is_enough else None

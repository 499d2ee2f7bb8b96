"""Leave: whole days on which a seat's clock stands still, announced by its holder's own word a day before or earlier.

What a leave may be is the law of the record; here it is said in a player's language why one is none.
"""

from typing import Final

from pbem.desk.errors import UsageError
from pbem.desk.wording.phrases import say, tell
from pbem.desk.wording.time_texts import days_of, read_dates
from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.record.law.timing import why_no_leave
from pbem.record.log.pace import COVERED, Span
from pbem.record.log.record_words import word_of
from pbem.record.time.clocks import NOTICE, Clocks
from pbem.referee.acts.leaves import why_no_more
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused
from pbem.referee.language.phrases import say as say_as_referee
from pbem.referee.language.plan import Source
from pbem.referee.language.problem import Problem
from pbem.referee.match.decided import Decided

WORD: Final = "leave"
_TOO_FAR = "a leave ends within five years after the game was opened"


def is_leave(sheet: str) -> bool:
    """Tell whether a sheet announces a leave."""
    return word_of(_line(sheet)) == WORD


def _line(sheet: str) -> str:
    return fold(sheet.strip().rstrip(";"))


def take_leave(scribe: Scribe, seat: Seat, source: Source) -> Decided | Refused:
    """Record that a seat is on leave from one day to another; all others see until when."""
    match, language = scribe.match, source.language
    if match.phase != "running":
        return _refuse(say_as_referee(f"closed_{match.phase}", language))
    clocks = match.clocks
    if clocks is None:
        return _refuse(say("leave_no_pace", language, game=match.id))
    try:
        span = days_of(clocks.pace, *read_dates(_line(source.text).partition(" ")[2]))
    except UsageError as error:
        return _refuse(tell(error, language))
    if why := why_no_more(clocks, seat, language):
        return _refuse(why)
    at = max(scribe.now, match.at)
    if why := _why_not(clocks, seat, span, (min(source.came or at, at), at), language):
        return _refuse(why)
    if span[1] > match.terms.at + COVERED:
        return _refuse(say("leave_law", language, why=_TOO_FAR))
    word = scribe.order(seat, source, WORD)
    scribe.append("clock", **{"act": WORD, "seat": seat, "from": span[0], "to": span[1], "by": [word]})
    return scribe.decided()


def _refuse(why: str) -> Refused:
    return Refused((Problem(0, why),))


def _why_not(clocks: Clocks, seat: Seat, span: Span, said: tuple[int, int], language: str) -> str | None:
    """Say why a leave is none, in its player's language; None if it is one.

    `said` is when it came, and when it is written down.
    """
    came, at = said
    law = why_no_leave(clocks, seat, span, came=came, at=at)
    if law is None:
        return None
    (begin, end), leaves = span, clocks.seats[seat].leaves
    if any(leave[0] == begin for leave in leaves):
        return say("leave_shorter", language)
    if end <= begin < at:
        return say("leave_past", language)
    if end <= begin:
        return say("leave_unknown", language)
    if begin < max(came + NOTICE, at):
        return say("leave_late" if at <= begin else "leave_past", language)
    if any(begin < other[1] and other[0] < end for other in leaves):
        return say("leave_overlap", language)
    days, left = clocks.pace.day(end) - clocks.pace.day(begin), clocks.pace.leave - clocks.leave_days(seat)
    if days > left:
        return say("leave_budget", language, days=days, left=left, most=clocks.pace.leave)
    return say("leave_law", language, why=law)

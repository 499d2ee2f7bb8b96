"""Appeals: a seat disagrees with a ruling, and the host answers by another ruling, which lays the appeal open."""

from pbem.games.kit.order_words import fold
from pbem.record.log import kinds
from pbem.record.log.kinds import Content
from pbem.record.log.record_words import read_said, word_of
from pbem.referee.acts.rulings import RulingError
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused, Submission, source_of
from pbem.referee.language.phrases import say
from pbem.referee.language.problem import Problem
from pbem.referee.match.decided import Decided


def read_appeal(text: str) -> tuple[int, bool, str] | None:
    """Return which entry a sheet appeals against, whether its words stay private, and the words; None if it is none."""
    sheet = " ".join(text.split()).rstrip("; ")
    said = read_said(fold(sheet)) if word_of(fold(sheet)) == "appeal" else None
    return None if said is None else (said.seq, said.is_private, sheet.partition(":")[2].strip())


def appeal(scribe: Scribe, submission: Submission, against: Content | None) -> Decided | Refused:
    """Record that a seat appeals against a ruling."""
    said = read_appeal(submission.text)
    if said is None:
        return Refused((Problem(0, say("appeal_form", submission.language)),))
    is_ruling = isinstance(against, kinds.Ruling | kinds.Clock)
    if not is_ruling or scribe.match.phase != "running":
        return Refused((Problem(0, say("appeal_nothing", submission.language, number=said[0])),))
    scribe.order(submission.seat, source_of(submission), "appeal")
    return scribe.decided()


def answer(scribe: Scribe, number: int, words: str | None, *, reason: str) -> Decided:
    """Answer an appeal by a ruling; `words` are what its order sealed, to be laid open; None if they stay private."""
    if scribe.match.phase not in ("seating", "running"):
        raise RulingError(f"the game is {scribe.match.phase}")
    opens = [] if words is None else [scribe.opening(number, words)]
    scribe.append("ruling", act="answer", to=number, opens=opens, reason=reason)
    return scribe.decided()


def refuse_again(submission: Submission, number: int) -> Refused:
    """Refuse the appeal of a seat that has appealed against the same ruling before: the host knows."""
    return Refused((Problem(0, say("appeal_again", submission.language, number=number)),))

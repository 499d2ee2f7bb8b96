"""Words that change a record while it is played: asking for a takeback, agreeing to one, appealing against a ruling."""

import re

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders.appealing import has_appealed, tell_of_appeal
from pbem.desk.matches.acts.orders.takebacks_told import past_of
from pbem.desk.matches.state.plans import is_kept
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import word as spelled
from pbem.games.kit.order_words import fold
from pbem.record.log.record_words import word_of
from pbem.referee.acts.appeals import appeal, read_appeal, refuse_again
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused, Submission
from pbem.referee.acts.takebacks import Past, agree, ask_back, refuse_kept
from pbem.referee.language.plan import Plan
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match

_NUMBER = re.compile(r"\S+\s+([0-9]{1,9})")


def is_word(match: Match, plan: Plan, text: str) -> bool:
    """Tell whether a sheet is a word that is decided here; an answer that is held is taken back like an order."""
    word = word_of(fold(text.strip().rstrip(";")))
    return match.phase == "running" and (word in ("agree", "appeal") or (word == "undo" and not plan.held))


def decide(desk: Desk, change: Transaction, scribe: Scribe, submission: Submission) -> Decided | Refused:
    """Act on a word."""
    past = past_of(desk, change, scribe.match)
    word = word_of(fold(submission.text.strip().rstrip(";")))
    if word == "undo":
        return _undo(scribe, submission, past)
    if word == "agree":
        found = _NUMBER.fullmatch(submission.text.strip().rstrip(";"))
        return agree(scribe, submission, int(found[1]) if found else None, past)
    said = read_appeal(submission.text)
    is_there = said is not None and said[0] < scribe.match.head.size
    since = past.contents(said[0]) if said and is_there else ()
    if said and since and has_appealed(change, scribe.match, submission.seat, since):
        return refuse_again(submission, said[0])
    decided = appeal(scribe, submission, since[0] if since else None)
    if said and not isinstance(decided, Refused):
        tell_of_appeal(desk, change, scribe.match, submission, said)
    return decided


def _undo(scribe: Scribe, submission: Submission, past: Past) -> Decided | Refused:
    """Ask for a takeback; who has only made a choice that others still wait with is told how to drop that."""
    seat, match = submission.seat, scribe.match
    plan = scribe.plans.get(seat, Plan())
    can_drop = is_kept(match, seat, plan) and not plan.aside and not match.has_chosen(seat)
    decided = ask_back(scribe, submission, past)
    if isinstance(decided, Refused) and can_drop:
        return refuse_kept(submission, spelled("clear", submission.language))
    return decided

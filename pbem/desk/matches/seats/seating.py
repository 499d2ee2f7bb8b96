"""Before the start: luck is committed and revealed, and whoever joined an offer may withdraw."""

from pbem.desk.desk import Desk
from pbem.desk.matches.state.entry_peek import glance
from pbem.desk.matches.state.offered import has_luck, is_offer
from pbem.desk.matches.state.positions import head_at
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.record.log.kinds import HERE
from pbem.referee.acts.joining import is_withdrawal, withdraw
from pbem.referee.acts.luck import luck_answer
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused, Submission, source_of
from pbem.referee.language.problem import Problem
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match


def moment(desk: Desk, match: Match, came: int) -> int:
    """Return the time of what is written down because of a sheet.

    Where there are deadlines it does not depend on when somebody looked into the mail.
    """
    return desk.now() if match.clocks is None else came


def answer_before_start(desk: Desk, change: Transaction, match: Match, submission: Submission) -> Decided | Refused:
    """Act on the sheet of somebody who has a seat in a match that has not started."""
    if is_withdrawal(submission.text):
        return give_up_place(desk, change, match, submission)
    if not has_luck(change, match):
        return _refuse(submission, "desk_luck_unasked")
    return _luck(desk, change, match, submission)


def give_up_place(desk: Desk, change: Transaction, match: Match, submission: Submission) -> Decided | Refused:
    """Let somebody leave an offer that he joined."""
    if not is_offer(change, match.id):
        return _refuse(submission, "desk_withdraw_fixed")
    scribe = Scribe(match, {}, read_secrets(desk, change, match.id), moment(desk, match, submission.came))
    refused = withdraw(
        scribe,
        submission.seat,
        source_of(submission),
        taken=_taken(change, match, submission.seat),
        is_revealed=bool(change.secrets.under(match.id, "luck/")),
    )
    return refused or scribe.decided()


def _taken(look: Transaction, match: Match, seat: Seat) -> int:
    """Return the entry by which a seat got its holder."""
    gists = enumerate(map(glance, look.records.raws(match.id)))
    return max((seq for seq, gist in gists if gist.kind == "seat" and gist.seat == seat), default=0)


def _luck(desk: Desk, change: Transaction, match: Match, submission: Submission) -> Decided | Refused:
    """Take luck: commitments into the record, revealed ones aside until all are there."""
    stored = change.secrets.under(match.id, "luck/")
    revealed = {seat: luck.decode() for seat, luck in stored.items()}
    scribe = Scribe(match, {}, read_secrets(desk, change, match.id), moment(desk, match, submission.came))
    committed = 0 if submission.sign in HERE else _committed(change, match)
    answer = luck_answer(scribe, submission, revealed, head_at(change, match.id), committed=committed)
    if isinstance(answer, Refused):
        return answer
    for seat, luck in answer.items():
        change.secrets.put(match.id, f"luck/{seat}", luck.encode())
    return scribe.decided()


def _committed(look: Transaction, match: Match) -> int:
    """Return the size of the record that holds every commitment to luck made so far."""
    sizes = [size for size, raw in enumerate(look.records.raws(match.id), 1) if glance(raw).luck]
    return max(sizes, default=0)


def _refuse(submission: Submission, key: str) -> Refused:
    return Refused((Problem(0, say(key, submission.language)),))

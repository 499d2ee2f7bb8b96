"""What a sheet of orders comes to: decided by the phase of its game, and by the words in it."""

from collections.abc import Mapping

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders.consent import decide, is_word
from pbem.desk.matches.seats.seating import answer_before_start, moment
from pbem.desk.matches.seats.volunteers import volunteers_for
from pbem.desk.matches.state.positions import head_at
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.matches.times.leaving import is_leave, take_leave
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.referee.acts.joining import refuse_late_withdrawal
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused, Submission, source_of, submit
from pbem.referee.language.plan import Plan
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match


def decide_sheet(
    desk: Desk, change: Transaction, match: Match, plans: Mapping[Seat, Plan], submission: Submission
) -> Decided | Refused:
    """Decide a sheet of orders, without keeping anything of it; Refused says all that is wrong."""
    if match.phase == "seating":
        return answer_before_start(desk, change, match, submission)
    secrets, now = read_secrets(desk, change, match.id), moment(desk, match, submission.came)
    scribe = Scribe(match, plans, secrets, now, volunteers=volunteers_for(desk, change, match))
    if why := refuse_late_withdrawal(submission.text, submission.language):
        return why
    if is_leave(submission.text):
        return take_leave(scribe, submission.seat, source_of(submission))
    if is_word(match, plans.get(submission.seat, Plan()), submission.text):
        return decide(desk, change, scribe, submission)
    return submit(scribe, submission, head_at=head_at(change, match.id, scribe.match.head))

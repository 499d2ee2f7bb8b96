"""An appeal against a ruling: taken once, and told to the host."""

from collections.abc import Sequence

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.requests import tell_host
from pbem.desk.matches.state.sealed_orders import sealed_words, sheet_in
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.log.kinds import Content, Order
from pbem.referee.acts.appeals import read_appeal
from pbem.referee.acts.submit import Submission
from pbem.referee.match.match import Match
from pbem.report.notice import Slip


def has_appealed(look: Transaction, match: Match, seat: Seat, since: Sequence[Content]) -> bool:
    """Tell whether a seat has appealed already against the first of some entries, which are all up to now."""
    appeals = (one.seq for one in since if isinstance(one, Order) and one.word == "appeal" and one.seat == seat)
    sealed = (sealed_words(look, match.id, seq) for seq in appeals)
    against = (read_appeal(sheet_in(words)) for words in sealed if words)
    return any(said is not None and said[0] == since[0].seq for said in against)


def tell_of_appeal(
    desk: Desk, change: Transaction, match: Match, submission: Submission, said: tuple[int, bool, str]
) -> None:
    """Tell the host who appeals, against which entry, and in which words."""
    number, is_private, words = said
    places = {"game": match.id, "name": match.holders[submission.seat].name, "number": str(number), "words": words}
    key = "slip_host_appeal_private" if is_private else "slip_host_appeal"
    tell_host(desk, change, Slip((key,), {**places, "appeal": str(match.head.size - 1)}))

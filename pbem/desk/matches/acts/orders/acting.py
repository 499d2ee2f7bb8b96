"""A sheet of orders is acted on: decided by the referee, kept, and answered."""

from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.orders.answers import Played, answer
from pbem.desk.matches.acts.orders.deciding import decide_sheet
from pbem.desk.matches.acts.orders.takebacks_told import told_asker, told_others
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Answers, Courtesy, Telling
from pbem.desk.matches.state.freezing import refuse_frozen
from pbem.desk.matches.state.holders import seat_of
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.record.log.kinds import HERE
from pbem.referee.acts.submit import Refused, Submission
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING, NoticeReceipt, Notices, about, find_part


class Besides(Struct, frozen=True):
    """What is told with an answer to orders: to their sender, about his desk words, and to other seats."""

    told: Notices = NOTHING
    press: Answers = {}


def order(
    desk: Desk,
    game: str,
    name: str,
    text: str,
    *,
    sign: str = "desk",
    courtesy: Courtesy = Courtesy(),  # noqa: B008 - frozen
) -> Played:
    """Take a sheet of orders at the desk; RefusedError if anything in it is wrong, and then nothing is done."""
    with desk.store.write(game) as change:
        match = settled(desk, change, game, desk.now())
        player = find_player(change, name)
        played = act(desk, change, match, typed(desk, match, player, text, sign=sign), courtesy=courtesy)
    desk.remember(played.decided.match)
    return played


def typed(desk: Desk, match: Match, player: Member, text: str, *, sign: str = "desk") -> Submission:
    """Return orders that are entered at the desk for a player; UsageError if he has no seat."""
    digest = sha256(text.encode()).hexdigest()
    return Submission(seat_of(match, player), text, sign, digest, player.language, came=desk.now())


def act(
    desk: Desk,
    change: Transaction,
    match: Match,
    submission: Submission,
    *,
    besides: Besides = Besides(),  # noqa: B008 - frozen
    courtesy: Courtesy = Courtesy(),  # noqa: B008 - frozen
) -> Played:
    """Act on a submission inside a transaction; with its answer goes what is told besides."""
    refuse_frozen(desk, change, match.id, submission.language)
    plans = read_plans(change, match)
    decided = decide_sheet(desk, change, match, plans, submission)
    if isinstance(decided, Refused):
        raise RefusedError(decided.problems)
    player = change.people.find(match.holders[submission.seat].name)
    tell = teller(submission.language, player.zone if player else "")
    mine = answer(match, submission, decided, besides.told, tell)
    mine = (*mine, *about("request", *told_asker(desk, change, match, decided.match, tell)))
    receipt = find_part(mine, NoticeReceipt)
    if receipt and submission.sign in HERE:  # of what is signed there is evidence
        change.secrets.put(match.id, f"sheet/{receipt.digest}", b"")
    answers = {**besides.press, **told_others(desk, change, match, decided.match)}
    if courtesy.may_confirm:
        answers[submission.seat] = mine
    keep(desk, change, decided, before=match, plans=plans, telling=Telling(answers, courtesy.untold))
    return Played(submission.seat, match, decided, mine)

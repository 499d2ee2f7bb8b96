"""A sheet of orders is acted on: decided by the referee, kept, and answered."""

from collections.abc import Mapping
from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError, UsageError
from pbem.desk.matches.acts.consent import decide, is_word, told_asker, told_others
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Answers, Courtesy, Telling
from pbem.desk.matches.seats.seating import answer_before_start, moment
from pbem.desk.matches.seats.volunteers import volunteers_for
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.plans import is_kept, read_plans
from pbem.desk.matches.state.positions import head_at
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.matches.times.leaving import is_leave, take_leave
from pbem.desk.matches.times.reader_times import Teller, teller
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.record.log.kinds import HERE
from pbem.referee.acts.joining import refuse_late_withdrawal
from pbem.referee.acts.scribe import Decided, Scribe
from pbem.referee.acts.submit import Refused, Submission, source_of, submit
from pbem.referee.language.plan import Plan
from pbem.referee.language.sheet import Problem
from pbem.referee.language.telling import tell_move, tell_plan
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING, NoticeReceipt, Notices, about, find_part, instead


class Played(Struct, frozen=True):
    """What an order came to, and the match it was given in front of."""

    seat: Seat
    before: Match
    decided: Decided
    answer: Notices


def seat_of(match: Match, player: Member) -> Seat:
    """Return the seat a person holds in a match."""
    for seat, held in match.holders.items():
        if held.name == player.name:
            return seat
    raise UsageError(f"{player.name} does not play in {match.id}")


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
        digest = sha256(text.encode()).hexdigest()
        submission = Submission(seat_of(match, player), text, sign, digest, player.language, came=desk.now())
        played = act(desk, change, match, submission, courtesy=courtesy)
    desk.remember(played.decided.match)
    return played


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
    if why := why_frozen(desk, change, match.id, submission.language):
        raise NotNowError((Problem(0, why),))
    plans = read_plans(change, match)
    decided = _decide(desk, change, match, plans, submission)
    if isinstance(decided, Refused):
        raise RefusedError(decided.problems)
    player = change.people.find(match.holders[submission.seat].name)
    tell = teller(submission.language, player.zone if player else "")
    mine = _answer(match, submission, decided, besides.told, tell)
    mine = (*mine, *about("request", *told_asker(desk, change, match, decided.match, tell)))
    receipt = find_part(mine, NoticeReceipt)
    if receipt and submission.sign in HERE:  # of what is signed there is evidence
        change.secrets.put(match.id, f"sheet/{receipt.digest}", b"")
    answers = {**besides.press, **told_others(desk, change, match, decided.match)}
    if courtesy.may_confirm:
        answers[submission.seat] = mine
    keep(desk, change, decided, before=match, plans=plans, telling=Telling(answers, courtesy.untold))
    return Played(submission.seat, match, decided, mine)


def _decide(
    desk: Desk, change: Transaction, match: Match, plans: Mapping[Seat, Plan], submission: Submission
) -> Decided | Refused:
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


def _answer(match: Match, submission: Submission, decided: Decided, told: Notices, tell: Teller) -> Notices:
    """Return what the sender is told: his orders as understood, what was played of them, what is still planned.

    While something of the sheet is planned the referee signs for it, so that nobody can say it never came.
    """
    seat, language = submission.seat, submission.language
    if match.phase != "running":
        return instead(told, "understood", submission.text.strip())
    plan = decided.plans.get(seat, Plan())
    view = match.game.view(match.state, seat)
    understood = tell_plan(match.game, view, decided.understood, language) or (submission.text.strip(),)
    played = (tell_move(match.game, view, text, language) for text in _own_moves(decided, seat))
    told = (*told, *about("understood", *understood), *about("played", *played))
    told = instead(told, "planned", *tell_plan(match.game, view, plan.turns, language))
    told = instead(told, "silence", say(silence(decided.match, seat, plan), language))
    if plan.held:
        told = (*told, *about("held", tell.at(plan.held.until)))
    if all(planned.source != submission.digest for planned in plan.all_lines):
        return told
    told = (*told, NoticeReceipt(submission.digest, submission.came))
    return (*told, *about("arrived", tell.at(submission.came))) if match.clocks else told


def _own_moves(decided: Decided, seat: Seat) -> list[str]:
    """Return what was played of a seat's orders, also what is sealed in the record: whoever made a move knows it."""
    if seat in decided.match.vacant:
        return []  # the rules play for whoever has left
    moves = (entry for entry in decided.entries if entry.body["kind"] == "move" and entry.body["seat"] == seat)
    return [decided.sealed.get(entry.seq) or str(entry.body["text"]) for entry in moves]


def told_course(played: Played, language: str) -> tuple[str, ...]:
    """Tell each order that was played and what followed it, dice and the moves of others, as its sender may know it."""
    decided, seat, game = played.decided, played.seat, played.before.game
    view = game.view(played.before.state, seat)
    own = iter(_own_moves(decided, seat))
    moved = {entry.seq for entry in decided.entries if entry.body["kind"] == "move" and entry.body["seat"] == seat}
    told = []
    for entry in decided.entries:
        if entry.seq in moved and seat not in decided.match.vacant:
            told.append(say("desk_played", language, order=tell_move(game, view, next(own), language)))
        heard = (news for seq, news in decided.happenings if seq == entry.seq and news.is_known_to(seat))
        told += [f"  {game.say(news.saying, language)}" for news in heard]
    return tuple(told)


def plan_lines(match: Match, seat: Seat, plan: Plan, language: str) -> tuple[str, ...]:
    """Return what a seat has planned, in its language."""
    return tell_plan(match.game, match.game.view(match.state, seat), plan.turns, language)


def silence(match: Match, seat: Seat, plan: Plan) -> str:
    """Return the phrase that says what happens to a seat if nothing else arrives from it."""
    if match.phase != "running":
        return "silence_over"
    if seat in match.vacant:
        return "silence_left"
    if match.has_chosen(seat):
        return "silence_sealed"
    decision = match.decision_of(seat)
    is_asked = decision is not None and decision.ask
    if is_asked and plan.aside:
        return "silence_decided"
    if is_asked and plan.held:
        return "silence_held" if len(match.waiting()) == 1 else "silence_held_others"
    if is_asked:
        return "silence_kept" if is_kept(match, seat, plan) else _unanswered(match, seat)
    return "silence_planned" if plan.all_lines else "silence_free"


def _unanswered(match: Match, seat: Seat) -> str:
    """Return the phrase that says what happens if an answer never comes: by the clock, if there is one."""
    if match.clocks is None:
        return "silence_asked"
    if match.clocks.due(seat) is None:
        return "silence_paused"
    return "silence_due_ask" if match.clocks.pace.late == "ask" else "silence_due"

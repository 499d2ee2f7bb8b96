"""What the sender of orders is told: how they were understood, what was played, what is planned."""

from msgspec import Struct

from pbem.desk.matches.state.plans import is_kept
from pbem.desk.matches.times.reader_times import Teller
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.referee.acts.submit import Submission
from pbem.referee.language.plan import Plan
from pbem.referee.language.telling import tell_move, tell_plan
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match
from pbem.report.notice import NoticeReceipt, Notices, about, instead


class Played(Struct, frozen=True):
    """What an order came to, and the match it was given in front of."""

    seat: Seat
    before: Match
    decided: Decided
    answer: Notices


def answer(match: Match, submission: Submission, decided: Decided, told: Notices, tell: Teller) -> Notices:
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

"""`leave`: somebody is away for some days, in all his games that have deadlines."""

from pbem.desk.club.asking import Answer, MemberWord
from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.seats.seating import moment
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.holders import takes_kind
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.matches.times.leaving import take_leave
from pbem.desk.signed.word_tokens import renew_pass
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.log.kinds import HERE
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused
from pbem.referee.language.problem import Problem
from pbem.report.notice import Part


def be_away(desk: Desk, change: Transaction, asked: MemberWord) -> Answer:
    """Announce a leave in every game of somebody that has a pace; where it cannot be, that game is told with why.

    RefusedError if it cannot be anywhere.
    """
    parts: list[Part] = []
    problems: list[Problem] = []
    for game, seat in change.games.seats_in_play(asked.player.name):
        why = _leave(desk, change, asked, game, Seat(seat))
        if why is None:
            parts.append(Part((asked.say("leave_taken", game=game, dates=" ".join(asked.rest)),)))
        elif why:
            parts.append(Part((asked.say("leave_refused", game=game, why=why),)))
            problems.append(Problem(0, f"{game}: {why}"))
    if len(parts) == len(problems):
        raise RefusedError(tuple(problems) or (Problem(0, asked.say("leave_nowhere")),))
    renew_pass(change, asked.player.name)
    return parts


def _leave(desk: Desk, change: Transaction, asked: MemberWord, game: str, seat: Seat) -> str | None:
    """Announce a leave in one game; says why it cannot be, "" where there is no clock to stop."""
    match = settled(desk, change, game, asked.source.came)
    holder = match.holders.get(seat)
    if match.clocks is None or holder is None or holder.name != asked.player.name:
        return ""
    if match.phase != "running":
        return asked.say("leave_unstarted", game=game) if match.phase == "seating" else ""
    if why := why_frozen(desk, change, game, asked.player.language):
        return why
    if asked.source.sign not in HERE and not takes_kind(match, asked.player):
        return asked.say("leave_kind")
    plans = read_plans(change, match)
    now = moment(desk, match, asked.source.came)
    scribe = Scribe(match, plans, read_secrets(desk, change, game), now)
    decided = take_leave(scribe, seat, asked.source)
    if isinstance(decided, Refused):
        return "; ".join(problem.text for problem in decided.problems)
    keep(desk, change, decided, before=match, plans=plans)
    return None

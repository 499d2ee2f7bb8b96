"""Games that outlast their round are played to their end by the rules' defaults, where their event says so."""

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.secrets import read_secrets
from pbem.referee.match.decided import Decided
from pbem.tournament.director.acts.unfinished import play_out
from pbem.tournament.director.errors import DirectorError

ROUND_OVER = "the round is over"


def play_to_end(desk: Desk, game: str, end: int, upto: int) -> None:
    """Play a game to its end by the rules' defaults: each is a ruling, and all of it one transaction."""
    with desk.store.write(game) as change:
        match = settled(desk, change, game, min(end, upto))
        if match.phase != "running" or why_frozen(desk, change, game):
            return
        plans = read_plans(change, match)
        secrets = read_secrets(desk, change, game)
        decided = Decided(match, dict(plans))
        try:
            for step in play_out(decided, secrets, desk.now(), reason=ROUND_OVER):
                is_last = step.match.phase != "running"
                # Of all that is played for them players are told in one letter, with the end.
                telling = Telling() if is_last else Telling(untold=frozenset(match.seats))
                keep(desk, change, step, before=match, plans=plans, telling=telling)
                match, plans = step.match, dict(step.plans)
        except DirectorError as error:
            raise DeskError(str(error)) from None
    desk.remember(match)

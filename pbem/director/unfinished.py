"""A round that is over: what is done with games that are not."""

from collections.abc import Iterator

from pbem.director.errors import DirectorError
from pbem.games.game import Seat
from pbem.referee.match import Match
from pbem.referee.rulings import has_answered, play_default
from pbem.referee.scribe import Decided, Scribe, Secrets

MOST_STEPS = 4_000  # by the rules of a game its defaults may go on for ever


def play_out(decided: Decided, secrets: Secrets, now: int, *, reason: str) -> Iterator[Decided]:
    """Play a game to its end by the rules' defaults, each ruled with a reason; yields what is to be kept, in order.

    What players have planned counts where it answers. DirectorError if that does not end: then the director rules.
    """
    for _ in range(MOST_STEPS):
        if decided.match.phase != "running":
            return
        scribe = Scribe(decided.match, decided.plans, secrets, now)
        decided = play_default(scribe, _silent(decided), reason=reason)
        yield decided
    raise DirectorError(f"game {decided.match.id!r} does not end by its defaults: rule its result")


def _silent(decided: Decided) -> list[Seat]:
    """Return who is asked and has not answered."""
    match: Match = decided.match
    asked = [decision for decision in match.asked_now() if not has_answered(match, decision, decided.plans)]
    return [decision.seat for decision in asked]

"""A round that is over: what is done with games that are not."""

from collections.abc import Iterator

from pbem.games.found import named
from pbem.games.game import Seat
from pbem.record.dice.fair import ladder
from pbem.referee.acts.opening import OpeningTerms, open_match
from pbem.referee.acts.rulings import RulingError, has_answered, play_default
from pbem.referee.acts.scribe import LadderEndError, Scribe
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Holder, Match
from pbem.referee.match.secrets import Secrets
from pbem.tournament.director.acts.opening import EventTerms
from pbem.tournament.director.errors import DirectorError

MOST_STEPS = 1_000  # by the rules of a game its defaults may go on for ever; where they end they need a third of it


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


def ends_by_defaults(terms: EventTerms) -> bool:
    """Tell whether games by these terms end if nobody ever orders anything, by trying them with dice of their own."""
    return all(_ends(terms, size) for size in range(terms.form.least, terms.form.table + 1))


def _ends(terms: EventTerms, size: int) -> bool:
    """Tell the same of a table of one size."""
    game = named(terms.rules)
    seats = tuple(map(Seat, game.meta.seats[:size]))
    tried = OpeningTerms(
        id="tried",
        rules=terms.rules,
        holders={seat: Holder(f"player {number}", "desk") for number, seat in enumerate(seats)},
        referee=terms.referee,
        key=terms.key,
        accepts=terms.accepts,
        options=terms.options,
        table=terms.table,
    )
    secrets = Secrets(ladder("tried", bytes(32)), bytes(32), bytes(32))
    try:
        for decided in play_out(open_match(tried, secrets, 1), secrets, 1, reason="tried"):
            is_over = decided.match.phase != "running"
    except (DirectorError, LadderEndError, RulingError):
        return False
    return is_over


def _silent(decided: Decided) -> list[Seat]:
    """Return who is asked and has not answered."""
    match: Match = decided.match
    asked = [decision for decision in match.asked_now() if not has_answered(match, decision, decided.plans)]
    return [decision.seat for decision in asked]

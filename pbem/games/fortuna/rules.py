"""Which function of Fortuna decides what."""

from pbem.games.fortuna.course import play, scoring, setup
from pbem.games.fortuna.law import defaults, impossible, law, listing, resolved, waiting
from pbem.games.fortuna.position.moves import Move
from pbem.games.fortuna.position.state import State, View, view_of
from pbem.games.fortuna.table import faults
from pbem.games.kit.wiring.rules import Rules

RULES: Rules[State, Move, View] = Rules(
    table_faults=faults.table_faults,
    setup=setup.set_up,
    waiting=waiting.waiting,
    ahead=waiting.ahead,
    is_past=waiting.is_past,
    view=view_of,
    public=lambda state: state.public,
    moves=listing.moves,
    check=law.check,
    impossible=impossible.impossible,
    resolve=resolved.resolve,
    play=play.play,
    default=defaults.default,
    outcome=scoring.outcome,
)

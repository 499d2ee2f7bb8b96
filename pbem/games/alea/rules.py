"""Which function of Alea Iacta Est decides what."""

from pbem.games.alea.course import play, setup
from pbem.games.alea.law import defaults, impossible, law, listing, waiting
from pbem.games.alea.position.moves import Move
from pbem.games.alea.position.state import State, View, view_of
from pbem.games.alea.scoring import scoring
from pbem.games.alea.table import faults, options
from pbem.games.kit.wiring.rules import Rules

RULES: Rules[State, Move, View] = Rules(
    table_faults=faults.table_faults,
    opening_faults=options.opening_faults,
    setup=setup.set_up,
    waiting=waiting.waiting,
    ahead=waiting.ahead,
    is_past=waiting.is_past,
    view=view_of,
    public=lambda state: state.position,
    moves=listing.moves,
    check=law.check,
    impossible=impossible.impossible,
    play=play.play,
    default=defaults.default,
    outcome=scoring.outcome,
)

"""Which function of Praetor decides what."""

from pbem.games.kit.wiring.rules import Rules
from pbem.games.praetor.course import defaults, play, scoring, setup, waiting
from pbem.games.praetor.law import impossible, listing, resolved
from pbem.games.praetor.position.moves import Move
from pbem.games.praetor.position.state import State, View, view_of
from pbem.games.praetor.table import faults, options
from pbem.games.praetor.words import refusals

RULES: Rules[State, Move, View] = Rules(
    table_faults=faults.table_faults,
    opening_faults=options.opening_faults,
    setup=setup.set_up,
    waiting=waiting.waiting,
    ahead=waiting.ahead,
    is_past=waiting.is_past,
    view=view_of,
    public=lambda state: state.now,
    moves=listing.moves,
    check=refusals.check,
    impossible=impossible.impossible,
    resolve=resolved.resolve,
    play=play.play,
    default=defaults.default,
    vacate=play.vacate,
    occupy=play.occupy,
    outcome=scoring.outcome,
)

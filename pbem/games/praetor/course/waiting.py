"""Who is asked what, under which turn, and what may still come up for a seat.

The option `mode` lives here. `queue`: a sheet serves a whole turn, and more below `next`. `single`: every question for
an action is a turn of its own, so that a sheet serves one action, and nothing can be ordered ahead but standing orders
for the update. `sheet`: all are asked to be ready before a turn; after that nobody is asked for an action, each is
answered by the sheet or else by passing.
"""

from pbem.games.game import Decision, Saying, Seat
from pbem.games.kit.scene import by
from pbem.games.praetor.course.update import forecast
from pbem.games.praetor.law.law import academies, may_need_rescue, may_study
from pbem.games.praetor.law.listing import must_pass
from pbem.games.praetor.position.moves import Ready
from pbem.games.praetor.position.state import Player, State, View

UPDATE = frozenset({"academy", "rescue"})
TURN = UPDATE | {"action"}
NOTHING: frozenset[str] = frozenset()


def waiting(state: State) -> tuple[Decision, ...]:
    """Return who must decide what."""
    return tuple(_decision(state, seat) for seat in state.rules.seats if seat in state.now.asked)


def _decision(state: State, seat: Seat) -> Decision:
    now, player = state.now, state.now.players[seat]
    return Decision(
        seat=seat,
        kind=now.phase,
        turn=_turn(state, player),
        about=_question(state, player),
        decline=Ready() if now.phase == "ready" else None,  # a sheet with actions on it is a sheet sent
        ask=_is_asked(state, player),
    )


def times_asked(state: State, player: Player) -> int:
    """Return how many times a player was asked to act this turn, the present time included; who must pass is not."""
    is_asked = state.now.phase == "action" and player.seat in state.now.asked and not must_pass(state, player)
    return player.acted + is_asked


def _turn(state: State, player: Player) -> str:
    turn = str(state.now.turn)
    if state.rules.choices.mode == "single":
        return f"{turn}.{times_asked(state, player)}"
    return turn


def _is_asked(state: State, player: Player) -> bool:
    choices, phase = state.rules.choices, state.now.phase
    if phase == "action":
        return choices.mode != "sheet" and not must_pass(state, player)
    return phase == "ready" or choices.ask_update


def _question(state: State, player: Player) -> Saying:
    now, seat = state.now, by(player.seat)
    if now.phase == "ready":
        return Saying("ask_ready", {"seat": seat, "turn": now.turn})
    if now.phase == "academy":
        tiles = list(academies(state, player))
        return Saying("ask_academy", {"seat": seat, "count": player.trainees1, "tiles": tiles})
    if now.phase == "rescue":
        favour, cost = forecast(state, player.seat).favour, state.rules.table.numbers.rescue
        return Saying("ask_rescue", {"seat": seat, "favour": favour, "cost": cost})
    return Saying("ask_action", {"seat": seat, "turn": now.turn, "cycle": now.cycle})


def ahead(view: View) -> tuple[frozenset[str], frozenset[str]]:
    """Return what may come up for a seat this turn and later; a seat that is done with this turn looks at the next."""
    now, seat = view.state.now, view.seat
    if seat is None or seat not in now.players or now.phase == "over":
        return NOTHING, NOTHING
    mode = view.state.rules.choices.mode
    if mode == "single":
        return UPDATE | ({now.phase} if seat in now.asked else NOTHING), NOTHING
    present = _this_turn(view.state, seat)
    later = _later_turns(view.state)
    return (present or later), later


def is_past(view: View, turn: str) -> bool:
    """Tell whether a seat is done with a turn; question by question (`single`) only the next one tells."""
    state, seat = view.state, view.seat
    if seat is None or seat not in state.now.players or state.now.phase == "over":
        return state.now.phase == "over"
    number, _, question = turn.partition(".")
    if int(number) != state.now.turn:
        return True
    if question:
        return int(question) < times_asked(state, state.now.players[seat])
    return not _this_turn(state, seat)


def _later_turns(state: State) -> frozenset[str]:
    if state.now.last:
        return NOTHING
    if state.rules.choices.mode == "sheet":
        return TURN | {"ready"}
    return TURN


def _this_turn(state: State, seat: Seat) -> frozenset[str]:
    now, player = state.now, state.now.players[seat]
    present = frozenset({now.phase} if seat in now.asked else ())
    if now.phase in ("ready", "action") and not player.passed:
        return present | TURN
    kinds = set()
    if now.phase == "action" and may_study(state, player) and not player.wish_academy:
        kinds.add("academy")
    if now.phase in ("action", "academy") and may_need_rescue(state, player) and not player.wish_rescue:
        kinds.add("rescue")
    return present | kinds

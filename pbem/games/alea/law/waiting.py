"""Who must decide what now, and what may still come. Public facts alone decide it."""

from itertools import islice

from pbem.games.alea.position.buildings import elsewhere
from pbem.games.alea.position.moves import Place, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Fixed, Position, State, View
from pbem.games.game import Data, Decision, Saying

PLACING = frozenset({"place", "reroll"})
REROLL = frozenset({"reroll"})


def waiting(state: State) -> tuple[Decision, ...]:
    """Return who must decide what."""
    fixed, position = state.fixed, state.position
    phase = position.phase
    if phase == "place":
        return (_placing(fixed, position),)
    if phase == "card":
        return (_decision(fixed, position, position.queue[0], private=True, count=position.shown),)
    if phase == "province":
        return (_picking(fixed, position, [TakeProvince(tile) for tile in position.provinces]),)
    if phase == "patrician":
        return (_picking(fixed, position, [TakePatrician(code) for code in position.patricians]),)
    return tuple(_decision(fixed, position, seat, private=True) for seat in position.queue)


def _placing(fixed: Fixed, position: Position) -> Decision:
    """The only legal placement is forced if no token could change the dice; the Latrine is never asked about then."""
    # dice and tokens lie open, so a forced placement tells nobody anything new
    seat = position.active
    tokens = position.players[seat].tokens
    about = Saying("ask_place" if tokens else "ask_place_only", {"dice": position.rolls[seat], "tokens": tokens})
    forced, ask = None, True
    if not tokens:
        found = list(islice(elsewhere(fixed, position, seat), 2))
        ask = bool(found)
        if len(found) == 1 and fixed.options.auto_forced:
            forced = found[0]
        elif not found and len(set(position.rolls[seat])) == 1:
            forced = Place("latrine", position.rolls[seat][:1])
    turn = f"{position.round}.{position.lap}"
    return Decision(fixed.seats[seat], "place", turn, about, also=REROLL, forced=forced, ask=ask)


def _picking(fixed: Fixed, position: Position, picks: list[TakeProvince] | list[TakePatrician]) -> Decision:
    forced = picks[0] if len(picks) == 1 else None
    return _decision(fixed, position, position.queue[0], forced=forced, count=position.queue.count(position.queue[0]))


def _decision(
    fixed: Fixed, position: Position, seat: int, *, forced: Data = None, private: bool = False, **args: Data
) -> Decision:
    about = Saying(f"ask_{position.phase}", args)
    return Decision(fixed.seats[seat], position.phase, _turn(position), about, forced=forced, private=private)


def _turn(position: Position) -> str:
    if position.phase == "assign":
        return "end"
    return f"{position.round}.evaluation"


def decides(position: Position, seat: int) -> bool:
    """Tell whether something is asked of a seat now."""
    if position.phase == "place":
        return position.active == seat
    if position.phase in {"card", "province", "patrician"}:
        return position.queue[0] == seat
    return seat in position.queue


def ahead(view: View) -> tuple[frozenset[str], frozenset[str]]:
    """Return the kinds that may come up in the seat's current or coming turn, and those of any later turn."""
    fixed, position = view.fixed, view.position
    if position.phase == "over":
        return frozenset(), frozenset()
    end = frozenset({"assign"}) if fixed.options.allocation_manual else frozenset()
    if position.phase == "assign":
        return (end if decides(position, view.index) else frozenset()), frozenset()
    picks = _picks(fixed)
    more_rounds = PLACING | picks if position.round < fixed.rounds else frozenset()
    if position.phase != "place":
        return _while_evaluating(position, view.index, picks, more_rounds | end), more_rounds | end
    return _while_placing(position, view.index, len(fixed.seats), picks), PLACING | picks | end


def is_past(view: View, turn: str) -> bool:
    """Tell whether a seat has placed in a lap, or whether an evaluation is over."""
    position = view.position
    if turn == "end" or position.phase == "over":
        return position.phase == "over"
    number, _, part = turn.partition(".")
    if int(number) != position.round or position.phase == "assign":
        return True
    if part == "evaluation":
        return False
    if position.phase != "place" or int(part) != position.lap:
        return True
    return _is_done(position, view.index, len(view.fixed.seats))


def _picks(fixed: Fixed) -> frozenset[str]:
    keeps = fixed.has_temple and fixed.options.temple_keep_manual
    return frozenset({"card", "province", "patrician"} | ({"keep"} if keeps else set()))


def _while_placing(position: Position, seat: int, count: int, picks: frozenset[str]) -> frozenset[str]:
    """A seat that has played in this lap does not know yet whether another lap comes."""
    if not _is_done(position, seat, count):
        return PLACING
    return picks if position.last_lap else picks | PLACING


def _is_done(position: Position, seat: int, count: int) -> bool:
    """Tell whether a seat has played in this lap."""
    return (seat - position.start) % count < (position.active - position.start) % count


def _while_evaluating(position: Position, seat: int, picks: frozenset[str], later: frozenset[str]) -> frozenset[str]:
    """Buildings already evaluated do not come back; who has no pick left goes on to what comes later."""
    order = ("keep", "card", "province", "patrician")
    left = picks & frozenset(order[order.index(position.phase) :])
    return left if decides(position, seat) else left | later

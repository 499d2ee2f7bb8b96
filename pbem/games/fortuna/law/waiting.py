"""Who must decide what, by public facts alone (7.1), and which kinds of decision lie ahead of a seat."""

from collections.abc import Callable
from itertools import islice

from pbem.games.fortuna.law.law import deciders, is_window_open
from pbem.games.fortuna.law.listing import answers
from pbem.games.fortuna.position.moves import Block, End, Military, Move, Roll
from pbem.games.fortuna.position.state import Public, State, View
from pbem.games.game import Decision, Saying, Seat

DECLINES: dict[str, Move] = {"military": Military(), "roll": Roll(), "block": Block(), "end": End()}
FORCIBLE = frozenset({"draft", "take", "swap", "military", "favour"})  # what is legal there follows from public facts
PRIVATE = frozenset({"keep", "palace"})
COURSE = ("play", "take", "swap", "military", "roll", "favour", "block", "keep", "end")


def has_news(state: State) -> bool:
    """Tell whether a card was drawn in this turn: it may be one to use at once, or change what older ones are for."""
    return state.public.turn.kept > 0


def had_news(state: State) -> bool:
    """Tell the same by version 1, in which older cards were forgotten where drawn ones may not be used (F-R37)."""
    return has_news(state) and state.rules.options.drawn_privilege_same_turn == "yes"


def waiting(state: State, is_news: Callable[[State], bool] = has_news) -> tuple[Decision, ...]:
    """Return who must decide what; the end of a turn (T8) is asked about only where there are news."""
    return tuple(_decision(state, seat, is_news) for seat in deciders(state.rules, state.public))


def _decision(state: State, seat: Seat, is_news: Callable[[State], bool]) -> Decision:
    public, step = state.public, state.public.step
    return Decision(
        seat=seat,
        kind=step,
        turn="setup" if step in ("draft", "reserve") else str(public.round),
        about=Saying(f"ask_{step}", _about(public)),
        also=frozenset({"use"}) if is_window_open(state.rules, public) else frozenset(),
        decline=DECLINES.get(step),
        forced=_forced(state, seat),
        private=step in PRIVATE,
        ask=step != "end" or is_news(state),
    )


def _about(public: Public) -> dict[str, object]:
    turn = public.turn
    if public.step == "favour":
        return {"dice": turn.dice}
    if public.step not in ("keep", "palace"):
        return {}
    return {"count": turn.offered, "limit": turn.limit}


def _forced(state: State, seat: Seat) -> Move | None:
    # whether a move is forced is told to all, so it is judged through eyes without a hand: where privileges may be
    # used nothing is ever forced, for otherwise an automatic move would tell that the seat holds none
    public = state.public
    if public.step not in FORCIBLE or is_window_open(state.rules, public):
        return None
    ways = list(islice(answers(View(state.rules, public, seat)), 2))
    return ways[0] if len(ways) == 1 else None


def ahead(view: View) -> tuple[frozenset[str], frozenset[str]]:
    """Return the kinds that may still come up in the seat's current or coming turn, and in any later one."""
    public, seat = view.public, view.seat
    if seat is None or public.step == "over":
        return frozenset(), frozenset()
    whole = _whole(public)
    if public.step in ("draft", "reserve"):
        return _setup_ahead(view), whole
    place, is_last = public.order.index(seat), bool(public.palace.arrivals)
    if place == public.at:
        return _rest(public, whole), frozenset() if is_last else whole
    if not is_last:
        return whole, whole
    return whole if place > public.at else frozenset(), frozenset()


def is_past(view: View, turn: str) -> bool:
    """Tell whether the seat has moved in a turn, or all have; everybody has one turn in a round."""
    public, seat = view.public, view.seat
    if seat is None or public.step in ("draft", "reserve", "over"):
        return public.step == "over"
    if turn == "setup" or int(turn) < public.round:
        return True
    return int(turn) == public.round and public.order.index(seat) < public.at


def _whole(public: Public) -> frozenset[str]:
    kinds = {*COURSE, "palace", "use"}
    return frozenset(kinds if len(public.players) == 2 else kinds - {"block"})


def _setup_ahead(view: View) -> frozenset[str]:
    if view.public.step == "draft":
        return frozenset({"draft", "reserve"})
    if view.seat in view.public.reserving:
        return frozenset({"reserve"})
    return _whole(view.public)


def _rest(public: Public, whole: frozenset[str]) -> frozenset[str]:
    turn = public.turn
    step = public.step
    if public.step == "palace":
        step = turn.after
    rest = {*COURSE[COURSE.index(step) :], "palace", "use"}
    if step in ("swap", "military"):
        rest.add("take")
    if step == "take" and turn.is_swapped:
        rest -= {"swap", "military"}
    if step == "roll" and not turn.is_military_settled:
        rest |= {"military", "take"}
    return frozenset(rest) & whole

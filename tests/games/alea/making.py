"""Positions made to order: the vectors of the rules name seats A to E, dice by value, rows as `1A 3B`."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.course.rounds import go_on
from pbem.games.alea.position.moves import Move, Place
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import NO_RUN, Camp, Dice, Die, Position, State, View
from pbem.games.alea.scoring.scoring import Holdings, ScoringTerms, terms_of
from pbem.games.game import Refusal, Seat, Step
from tests.games.fate import Fate

A, B, C, D, E = range(5)
Option = Mapping[str, str]


def seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(name) for name in GAME.meta.seats[:count])


def begin(count: int, options: Option | None = None, chance: Fate | None = None, **more: str) -> State:
    """Lay a game out; A begins."""
    given = {"start_seat": "grey", **(options or {}), **more}
    return GAME.setup(seats=seats(count), options=given, table=GAME.table(), chance=chance or Fate(7)).state


def row(text: str) -> tuple[Die, ...]:
    """`1A 3B` as dice in the Forum."""
    return tuple(Die("ABCDE".index(die[1]), int(die[0])) for die in text.split())


def camps(text: str) -> tuple[Camp, ...]:
    """`A3x5 B1x6` as sets in the Castrum."""
    return tuple(Camp("ABCDE".index(camp[0]), int(camp[3]), int(camp[1])) for camp in text.split())


def by_seat(count: int, given: Mapping[int, Any], empty: Any) -> tuple[Any, ...]:
    return tuple(given.get(seat, empty) for seat in range(count))


def at_table(
    count: int,
    roll: Sequence[int],
    *,
    seat: int = A,
    temple: Mapping[int, Dice] | None = None,
    senate: Mapping[int, tuple[int, int]] | None = None,
    castrum: str = "",
    forum: str = "",
    tokens: int = 0,
    options: Option | None = None,
) -> State:
    """A seat has rolled; the buildings hold these dice. Dice that stand nowhere lie in their owners' Latrine."""
    state = begin(count, options)
    made = replace(
        state.position,
        active=seat,
        temple=by_seat(count, temple or {}, ()),
        senate=by_seat(count, senate or {}, NO_RUN),
        castrum=camps(castrum),
        forum=row(forum),
    )
    return replace(state, position=_with_hands(made, seat, tuple(sorted(roll)), tokens))


def _with_hands(position: Position, seat: int, roll: Dice, tokens: int) -> Position:
    count = len(position.players)
    players = list(position.players)
    latrine = [0] * count
    for index in range(count):
        low, high = position.senate[index]
        placed = len(position.temple[index]) + (high - low + 1 if low else 0)
        placed += sum(camp.size for camp in position.castrum if camp.owner == index)
        placed += sum(die.owner == index for die in position.forum)
        hand = len(roll) if index == seat else max(1, 8 - placed)
        latrine[index] = 8 - placed - hand
        players[index] = replace(players[index], hand=hand, tokens=tokens if index == seat else 0)
    rolls = tuple(roll if index == seat else () for index in range(count))
    return replace(position, players=tuple(players), rolls=rolls, latrine=tuple(latrine))


def view(state: State, seat: int = A) -> View:
    return GAME.view(state, state.fixed.seats[seat])


def parse(state: State, text: str, seat: int = A) -> Move:
    move = GAME.parse(view(state, seat), text)
    assert isinstance(move, Move), f"{text!r} is not understood: {move}"
    return move


def refused(state: State, text: str, seat: int = A) -> str:
    """Return the key of the reason why an order is refused, or nothing if it is legal."""
    refusal = GAME.check(view(state, seat), parse(state, text, seat))
    return refusal.saying.key if isinstance(refusal, Refusal) else ""


def do(state: State, text: str, seat: int = A, chance: Fate | None = None) -> Step[State]:
    """Play a legal order."""
    assert not refused(state, text, seat), f"{text!r} is refused: {refused(state, text, seat)}"
    return GAME.play(state, state.fixed.seats[seat], parse(state, text, seat), chance or Fate(7))


def after(state: State, text: str, seat: int = A, chance: Fate | None = None) -> Position:
    return do(state, text, seat, chance).state.position


def legal(state: State, building: str, seat: int = A) -> set[str]:
    """Return the dice that may go into a building, as texts like `1 4`; in the Castrum with `new` or `extend 2x4`."""
    placed = [move for move in GAME.moves(view(state, seat)) if isinstance(move, Place) and move.building == building]
    return {GAME.write(move, "en").removeprefix(f"place {building} ") for move in placed}


def buildings(state: State, seat: int = A) -> set[str]:
    return {move.building for move in GAME.moves(view(state, seat)) if isinstance(move, Place)}


def show_row(position: Position) -> str:
    return " ".join(f"{die.value}{'ABCDE'[die.owner]}" for die in position.forum)


def end_of_round(
    count: int,
    *,
    temple: Mapping[int, tuple[Dice, Sequence[int]]] | None = None,
    senate: Mapping[int, tuple[int, int]] | None = None,
    castrum: str = "",
    forum: str = "",
    latrine: Mapping[int, int] | None = None,
    options: Option | None = None,
    round_: int = 1,
) -> State:
    """The last player of the last lap is about to put a last die into the Castrum as a set that beats nothing.

    `temple` holds dice and the tiles drawn for them.
    """
    state = begin(count, options)
    last = count - 1
    tiles = {seat: tuple(drawn) for seat, (_, drawn) in (temple or {}).items()}
    made = replace(
        state.position,
        round=round_,
        lap=4,
        active=last,
        last_lap=True,
        temple=by_seat(count, {seat: dice for seat, (dice, _) in (temple or {}).items()}, ()),
        senate=by_seat(count, senate or {}, NO_RUN),
        castrum=camps(castrum),
        forum=row(forum),
        latrine=by_seat(count, latrine or {}, 0),
        players=tuple(
            replace(player, hand=int(index == last), drawn=len(tiles.get(index, ())))
            for index, player in enumerate(state.position.players)
        ),
    )
    own = tuple(replace(mine, drawn=tiles.get(index, ())) for index, mine in enumerate(state.own))
    return replace(state, position=replace(made, rolls=((),) * count), own=own)


def evaluate(state: State, chance: Fate | None = None) -> Step[State]:
    """Evaluate as if the last die of the round had just been placed."""
    players = tuple(replace(player, hand=0) for player in state.position.players)
    placed = replace(state, position=replace(state.position, phase="placed", active=-1, players=players))
    scene = Scene(placed, chance or Fate(7))
    go_on(scene)
    return scene.step()


def asked(state: State) -> list[int]:
    """Return which seats are asked."""
    return [state.fixed.seats.index(decision.seat) for decision in GAME.waiting(state)]


def by_default(state: State, until: str, chance: Fate | None = None) -> State:
    """Answer everything by default until a phase is reached."""
    while state.position.phase != until:
        decision = GAME.waiting(state)[0]
        move = GAME.default(GAME.view(state, decision.seat))
        state = GAME.play(state, decision.seat, move, chance or Fate(7)).state
    return state


def hand(tiles: str = "", patricians: str = "", cards: str = "", kept: Sequence[int] = (), tokens: int = 0) -> Holdings:
    """What a player has at the end; cards may name a border by its colours, as HIS/MAC."""
    return Holdings(tuple(tiles.split()), tuple(patricians.split()), tuple(cards.split()), tuple(kept), tokens)


def terms(options: Option | None = None, **pairs: tuple[str, str]) -> ScoringTerms:
    """The terms of a game by option, with the colours of some borders changed: XII_1=("HIS", "MAC")."""
    made = terms_of(begin(2, options).fixed)
    return replace(made, borders={**made.borders, **{name.replace("_", "-"): pair for name, pair in pairs.items()}})


def v55(roll: list[int], tokens: int = 0, options: dict[str, str] | None = None) -> State:
    made = at_table(2, roll, senate={A: (1, 2)}, castrum="A3x5 B1x6", tokens=tokens, options=options)
    return replace(made, position=replace(made.position, forum=row("1B 2A 2A 3B")))

"""The course of the game: set-up, one round after the other, and the end."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.games.alea import table as parts
from pbem.games.alea.evaluation import evaluate
from pbem.games.alea.options import Options, read_options
from pbem.games.alea.scoring import holdings_of, tally, terms_of
from pbem.games.alea.split import assign_best
from pbem.games.alea.state import NO_RUN, NOBODY, Fixed, Own, Pile, Player, Position, Score, Stand, State, with_own
from pbem.games.alea.telling import Telling, begin
from pbem.games.alea.turn import begin_lap
from pbem.games.chance import Chance
from pbem.games.game import Data, Seat, Step


def set_up(seats: tuple[Seat, ...], options: Mapping[str, str], data: Data, chance: Chance) -> Step[State]:
    """Lay out the game and begin its first round."""
    fixed = fix(seats, read_options(options), parts.read(data))
    telling = begin(fixed, chance)
    start = _first(fixed, telling)
    telling.tell("begins", seat=telling.name(start))
    state = State(fixed, _empty(fixed, start), (Own(),) * len(seats))
    state = begin_round(state, telling)
    return Step(state, tuple(telling.news))


def fix(seats: tuple[Seat, ...], options: Options, table: parts.Table) -> Fixed:
    """Return what never changes in a game of these seats."""
    count, rows = str(len(seats)), table.per_players
    return Fixed(
        seats,
        options,
        table,
        rounds=rows.rounds[count],
        columns=rows.columns[count],
        has_temple=rows.temple[count],
        prizes=rows.prizes[count],
    )


def _first(fixed: Fixed, telling: Telling) -> int:
    """The first start player is random unless the host has named him (A-R22)."""
    named = fixed.options.start_seat
    if named != "random":
        return fixed.seats.index(Seat(named))
    return telling.chance.roll("setup/start").below(len(fixed.seats))


def _empty(fixed: Fixed, start: int) -> Position:
    count = len(fixed.seats)
    pile = Pile(0, parts.fortune(fixed.table)) if fixed.has_temple else None
    return Position(
        phase="place",
        round=0,
        lap=0,
        start=start,
        active=NOBODY,
        last_lap=False,
        attempt=0,
        rolls=((),) * count,
        players=(Player(),) * count,
        temple=((),) * count,
        fortune=pile,
        discard=(),
        senate=(NO_RUN,) * count,
        deck=0,
        castrum=(),
        provinces=(),
        provinces_removed=(),
        forum=(),
        patricians=(),
        patricians_removed=(),
        latrine=(0,) * count,
        supply=fixed.options.reroll_supply,
    )


def begin_round(state: State, telling: Telling) -> State:
    """Deal provinces and patricians; everybody has eight dice again (L85)."""
    fixed, position = state.fixed, state.position
    tiles = telling.chance.deck("provinces/0", parts.tiles(fixed.table))
    people = telling.chance.deck("patricians/0", parts.patricians(fixed.table))
    count, done = len(fixed.seats), position.round
    provinces = tiles[done * count : (done + 1) * count]
    patricians = people[done * fixed.columns : (done + 1) * fixed.columns]
    players = tuple(replace(player, hand=parts.DICE) for player in position.players)
    position = replace(
        position,
        phase="place",
        round=done + 1,
        lap=0,
        last_lap=False,
        players=players,
        provinces=provinces,
        patricians=patricians,
    )
    _tell_offer(position, telling)
    return begin_lap(replace(state, position=position), telling)


def _tell_offer(position: Position, telling: Telling) -> None:
    telling.tell(
        "round_begins",
        round=position.round,
        tiles=tuple(f"tile/{tile}" for tile in position.provinces),
        patricians=tuple(f"patrician/{code}" for code in position.patricians),
    )


def go_on(state: State, telling: Telling) -> State:
    """Do what needs nobody's choice: evaluate when all dice are placed, end the round when all is evaluated."""
    if state.position.phase == "placed":
        state = evaluate(state, telling)
    if state.position.phase == "evaluated":
        state = end_round(state, telling)
    return state


def end_round(state: State, telling: Telling) -> State:
    """The start player marker goes to the left; after the last round the game ends (L85)."""
    position = state.position
    if position.round == state.fixed.rounds:
        return begin_end(state, telling)
    start = (position.start + 1) % len(state.fixed.seats)
    return begin_round(replace(state, position=replace(position, start=start)), telling)


def begin_end(state: State, telling: Telling) -> State:
    """Patricians are sent to provinces: by the referee, or by those who have any to send (A-R31)."""
    asked = tuple(
        seat
        for seat, player in enumerate(state.position.players)
        if player.patricians and (player.provinces or player.cards)
    )
    if not state.fixed.options.allocation_manual or not asked:
        return finish(state, telling)
    return replace(state, position=replace(state.position, phase="assign", queue=asked))


def assign(state: State, seat: int, stands: tuple[Stand, ...] | None, telling: Telling) -> State:
    """Note a seat's assignment (None: the best); all are shown when the last one is in."""
    holdings, terms = holdings_of(state, seat), terms_of(state.fixed)
    best = assign_best(holdings, terms)
    split = best if stands is None else stands
    queue = tuple(other for other in state.position.queue if other != seat)
    state = with_own(state, seat, split=split)
    state = replace(state, position=replace(state.position, queue=queue))
    total, most = tally(holdings, split, terms).total, tally(holdings, best, terms).total
    telling.whisper(seat, "assigned", total=total, best=most)
    return state if queue else finish(state, telling)


def finish(state: State, telling: Telling) -> State:
    """Reveal all cards, count all points."""
    scores = tuple(_score(state, seat) for seat in range(len(state.fixed.seats)))
    for seat, score in enumerate(scores):
        _tell_score(seat, score, telling)
    own = tuple(replace(own, split=None) for own in state.own)
    position = replace(state.position, phase="over", scores=scores, queue=())
    return replace(state, position=position, own=own)


def _score(state: State, seat: int) -> Score:
    holdings, terms = holdings_of(state, seat), terms_of(state.fixed)
    split = state.own[seat].split
    return tally(holdings, assign_best(holdings, terms) if split is None else split, terms)


def _tell_score(seat: int, score: Score, telling: Telling) -> None:
    telling.tell("revealed", seat=telling.name(seat), cards=tuple(f"card/{card}" for card in score.cards))
    telling.tell(
        "scored",
        seat=telling.name(seat),
        provinces=score.provinces,
        patricians=score.patricians,
        senate=sum(score.cards.values()),
        fortune=score.fortune,
        rerolls=score.rerolls,
        total=score.total,
        spare=score.spare,
    )

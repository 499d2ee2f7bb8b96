"""The course of the game: one round after the other, and the end."""

from msgspec.structs import replace

from pbem.games.alea import table as parts
from pbem.games.alea.evaluation import evaluate
from pbem.games.alea.scene import Scene
from pbem.games.alea.scoring import holdings_of, tally, terms_of
from pbem.games.alea.split import assign_best
from pbem.games.alea.state import Position, Score, Stand, State, with_own
from pbem.games.alea.turn import begin_lap


def begin_round(state: State, scene: Scene) -> State:
    """Deal provinces and patricians; everybody has eight dice again (L85)."""
    fixed, position = state.fixed, state.position
    tiles = scene.chance.deck("provinces/0", parts.tiles(fixed.table))
    people = scene.chance.deck("patricians/0", parts.patricians(fixed.table))
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
    _tell_offer(position, scene)
    return begin_lap(replace(state, position=position), scene)


def _tell_offer(position: Position, scene: Scene) -> None:
    scene.tell(
        "round_begins",
        round=position.round,
        tiles=tuple(f"tile/{tile}" for tile in position.provinces),
        patricians=tuple(f"patrician/{code}" for code in position.patricians),
    )


def go_on(state: State, scene: Scene) -> State:
    """Do what needs nobody's choice: evaluate when all dice are placed, end the round when all is evaluated."""
    if state.position.phase == "placed":
        state = evaluate(state, scene)
    if state.position.phase == "evaluated":
        state = end_round(state, scene)
    return state


def end_round(state: State, scene: Scene) -> State:
    """The start player marker goes to the left; after the last round the game ends (L85)."""
    position = state.position
    if position.round == state.fixed.rounds:
        return begin_end(state, scene)
    start = (position.start + 1) % len(state.fixed.seats)
    return begin_round(replace(state, position=replace(position, start=start)), scene)


def begin_end(state: State, scene: Scene) -> State:
    """Patricians are sent to provinces: by the referee, or by those who have any to send (A-R31)."""
    asked = tuple(
        seat
        for seat, player in enumerate(state.position.players)
        if player.patricians and (player.provinces or player.cards)
    )
    if not state.fixed.options.allocation_manual or not asked:
        return finish(state, scene)
    return replace(state, position=replace(state.position, phase="assign", queue=asked))


def assign(state: State, seat: int, stands: tuple[Stand, ...] | None, scene: Scene) -> State:
    """Note a seat's assignment (None: the best); all are shown when the last one is in."""
    holdings, terms = holdings_of(state, seat), terms_of(state.fixed)
    best = assign_best(holdings, terms)
    split = best if stands is None else stands
    queue = tuple(other for other in state.position.queue if other != seat)
    state = with_own(state, seat, split=split)
    state = replace(state, position=replace(state.position, queue=queue))
    total, most = tally(holdings, split, terms).total, tally(holdings, best, terms).total
    scene.whisper(seat, "assigned", total=total, best=most)
    return state if queue else finish(state, scene)


def finish(state: State, scene: Scene) -> State:
    """Reveal all cards, count all points."""
    scores = tuple(_score(state, seat) for seat in range(len(state.fixed.seats)))
    for seat, score in enumerate(scores):
        _tell_score(seat, score, scene)
    own = tuple(replace(own, split=None) for own in state.own)
    position = replace(state.position, phase="over", scores=scores, queue=())
    return replace(state, position=position, own=own)


def _score(state: State, seat: int) -> Score:
    holdings, terms = holdings_of(state, seat), terms_of(state.fixed)
    split = state.own[seat].split
    return tally(holdings, assign_best(holdings, terms) if split is None else split, terms)


def _tell_score(seat: int, score: Score, scene: Scene) -> None:
    scene.tell("revealed", seat=scene.name(seat), cards=tuple(f"card/{card}" for card in score.cards))
    scene.tell(
        "scored",
        seat=scene.name(seat),
        provinces=score.provinces,
        patricians=score.patricians,
        senate=sum(score.cards.values()),
        fortune=score.fortune,
        rerolls=score.rerolls,
        total=score.total,
        spare=score.spare,
    )

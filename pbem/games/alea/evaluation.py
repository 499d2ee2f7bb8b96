"""Phase 2: Temple, Senate, Castrum, Forum, Latrine, in this order (L53-L81). Each stops where somebody must choose."""

from msgspec.structs import replace

from pbem.games.alea.buildings import senate_rank, temple_leader, to_latrine
from pbem.games.alea.fortune import draw_tiles
from pbem.games.alea.scene import Scene
from pbem.games.alea.state import NO_RUN, State, with_own, with_player, without
from pbem.games.alea.table import SHOWN, cards


def evaluate(state: State, scene: Scene) -> State:
    """Begin with the Temple."""
    holders = [seat for seat, dice in enumerate(state.position.temple) if dice]
    if not holders:
        return evaluate_senate(state, scene)
    if sum(len(dice) for dice in state.position.temple) == 1:  # A-R6
        state = draw_tiles(state, holders[0], 1, scene)
    asked = [seat for seat in holders if state.position.players[seat].drawn > quota(state, seat)]
    if not state.fixed.options.temple_keep_manual or not asked:
        return show_fortune(state, scene)
    return replace(state, position=replace(state.position, phase="keep", queue=tuple(asked)))


def quota(state: State, seat: int) -> int:
    """Return how many Fortune tiles a seat keeps at most: the leader in the Temple two, others one (L57, L58)."""
    return 2 if temple_leader(state.position)[0] == seat else 1


def keep(state: State, seat: int, tiles: tuple[int, ...], scene: Scene) -> State:
    """Note which tiles a seat keeps; they are shown when the last one has chosen (A-R35)."""
    queue = tuple(other for other in state.position.queue if other != seat)
    state = with_own(state, seat, keeping=tiles)
    state = replace(state, position=replace(state.position, queue=queue))
    scene.whisper(seat, "keeping", tiles=tiles)
    return state if queue else show_fortune(state, scene)


def best_tiles(drawn: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the most valuable tiles."""
    return tuple(sorted(drawn, reverse=True)[:count])


def show_fortune(state: State, scene: Scene) -> State:
    """Everybody in the Temple keeps his share; all other tiles are put away face up. The dice return (A-R34)."""
    for seat, dice in enumerate(state.position.temple):
        if dice:
            state = _show_tiles(state, seat, scene)
    empty = ((),) * len(state.fixed.seats)
    return evaluate_senate(replace(state, position=replace(state.position, temple=empty)), scene)


def _show_tiles(state: State, seat: int, scene: Scene) -> State:
    own = state.own[seat]
    kept = own.keeping or best_tiles(own.drawn, quota(state, seat))
    away = list(own.drawn)
    for value in kept:
        away.remove(value)
    hidden = state.fixed.options.fortune_kept_hidden  # A-R5
    faces = (0,) * len(kept) if hidden else kept
    if hidden:
        scene.tell("kept_hidden", seat=scene.name(seat), count=len(kept), away=tuple(away))
        scene.whisper(seat, "keeping", tiles=kept)
    else:
        scene.tell("kept", seat=scene.name(seat), tiles=kept, away=tuple(away))
    shown = (*state.position.players[seat].kept, *faces)
    position = with_player(state.position, seat, drawn=0, kept=shown)
    position = replace(position, discard=tuple(sorted((*position.discard, *away))))
    return with_own(replace(state, position=position), seat, drawn=(), keeping=(), kept=(*own.kept, *kept))


def evaluate_senate(state: State, scene: Scene) -> State:
    """Three cards are shown to the best runs, one after the other; the other runs go to the Latrine (L63-L65)."""
    position = state.position
    rank = senate_rank(position)
    if not rank:
        return evaluate_castrum(state, scene)
    winners, others = rank[: state.fixed.prizes], rank[state.fixed.prizes :]
    for seat in others:
        low, high = position.senate[seat]
        scene.tell("run_unrewarded", seat=scene.name(seat), count=high - low + 1)
        position = to_latrine(position, seat, high - low + 1)
    deck = scene.chance.deck("senate/0", cards(state.fixed.table, len(state.fixed.seats)))
    offer = deck[position.deck : position.deck + SHOWN]
    position = replace(position, phase="card", deck=position.deck + SHOWN, shown=SHOWN, queue=winners)
    return _next_card(replace(state, position=position, offer=offer), scene)


def take_card(state: State, seat: int, card: str, scene: Scene) -> State:
    """Take a card face down; who is next sees what is left."""
    state = _give_card(state, seat, card, scene)
    return _next_card(state, scene)


def _give_card(state: State, seat: int, card: str, scene: Scene) -> State:
    scene.tell("took_card", seat=scene.name(seat))
    scene.whisper(seat, "took_this_card", card=f"card/{card}")
    position = with_player(state.position, seat, cards=state.position.players[seat].cards + 1)
    position = replace(position, queue=position.queue[1:], shown=position.shown - 1)
    state = replace(state, position=position, offer=without(state.offer, card))
    return with_own(state, seat, cards=(*state.own[seat].cards, card))


def _next_card(state: State, scene: Scene) -> State:
    """The last card needs no choice (V76); cards nobody takes go under the deck and never come back (A-R10)."""
    while state.position.queue and len(state.offer) == 1:
        state = _give_card(state, state.position.queue[0], state.offer[0], scene)
    if state.position.queue:
        return state
    runs = (NO_RUN,) * len(state.fixed.seats)
    return evaluate_castrum(replace(state, position=replace(state.position, senate=runs, shown=0), offer=()), scene)


def evaluate_castrum(state: State, scene: Scene) -> State:
    """The biggest sets take a province each, as long as there are any; other sets go to the Latrine (L69-L72)."""
    position = state.position
    order = sorted(position.castrum, key=lambda camp: (camp.size, camp.value), reverse=True)
    prizes = len(position.provinces)
    for camp in order[prizes:]:
        scene.tell("camp_unrewarded", seat=scene.name(camp.owner), count=camp.size, value=camp.value)
        position = to_latrine(position, camp.owner, camp.size)
    rewarded = tuple(order[:prizes])
    queue = tuple(camp.owner for camp in rewarded)
    state = replace(state, position=replace(position, phase="province", castrum=rewarded, queue=queue))
    return state if queue else _end_castrum(state, scene)


def take_province(state: State, seat: int, tile: str, scene: Scene) -> State:
    """Take a province tile from the offer."""
    scene.tell("took_province", seat=scene.name(seat), tile=f"tile/{tile}")
    position = with_player(state.position, seat, provinces=(*state.position.players[seat].provinces, tile))
    queue, left = position.queue[1:], without(position.provinces, tile)
    position = replace(position, queue=queue, castrum=position.castrum[1:], provinces=left)
    state = replace(state, position=position)
    return state if queue else _end_castrum(state, scene)


def _end_castrum(state: State, scene: Scene) -> State:
    position = state.position
    if position.provinces:
        scene.tell("provinces_removed", tiles=tuple(f"tile/{tile}" for tile in position.provinces))
    removed = (*position.provinces_removed, *position.provinces)
    position = replace(position, castrum=(), provinces=(), provinces_removed=removed)
    return evaluate_forum(replace(state, position=position), scene)


def evaluate_forum(state: State, scene: Scene) -> State:
    """Every die takes a patrician, from left to right (L76, A-R16)."""
    queue = tuple(die.owner for die in state.position.forum)
    state = replace(state, position=replace(state.position, phase="patrician", queue=queue))
    return state if queue else _end_forum(state, scene)


def take_patrician(state: State, seat: int, patrician: str, scene: Scene) -> State:
    """Take a patrician from the offer."""
    scene.tell("took_patrician", seat=scene.name(seat), patrician=f"patrician/{patrician}")
    position = with_player(state.position, seat, patricians=(*state.position.players[seat].patricians, patrician))
    queue, left = position.queue[1:], without(position.patricians, patrician)
    position = replace(position, queue=queue, forum=position.forum[1:], patricians=left)
    state = replace(state, position=position)
    return state if queue else _end_forum(state, scene)


def _end_forum(state: State, scene: Scene) -> State:
    position = state.position
    if position.patricians:
        scene.tell("patricians_removed", patricians=tuple(f"patrician/{code}" for code in position.patricians))
    removed = (*position.patricians_removed, *position.patricians)
    position = replace(position, forum=(), patricians=(), patricians_removed=removed)
    return evaluate_latrine(replace(state, position=position), scene)


def evaluate_latrine(state: State, scene: Scene) -> State:
    """One reroll token for each die in the Latrine (L81), as far as the supply goes (A-R20)."""
    position = state.position
    gains, supply = _handed_out(position.latrine, position.start, position.supply)
    for seat, count in enumerate(gains):
        if count:
            scene.tell("gained_tokens", seat=scene.name(seat), count=count)
            position = with_player(position, seat, tokens=position.players[seat].tokens + count)
    empty = (0,) * len(gains)
    return replace(state, position=replace(position, phase="evaluated", latrine=empty, supply=supply))


def _handed_out(owed: tuple[int, ...], start: int, supply: int | None) -> tuple[tuple[int, ...], int | None]:
    """Hand tokens out one at a time, from the start player clockwise, until nobody is owed any or none is left."""
    if supply is None:
        return owed, None
    gains = [0] * len(owed)
    order = [(start + k) % len(owed) for k in range(len(owed))]
    while supply and any(gain < due for gain, due in zip(gains, owed, strict=True)):
        for seat in order:
            if supply and gains[seat] < owed[seat]:
                gains[seat] += 1
                supply -= 1
    return tuple(gains), supply

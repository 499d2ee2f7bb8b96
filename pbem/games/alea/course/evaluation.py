"""Phase 2: Temple, Senate, Castrum, Forum, Latrine, in this order (L53-L81). Each stops where somebody must choose."""

from pbem.games.alea.position.buildings import senate_rank, temple_leader, to_latrine
from pbem.games.alea.position.fortune import draw_tiles
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import NO_RUN, without
from pbem.games.alea.table.table import SHOWN, cards


def evaluate(scene: Scene) -> None:
    """Begin with the Temple."""
    holders = [seat for seat, dice in enumerate(scene.position.temple) if dice]
    if not holders:
        evaluate_senate(scene)
        return
    if sum(len(dice) for dice in scene.position.temple) == 1:  # A-R6
        draw_tiles(scene, holders[0], 1)
    asked = [seat for seat in holders if scene.position.players[seat].drawn > quota(scene, seat)]
    if scene.fixed.options.temple_keep_manual and asked:
        scene.set(phase="keep", queue=tuple(asked))
    else:
        show_fortune(scene)


def quota(scene: Scene, seat: int) -> int:
    """Return how many Fortune tiles a seat keeps at most: the leader in the Temple two, others one (L57, L58)."""
    if temple_leader(scene.position)[0] == seat:
        return 2
    return 1


def keep(scene: Scene, seat: int, tiles: tuple[int, ...]) -> None:
    """Note which tiles a seat keeps; they are shown when the last one has chosen (A-R35)."""
    # into the secret part until all have chosen: who answers late may not know what the others keep
    scene.hide(seat, keeping=tiles)
    scene.set(queue=tuple(other for other in scene.position.queue if other != seat))
    scene.whisper_to(seat, "keeping", tiles=tiles)
    if not scene.position.queue:
        show_fortune(scene)


def best_tiles(drawn: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the most valuable tiles."""
    return tuple(sorted(drawn, reverse=True)[:count])


def show_fortune(scene: Scene) -> None:
    """Everybody in the Temple keeps his share; all other tiles are put away face up. The dice return (A-R34)."""
    for seat, dice in enumerate(scene.position.temple):
        if dice:
            _show_tiles(scene, seat)
    scene.set(temple=((),) * len(scene.seats))
    evaluate_senate(scene)


def _show_tiles(scene: Scene, seat: int) -> None:
    own = scene.own[seat]
    kept = own.keeping or best_tiles(own.drawn, quota(scene, seat))
    away = list(own.drawn)
    for value in kept:
        away.remove(value)
    faces = _lay_down(scene, seat, kept, tuple(away))
    scene.change(seat, drawn=0, kept=(*scene.position.players[seat].kept, *faces))
    scene.set(discard=tuple(sorted((*scene.position.discard, *away))))
    scene.hide(seat, drawn=(), keeping=(), kept=(*own.kept, *kept))


def _lay_down(scene: Scene, seat: int, kept: tuple[int, ...], away: tuple[int, ...]) -> tuple[int, ...]:
    """Tell what is kept, and return it as everybody sees it: face down its value stays the owner's secret (A-R5)."""
    if not scene.fixed.options.fortune_kept_hidden:
        scene.tell("kept", seat=scene.name(seat), tiles=kept, away=away)
        return kept
    scene.tell("kept_hidden", seat=scene.name(seat), count=len(kept), away=away)
    scene.whisper_to(seat, "keeping", tiles=kept)
    return (0,) * len(kept)


def evaluate_senate(scene: Scene) -> None:
    """Three cards are shown to the best runs, one after the other; the other runs go to the Latrine (L63-L65)."""
    rank = senate_rank(scene.position)
    if not rank:
        evaluate_castrum(scene)
        return
    winners, others = rank[: scene.fixed.prizes], rank[scene.fixed.prizes :]
    for seat in others:
        low, high = scene.position.senate[seat]
        scene.tell("run_unrewarded", seat=scene.name(seat), count=high - low + 1)
        scene.position = to_latrine(scene.position, seat, high - low + 1)
    deck, drawn = scene.chance.deck("senate/0", cards(scene.fixed.table, len(scene.seats))), scene.position.deck
    scene.offer = deck[drawn : drawn + SHOWN]
    scene.set(phase="card", deck=drawn + SHOWN, shown=SHOWN, queue=winners)
    _next_card(scene)


def take_card(scene: Scene, seat: int, card: str) -> None:
    """Take a card face down; who is next sees what is left."""
    _give_card(scene, seat, card)
    _next_card(scene)


def _give_card(scene: Scene, seat: int, card: str) -> None:
    scene.tell("took_card", seat=scene.name(seat))
    scene.whisper_to(seat, "took_this_card", card=f"cards/{card}")
    scene.change(seat, cards=scene.position.players[seat].cards + 1)
    scene.set(queue=scene.position.queue[1:], shown=scene.position.shown - 1)
    scene.offer = without(scene.offer, card)
    scene.hide(seat, cards=(*scene.own[seat].cards, card))


def _next_card(scene: Scene) -> None:
    """The last card needs no choice (V76); cards nobody takes go under the deck and never come back (A-R10)."""
    while scene.position.queue and len(scene.offer) == 1:
        _give_card(scene, scene.position.queue[0], scene.offer[0])
    if scene.position.queue:
        return
    scene.set(senate=(NO_RUN,) * len(scene.seats), shown=0)
    scene.offer = ()
    evaluate_castrum(scene)


def evaluate_castrum(scene: Scene) -> None:
    """The biggest sets take a province each, as long as there are any; other sets go to the Latrine (L69-L72)."""
    order = sorted(scene.position.castrum, key=lambda camp: (camp.size, camp.value), reverse=True)
    prizes = len(scene.position.provinces)
    for camp in order[prizes:]:
        scene.tell("camp_unrewarded", seat=scene.name(camp.owner), count=camp.size, value=camp.value)
        scene.position = to_latrine(scene.position, camp.owner, camp.size)
    rewarded = tuple(order[:prizes])
    scene.set(phase="province", castrum=rewarded, queue=tuple(camp.owner for camp in rewarded))
    if not rewarded:
        _end_castrum(scene)


def take_province(scene: Scene, seat: int, tile: str) -> None:
    """Take a province tile from the offer."""
    scene.tell("took_province", seat=scene.name(seat), tile=f"tiles/{tile}")
    scene.change(seat, provinces=(*scene.position.players[seat].provinces, tile))
    position = scene.position
    left = without(position.provinces, tile)
    scene.set(queue=position.queue[1:], castrum=position.castrum[1:], provinces=left)
    if not scene.position.queue:
        _end_castrum(scene)


def _end_castrum(scene: Scene) -> None:
    left = scene.position.provinces
    if left:
        scene.tell("provinces_removed", tiles=tuple(f"tiles/{tile}" for tile in left))
    removed = (*scene.position.provinces_removed, *left)
    scene.set(castrum=(), provinces=(), provinces_removed=removed)
    evaluate_forum(scene)


def evaluate_forum(scene: Scene) -> None:
    """Every die takes a patrician, from left to right (L76, A-R16)."""
    scene.set(phase="patrician", queue=tuple(die.owner for die in scene.position.forum))
    if not scene.position.queue:
        _end_forum(scene)


def take_patrician(scene: Scene, seat: int, patrician: str) -> None:
    """Take a patrician from the offer."""
    scene.tell("took_patrician", seat=scene.name(seat), patrician=f"patricians/{patrician}")
    scene.change(seat, patricians=(*scene.position.players[seat].patricians, patrician))
    position = scene.position
    left = without(position.patricians, patrician)
    scene.set(queue=position.queue[1:], forum=position.forum[1:], patricians=left)
    if not scene.position.queue:
        _end_forum(scene)


def _end_forum(scene: Scene) -> None:
    left = scene.position.patricians
    if left:
        scene.tell("patricians_removed", patricians=tuple(f"patricians/{code}" for code in left))
    removed = (*scene.position.patricians_removed, *left)
    scene.set(forum=(), patricians=(), patricians_removed=removed)
    evaluate_latrine(scene)


def evaluate_latrine(scene: Scene) -> None:
    """One reroll token for each die in the Latrine (L81), as far as the supply goes (A-R20)."""
    position = scene.position
    gains, supply = _handed_out(position.latrine, position.start, position.supply)
    for seat, count in enumerate(gains):
        if count:
            scene.tell("gained_tokens", seat=scene.name(seat), count=count)
            scene.change(seat, tokens=position.players[seat].tokens + count)
    scene.set(phase="evaluated", latrine=(0,) * len(gains), supply=supply)


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

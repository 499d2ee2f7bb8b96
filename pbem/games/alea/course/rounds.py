"""The course of the game: one round after the other, and the end."""

from msgspec.structs import replace

from pbem.games.alea.course.evaluation import evaluate
from pbem.games.alea.course.turn import begin_lap
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import Player, Score, Stand, State
from pbem.games.alea.scoring.scoring import holdings_of, tally, terms_of
from pbem.games.alea.scoring.split import assign_best
from pbem.games.alea.table import table as parts


def begin_round(scene: Scene) -> None:
    """Deal provinces and patricians; everybody has eight dice again (L85)."""
    fixed, done = scene.fixed, scene.position.round
    tiles = scene.chance.deck("provinces/0", parts.tiles(fixed.table))
    people = scene.chance.deck("patricians/0", parts.patricians(fixed.table))
    count, columns = len(fixed.seats), fixed.columns
    scene.set(
        phase="place",
        round=done + 1,
        lap=0,
        last_lap=False,
        players=tuple(replace(player, hand=parts.DICE) for player in scene.position.players),
        provinces=tiles[done * count : (done + 1) * count],
        patricians=people[done * columns : (done + 1) * columns],
    )
    _tell_offer(scene)
    begin_lap(scene)


def _tell_offer(scene: Scene) -> None:
    scene.begin(
        "round_begins",
        round=scene.position.round,
        tiles=tuple(f"tiles/{tile}" for tile in scene.position.provinces),
        patricians=tuple(f"patricians/{code}" for code in scene.position.patricians),
    )


def go_on(scene: Scene) -> None:
    """Do what needs nobody's choice: evaluate when all dice are placed, end the round when all is evaluated."""
    if scene.position.phase == "placed":
        evaluate(scene)
    if scene.position.phase == "evaluated":
        end_round(scene)


def end_round(scene: Scene) -> None:
    """The start player marker goes to the left; after the last round the game ends (L85)."""
    position = scene.position
    if position.round == scene.fixed.rounds:
        begin_end(scene)
        return
    scene.set(start=(position.start + 1) % len(scene.seats))
    begin_round(scene)


def begin_end(scene: Scene) -> None:
    """Patricians are sent to provinces: by the referee, or by those who have any to send (A-R31)."""
    asked = tuple(seat for seat in scene.seats if _may_assign(scene.position.players[seat]))
    if scene.fixed.options.allocation_manual and asked:
        scene.set(phase="assign", queue=asked)
    else:
        finish(scene)


def _may_assign(player: Player) -> bool:
    """Tell whether there may be somebody to send and a place to send him to.

    Whoever has any card is asked, whatever it is: to be asked must not tell others that it is a province.
    """
    return bool(player.patricians) and bool(player.provinces or player.cards)


def assign(scene: Scene, seat: int, stands: tuple[Stand, ...] | None) -> None:
    """Note a seat's assignment (None: the best); all are shown when the last one is in."""
    holdings, terms = holdings_of(scene.state, seat), terms_of(scene.fixed)
    best = assign_best(holdings, terms)
    split = best if stands is None else stands
    # hidden until the last one is in: an assignment names cards of the hand
    scene.hide(seat, split=split)
    scene.set(queue=tuple(other for other in scene.position.queue if other != seat))
    total, most = tally(holdings, split, terms).total, tally(holdings, best, terms).total
    scene.whisper_to(seat, "assigned", total=total, best=most)
    if not scene.position.queue:
        finish(scene)


def finish(scene: Scene) -> None:
    """Reveal all cards, count all points."""
    scores = tuple(_score(scene.state, seat) for seat in scene.seats)
    for seat, score in enumerate(scores):
        _tell_score(scene, seat, score)
        scene.hide(seat, split=None)
    scene.set(phase="over", scores=scores, queue=())


def _score(state: State, seat: int) -> Score:
    holdings, terms = holdings_of(state, seat), terms_of(state.fixed)
    split = state.own[seat].split
    if split is None:
        split = assign_best(holdings, terms)
    return tally(holdings, split, terms)


def _tell_score(scene: Scene, seat: int, score: Score) -> None:
    scene.tell("revealed", seat=scene.name(seat), cards=tuple(f"cards/{card}" for card in score.cards))
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

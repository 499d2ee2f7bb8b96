"""The update phase: trainees, workers home, retirement, wages, penalties, rescue; then refill or the end.

What may be decided here is asked beforehand and of all players at once, since no answer depends on another player's:
whoever is paid for an academy has one of his own. Then the players go through all the steps one after the other in
turn order (P-R27).
"""

from msgspec.structs import replace

from pbem.games.chance import NoChance
from pbem.games.game import Seat
from pbem.games.kit.scene import by
from pbem.games.praetor.course.fees import pay_fee
from pbem.games.praetor.course.refill import refill
from pbem.games.praetor.course.scoring import score
from pbem.games.praetor.law.law import academies, fee_for, gains_level
from pbem.games.praetor.position.moves import OLD, Academy, Ready, Rescue
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Player, State, era
from pbem.games.praetor.table.goods import NOTHING, Goods


def begin_update(scene: Scene) -> None:
    """Ask about academies where somebody may use one; what was said when passing needs no question."""
    if scene.now.last and not scene.rules.choices.last_turn_update:  # P-R37
        score(scene)
        return
    asked: list[Seat] = []
    for seat in scene.now.order:
        player = scene.player(seat)
        open_to = academies(scene.state, player)
        if open_to and player.wish_academy:
            scene.change(seat, school=school_for(scene.state, player, player.wish_academy))
        elif open_to:
            asked.append(seat)
    scene.set(phase="academy", asked=tuple(asked))


def answer(scene: Scene, seat: Seat, move: Academy | Rescue | Ready) -> None:
    """Take an answer of one of several who are asked at once."""
    if isinstance(move, Academy):
        scene.change(seat, school=move.at)
    elif isinstance(move, Rescue):
        scene.change(seat, rescue=move.use)
    scene.set(asked=tuple(other for other in scene.now.asked if other != seat))


def school_for(state: State, player: Player, wish: str) -> str:
    """Return the academy a player uses who says yes, no, or only when it is free; empty for none."""
    open_to = academies(state, player)
    if wish == "no" or not open_to:
        return ""
    fee = fee_for(state, player.seat, state.now.city[open_to[0]])
    if wish != "yes" and fee != NOTHING:
        return ""
    return open_to[0]


def forecast(state: State, seat: Seat) -> Player:
    """Return a player as he will be before the rescue step of this update."""
    trial = Scene(state, NoChance())
    _work(trial, seat, era(state.now))
    return trial.player(seat)


def wages(state: State, seat: Seat) -> int | None:
    """Return what a player will have to pay in this update if nothing more is done; None if there is none (P-R37)."""
    if state.now.last and not state.rules.choices.last_turn_update:
        return None
    trial = Scene(state, NoChance())
    _work(trial, seat, era(state.now))
    due: int = sum(news.saying.args["due"] for news in trial.happenings if news.saying.key == "paid_wages")
    return due


def ask_rescue(scene: Scene) -> None:
    """Ask those who will be left without active workers."""
    asked: list[Seat] = []
    for seat in scene.now.order:
        player = scene.player(seat)
        if player.citizens and not forecast(scene.state, seat).active:
            if player.wish_rescue:
                scene.change(seat, rescue=player.wish_rescue == "yes")
            else:
                asked.append(seat)
    scene.set(phase="rescue", asked=tuple(asked))


def update_all(scene: Scene) -> None:
    """Take every player through the update, then fill up for the next turn, or score the game after the last."""
    present = era(scene.now)  # once, before the first player (P-R30)
    for seat in scene.now.order:
        _work(scene, seat, present)
        _rescue(scene, seat)
    clear = {name: replace(lot, builder=None, user=None) for name, lot in scene.now.city.items()}
    scene.set(city=clear)
    if scene.now.last:
        score(scene)
        return
    refill(scene)
    scene.set(turn=scene.now.turn + 1, phase="order")


def _work(scene: Scene, seat: Seat, present: str) -> None:
    _train(scene, seat)
    _come_home(scene, seat)
    _retire(scene, seat, present)
    _pay_wages(scene, seat)


def _train(scene: Scene, seat: Seat) -> None:
    player = scene.player(seat)
    fresh, later = player.trainees2, player.trainees1
    if player.school and later:
        pay_fee(scene, seat, scene.now.city[player.school])
        scene.tell("schooled", seat=by(seat), tile=player.school, count=later)
        fresh, later = fresh + later, 0
    if player.trainees2:
        scene.tell("trained", seat=by(seat), count=player.trainees2)
    if fresh or later:
        reserve = tuple(sorted((*player.reserve, *[1] * fresh)))
        scene.change(seat, reserve=reserve, trainees1=0, trainees2=later, school="")


def _come_home(scene: Scene, seat: Seat) -> None:
    """Retired workers go back as they are; the others come home, higher by one from building and from red tiles."""
    player = scene.player(seat)
    if not player.placed and not player.out:
        return
    state = scene.state
    levels = [worker.level + gains_level(state, worker.tile, built=worker.built) for worker in player.placed]
    scene.change(seat, out=(), placed=(), reserve=tuple(sorted((*player.reserve, *levels))))
    if levels:
        scene.tell("came_home", seat=by(seat), levels=sorted(levels))


def _retire(scene: Scene, seat: Seat, present: str) -> None:
    player = scene.player(seat)
    count = player.reserve.count(OLD)
    if not count:
        return
    numbers = scene.rules.table.numbers
    stay = tuple(level for level in player.reserve if level != OLD)
    scene.change(seat, reserve=stay, retired=player.retired + count)
    each = numbers.retire_2
    if present == "I":
        each = numbers.retire_1
    scene.tell("retired", seat=by(seat), count=count, favour=scene.move_favour(seat, count * each))


def _pay_wages(scene: Scene, seat: Seat) -> None:
    """Pay as far as gold reaches; what is missing costs morale, then favour (P-R31, P-R32)."""
    player = scene.player(seat)
    side = scene.state.side(player)
    due = sum(side.active[: player.active]) + sum(side.pension[: player.retired])  # P-R54
    paid = min(due, player.goods.gold)
    fallen = min(due - paid, player.morale)
    lost = (due - paid - fallen) * scene.rules.table.numbers.missing
    scene.change(seat, goods=player.goods - Goods(gold=paid), morale=player.morale - fallen)
    scene.tell("paid_wages", seat=by(seat), paid=paid, due=due)
    if fallen:
        scene.tell("morale_fell", seat=by(seat), steps=fallen, value=side.morale[player.morale - fallen])
    if lost:
        scene.tell("favour_fell", seat=by(seat), favour=-scene.move_favour(seat, -lost))


def _rescue(scene: Scene, seat: Seat) -> None:
    player = scene.player(seat)
    if player.rescue and not player.active and player.citizens:
        lost = -scene.move_favour(seat, -scene.rules.table.numbers.rescue)
        scene.change(seat, citizens=player.citizens - 1, reserve=(1,))
        scene.tell("rescued", seat=by(seat), favour=lost)
    scene.change(seat, rescue=False, school="", wish_academy="", wish_rescue="")

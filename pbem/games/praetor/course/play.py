"""Playing a move that passes the law: the actions (build, activate, call a retired worker, pass), then what follows."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pbem.games.chance import Chance, NoChance
from pbem.games.game import Seat, Step
from pbem.games.kit.scene import by
from pbem.games.praetor.course.fees import pay_fee
from pbem.games.praetor.course.turn import go_on
from pbem.games.praetor.course.update import answer
from pbem.games.praetor.law.law import said
from pbem.games.praetor.law.listing import must_pass
from pbem.games.praetor.position.city import plaza, turned
from pbem.games.praetor.position.effects import use
from pbem.games.praetor.position.moves import Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue
from pbem.games.praetor.position.scene import Scene, at, name_of
from pbem.games.praetor.position.state import Lot, Mark, Placed, Player, State, morale_value, put


def play(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Play a move and all that follows from it by itself."""
    scene = Scene(state, chance)
    _PLAYS[type(move)](scene, seat, move)
    go_on(scene)
    return scene.step()


def vacate(state: State, seat: Seat) -> Step[State]:
    """Leave a seat to the default moves: fees to it go to the bank until somebody plays it again (P-R51)."""
    scene = Scene(state, NoChance())
    scene.change(seat, vacant=True)
    scene.tell("vacated", seat=by(seat))
    return scene.step()


def occupy(state: State, seat: Seat) -> Step[State]:
    """Let somebody play a seat again that was left: its fees are its own, and it studies and is rescued (P-R51)."""
    scene = Scene(state, NoChance())
    _occupy(scene, seat)
    return scene.step()


def _occupy(scene: Scene, seat: Seat) -> None:
    if scene.player(seat).vacant:
        scene.change(seat, vacant=False)
        scene.tell("occupied", seat=by(seat))


def _act(scene: Scene, seat: Seat, move: Build | Activate | Labour | Pass) -> None:
    """Do one action; a vacant seat that does more than pass is played again."""
    if not isinstance(move, Pass):  # it had something to do, so it was asked
        scene.change(seat, acted=scene.player(seat).acted + 1)
        _occupy(scene, seat)
    _ACTIONS[type(move)](scene, seat, move)
    scene.set(asked=(), place=scene.now.order.index(seat))


def _pass(scene: Scene, seat: Seat, move: Pass) -> None:
    player = scene.player(seat)
    had_to, wish = must_pass(scene.state, player), said(scene.state, player, move)
    acted = player.acted + (not had_to)  # who must pass was not asked
    scene.change(seat, acted=acted, passed=True, wish_academy=wish.academy, wish_rescue=wish.rescue)
    scene.tell("had_to_pass" if had_to else "passed", seat=by(seat))


def _build(scene: Scene, seat: Seat, move: Build, *, retired: bool = False) -> None:
    state, tile = scene.state, scene.state.tile(move.tile)
    bonus = plaza(state, move.tile, (move.x, move.y), move.rot)
    _send(scene, seat, Placed(move.level, move.tile, built=True), retired=retired)
    scene.change(seat, goods=scene.player(seat).goods - tile.cost)
    lot = Lot(
        tile=move.tile,
        x=move.x,
        y=move.y,
        rot=move.rot,
        corners=turned(tile.corners, move.rot),
        owner=seat,
        turn=scene.now.turn,
        builder=Mark(seat, move.level, retired),
    )
    display = tuple(other for other in scene.now.display if other != move.tile)
    scene.set(display=display, city={**scene.now.city, move.tile: lot})
    scene.move_favour(seat, tile.favour + bonus)
    scene.tell(
        "built",
        seat=by(seat),
        name=name_of(state, move.tile),
        tile=move.tile,
        cell=at(move.x, move.y),
        rot=move.rot,
        level=move.level,
        cost=tile.cost.bundle(),
        favour=tile.favour,
        plaza=bonus,
    )


def _send(scene: Scene, seat: Seat, worker: Placed, *, retired: bool) -> None:
    player = scene.player(seat)
    if retired:
        scene.change(seat, out=(*player.out, worker))
        return
    left = list(player.reserve)
    left.remove(worker.level)
    scene.change(seat, reserve=tuple(left), placed=(*player.placed, worker))


def _activate(scene: Scene, seat: Seat, move: Activate, *, retired: bool = False) -> None:
    lot = scene.now.city[move.tile]
    _send(scene, seat, Placed(move.level, move.tile, built=False), retired=retired)
    used = replace(lot, user=Mark(seat, move.level, retired))
    scene.set(city={**scene.now.city, move.tile: used})
    pay_fee(scene, seat, lot)
    before = scene.player(seat)
    after, favour = use(scene.state, before, move)
    scene.now = put(scene.now, after)
    if scene.state.tile(move.tile).type == "outpost":
        scene.set(section="")
    gained = scene.move_favour(seat, favour)
    _tell_gain(scene, before, after, move, gained)


def _tell_gain(scene: Scene, before: Player, after: Player, move: Activate, favour: int) -> None:
    state, seat = scene.state, before.seat
    args = {"seat": by(seat), "name": name_of(state, move.tile), "tile": move.tile, "level": move.level}
    kind = state.tile(move.tile).type
    if kind == "outpost":
        scene.tell("walled", **args, section=after.walls[-1], cost=_surplus(before, after), favour=favour)
    elif kind == "work_camp":
        scene.tell("recruited", **args)
    elif kind in ("colosseum", "oracle"):
        scene.tell("cheered", **args, steps=after.morale - before.morale, value=morale_value(state, after))
    elif kind in ("smith", "market"):
        scene.tell("traded", **args, loss=_surplus(before, after), gain=_surplus(after, before))
    elif kind.startswith("temple"):
        scene.tell("prayed", **args, favour=favour)
    else:
        scene.tell("produced", **args, gain=_surplus(after, before))


def _surplus(one: Player, other: Player) -> dict[str, int]:
    """Return of which goods one has more, and how much."""
    return (one.goods - other.goods).above_zero().bundle()


def _labour(scene: Scene, seat: Seat, move: Labour) -> None:
    scene.tell("called", seat=by(seat), tile=move.camp)
    pay_fee(scene, seat, scene.now.city[move.camp])
    scene.change(seat, camps=(*scene.player(seat).camps, move.camp))
    if isinstance(move.inner, Build):
        _build(scene, seat, move.inner, retired=True)
    else:
        _activate(scene, seat, move.inner, retired=True)


_ACTIONS: dict[type, Callable[[Scene, Seat, Any], None]] = {
    Build: _build,
    Activate: _activate,
    Labour: _labour,
    Pass: _pass,
}
_PLAYS: dict[type, Callable[[Scene, Seat, Any], None]] = {
    Build: _act,
    Activate: _act,
    Labour: _act,
    Pass: _act,
    Academy: answer,
    Rescue: answer,
    Ready: answer,
}

"""The actions: build, activate, call a retired worker, pass."""

from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.praetor.asking import times_asked
from pbem.games.praetor.city import plaza, turned
from pbem.games.praetor.course import Course, at, by, name_of
from pbem.games.praetor.effects import use
from pbem.games.praetor.fees import pay_fee
from pbem.games.praetor.listing import must_pass
from pbem.games.praetor.move import Activate, Build, Labour, Pass
from pbem.games.praetor.state import Lot, Mark, Placed, Player, minus, morale_value, put
from pbem.games.praetor.table import Goods, bundle


def act(course: Course, seat: Seat, move: Build | Activate | Labour | Pass) -> None:
    """Do one action; a vacant seat that does more than pass is played again."""
    course.change(seat, acted=times_asked(course.state, course.player(seat)))
    if course.player(seat).vacant and not isinstance(move, Pass):
        course.change(seat, vacant=False)
        course.tell("occupied", seat=by(seat))
    if isinstance(move, Build):
        _build(course, seat, move, retired=False)
    elif isinstance(move, Activate):
        _activate(course, seat, move, retired=False)
    elif isinstance(move, Labour):
        _labour(course, seat, move)
    else:
        _pass(course, seat, move)
    course.set(asked=(), place=course.now.order.index(seat))


def _pass(course: Course, seat: Seat, move: Pass) -> None:
    had_to = must_pass(course.state, course.player(seat))
    course.change(seat, passed=True, wish_academy=move.academy, wish_rescue=move.rescue)
    course.tell("had_to_pass" if had_to else "passed", seat=by(seat))


def _build(course: Course, seat: Seat, move: Build, *, retired: bool) -> None:
    state, tile = course.state, course.state.tile(move.tile)
    bonus = plaza(state, move.tile, (move.x, move.y), move.rot)
    _send(course, seat, Placed(move.level, move.tile, built=True), retired=retired)
    course.change(seat, goods=minus(course.player(seat).goods, tile.cost))
    lot = Lot(
        tile=move.tile,
        x=move.x,
        y=move.y,
        rot=move.rot,
        corners=turned(tile.corners, move.rot),
        owner=seat,
        turn=course.now.turn,
        builder=Mark(seat, move.level, retired),
    )
    display = tuple(other for other in course.now.display if other != move.tile)
    course.set(display=display, city={**course.now.city, move.tile: lot})
    course.move_favour(seat, tile.favour + bonus)
    course.tell(
        "built",
        seat=by(seat),
        name=name_of(state, move.tile),
        tile=move.tile,
        cell=at(move.x, move.y),
        rot=move.rot,
        level=move.level,
        cost=bundle(tile.cost),
        favour=tile.favour,
        plaza=bonus,
    )


def _send(course: Course, seat: Seat, worker: Placed, *, retired: bool) -> None:
    player = course.player(seat)
    if retired:
        course.change(seat, out=(*player.out, worker))
        return
    left = list(player.reserve)
    left.remove(worker.level)
    course.change(seat, reserve=tuple(left), placed=(*player.placed, worker))


def _activate(course: Course, seat: Seat, move: Activate, *, retired: bool) -> None:
    lot = course.now.city[move.tile]
    _send(course, seat, Placed(move.level, move.tile, built=False), retired=retired)
    used = replace(lot, user=Mark(seat, move.level, retired))
    course.set(city={**course.now.city, move.tile: used})
    pay_fee(course, seat, lot)
    before = course.player(seat)
    after, favour = use(course.state, before, move)
    course.now = put(course.now, after)
    if course.state.tile(move.tile).type == "outpost":
        course.set(section="")
    gained = course.move_favour(seat, favour)
    _tell_gain(course, before, after, move, gained)


def _tell_gain(course: Course, before: Player, after: Player, move: Activate, favour: int) -> None:
    state, seat = course.state, before.seat
    difference = minus(after.goods, before.goods)
    args = {"seat": by(seat), "name": name_of(state, move.tile), "tile": move.tile, "level": move.level}
    gain = bundle(_above_zero(difference))
    loss = bundle(_above_zero(minus((0, 0, 0, 0, 0), difference)))
    kind = state.tile(move.tile).type
    if kind == "outpost":
        course.tell("walled", **args, section=after.walls[-1], cost=loss, favour=favour)
    elif kind == "work_camp":
        course.tell("recruited", **args)
    elif kind in ("colosseum", "oracle"):
        course.tell("cheered", **args, steps=after.morale - before.morale, value=morale_value(state, after))
    elif kind in ("smith", "market"):
        course.tell("traded", **args, loss=loss, gain=gain)
    elif kind.startswith("temple"):
        course.tell("prayed", **args, favour=favour)
    else:
        course.tell("produced", **args, gain=gain)


def _above_zero(goods: Goods) -> Goods:
    a, b, c, d, e = goods
    return max(a, 0), max(b, 0), max(c, 0), max(d, 0), max(e, 0)


def _labour(course: Course, seat: Seat, move: Labour) -> None:
    course.tell("called", seat=by(seat), tile=move.camp)
    pay_fee(course, seat, course.now.city[move.camp])
    course.change(seat, camps=(*course.player(seat).camps, move.camp))
    if isinstance(move.inner, Build):
        _build(course, seat, move.inner, retired=True)
    else:
        _activate(course, seat, move.inner, retired=True)

"""What an order would cost and do, worked out by the rules from what lies open; decks are not looked at."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pbem.games.chance import NoChance
from pbem.games.game import NOBODY, Data, Names, Saying, Seat
from pbem.games.kit.amounts import amount, change
from pbem.games.kit.scene import by
from pbem.games.praetor.course.update import wages
from pbem.games.praetor.law.law import fee_for, gains_level, hire
from pbem.games.praetor.law.resolved import resolve
from pbem.games.praetor.position.city import plaza
from pbem.games.praetor.position.effects import use
from pbem.games.praetor.position.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Lot, Placed, Player, State, View, era, morale_value
from pbem.games.praetor.table.goods import NOTHING, Goods
from pbem.games.praetor.table.vocabulary import MESSAGES, say, tell_change


def effect(view: View, move: Move, language: str, names: Names = NOBODY) -> tuple[str, ...]:
    """Tell what a legal move costs and does, clause by clause."""
    pen = Pen(view, language, names)
    return tuple(filter(None, _TOLD[type(move)](pen, resolve(view, move))))


class Pen:
    """Tells effects in one language, and people by their names."""

    def __init__(self, view: View, language: str, names: Names) -> None:
        self.state: State = view.state
        self.me: Player = view.state.now.players[view.seat or Seat("")]
        self.language = language
        self.names = names

    def say(self, key: str, **args: Data) -> str:
        return say(Saying(f"does_{key}", args), self.language, self.names)

    def favour(self, count: int) -> str:
        return change(MESSAGES, "favour", count, self.language)

    def goods(self, before: Goods, after: Goods) -> str:
        """Tell which goods are gained and lost."""
        gains = (after - before).bundle()
        return ", ".join(tell_change(count, good, self.language) for good, count in gains.items())

    def then(self, after: Goods, *moved: Goods) -> str:
        """Tell how much there is in the end of the goods that went back or forth."""
        touched = [good for good, count in after.amounts().items() if self._is_moved(good, count, moved)]
        return self.say("then", goods={good: after.amount(good) for good in touched}) if touched else ""

    def _is_moved(self, good: str, count: int, moved: tuple[Goods, ...]) -> bool:
        return count != self.me.goods.amount(good) or any(goods.amount(good) for goods in moved)

    def fee(self, lot: Lot) -> str:
        """Tell the fee of a tile, and to whom it goes."""
        fee = fee_for(self.state, self.me.seat, lot)
        if fee == NOTHING or lot.owner is None:
            return ""
        paid = self.goods(fee, NOTHING)
        if self.state.now.players[lot.owner].vacant:
            return self.say("fee_bank", fee=paid)
        return self.say("fee", fee=paid, owner=by(lot.owner))

    def level(self, tile: str, level: int, *, built: bool) -> str:
        """Tell what becomes of the worker when the turn ends."""
        if level == OLD or not gains_level(self.state, tile, built=built):
            return ""
        if level < OLD - 1:
            return self.say("rise")
        numbers = self.state.rules.table.numbers
        each = numbers.retire_1 if era(self.state.now) == "I" else numbers.retire_2
        return self.say("retire", favour=self.favour(each))


def _tell_build(pen: Pen, move: Build) -> list[str]:
    return [*built(pen, move, pen.me), pen.level(move.tile, move.level, built=True)]


def built(pen: Pen, move: Build, paying: Player) -> list[str]:
    """Tell what building a tile costs and gives to a player who may have paid a camp's fee."""
    tile = pen.state.tile(move.tile)
    left = paying.goods - tile.cost
    bonus = plaza(pen.state, move.tile, (move.x, move.y), move.rot)
    favour = pen.say("built", favour=pen.favour(tile.favour), plaza=bonus)
    return [pen.goods(paying.goods, left), favour, pen.then(left)]


def _tell_activate(pen: Pen, move: Activate) -> list[str]:
    reserve = list(pen.me.reserve)
    reserve.remove(move.level)
    placed = (*pen.me.placed, Placed(move.level, move.tile, built=False))
    sent = replace(pen.me, reserve=tuple(reserve), placed=placed)
    return [*used(pen, move, sent), pen.level(move.tile, move.level, built=False)]


def used(pen: Pen, move: Activate, paying: Player) -> list[str]:
    """Tell what using a tile costs and gives to a player whose worker is on his way."""
    state, lot = pen.state, pen.state.now.city[move.tile]
    fee = fee_for(state, paying.seat, lot)
    paid = replace(paying, goods=paying.goods - fee)
    after, favour = use(state, paid, move)
    gained = [pen.goods(paid.goods, after.goods), pen.favour(favour) if favour else "", *_besides(pen, paid, after)]
    if not any(gained):
        gained = [pen.say("nothing")]
    return [*gained, pen.fee(lot), pen.then(after.goods, fee)]


def _besides(pen: Pen, before: Player, after: Player) -> list[str]:
    """Tell what changes beside goods and favour."""
    told = []
    if after.morale != before.morale:
        steps = change(MESSAGES, "steps", after.morale - before.morale, pen.language)
        told.append(pen.say("morale", steps=steps, value=morale_value(pen.state, after)))
    if after.trainees1 != before.trainees1:
        told.append(pen.say("recruit"))
    if after.walls != before.walls:
        told.append(pen.say("wall", section=after.walls[-1]))
    return told


def _tell_labour(pen: Pen, move: Labour) -> list[str]:
    hired = hire(pen.state, pen.me, move.camp)
    camp = pen.fee(pen.state.now.city[move.camp])
    done = built(pen, move.inner, hired) if isinstance(move.inner, Build) else used(pen, move.inner, hired)
    return [*done, camp, pen.say("called")]


def _tell_pass(pen: Pen, move: Pass) -> list[str]:
    wishes = [
        pen.say("wish", what=f"verbs/{what}", answer=f"answers/{answer}")
        for what, answer in (("academy", move.academy), ("rescue", move.rescue))
        if answer
    ]
    return [pen.say("pass"), *wishes, _told_wages(pen)]


def _told_wages(pen: Pen) -> str:
    """Tell the wages of this turn as they would be if nobody did anything more."""
    due = wages(pen.state, pen.me.seat)
    if due is None:
        return ""
    return pen.say("wages", due={"gold": due}, gold={"gold": pen.me.goods.gold})


def _tell_academy(pen: Pen, move: Academy) -> list[str]:
    if not move.at:
        return [pen.say("no_study")]
    lot = pen.state.now.city[move.at]
    left = pen.me.goods - fee_for(pen.state, pen.me.seat, lot)
    trainees = amount(MESSAGES, "trainees", pen.me.trainees1, pen.language)
    return [pen.say("study", trainees=trainees), pen.fee(lot), pen.then(left)]


def _tell_rescue(pen: Pen, move: Rescue) -> list[str]:
    if not move.use:
        return [pen.say("no_rescue")]
    scene = Scene(pen.state, NoChance())
    lost = scene.move_favour(pen.me.seat, -pen.state.rules.table.numbers.rescue)
    return [pen.favour(lost), pen.say("rescue")]


_TOLD: dict[type, Callable[[Pen, Any], list[str]]] = {
    Build: _tell_build,
    Activate: _tell_activate,
    Labour: _tell_labour,
    Pass: _tell_pass,
    Academy: _tell_academy,
    Rescue: _tell_rescue,
    Ready: lambda pen, _: [pen.say("ready")],
}

"""What an order would cost and do, by what its seat may know: dice and drawn cards are announced, never foreseen."""

from collections.abc import Callable
from typing import Any

from pbem.games.chance import NoChance
from pbem.games.fortuna.course import favours
from pbem.games.fortuna.course.effects import gain, perform, spend_centurions
from pbem.games.fortuna.course.privileges import use_privilege
from pbem.games.fortuna.course.turn import has_two
from pbem.games.fortuna.law.resolved import resolve
from pbem.games.fortuna.position.actions import fee_of
from pbem.games.fortuna.position.moves import (
    Act,
    Ask,
    Block,
    Bribe,
    Build,
    Do,
    Draft,
    End,
    Keep,
    Marry,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Pour,
    Reserve,
    Roll,
    RollEarly,
    Swap,
    Take,
    Use,
)
from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import Player, Secret, State, View, place_of
from pbem.games.fortuna.show.abouts import about
from pbem.games.fortuna.table.vocabulary import MESSAGES
from pbem.games.game import NOBODY, Data, Names, Saying
from pbem.games.kit.amounts import amount, change
from pbem.games.kit.scene import by

_GOODS = ("money", "water", "grain", "wine", "vestals", "centurions", "dice")


def effect(view: View, move: Move, language: str, names: Names = NOBODY) -> tuple[str, ...]:
    """Tell what a legal move costs and does, clause by clause."""
    pen = _Pen(view, language, names)
    return tuple(filter(None, _TOLD[type(move)](pen, resolve(view, move))))


class _Pen:
    """Tells effects in one language, and people by their names."""

    def __init__(self, view: View, language: str, names: Names) -> None:
        self.view = view
        self.language = language
        self.names = names

    def say(self, key: str, **args: Data) -> str:
        return MESSAGES.say(Saying(f"does_{key}", args), self.language, self.names)

    def about(self, piece: str) -> str:
        return about(self.view.rules, piece, self.language)

    def amount(self, what: str, count: int) -> str:
        return amount(MESSAGES, what, count, self.language)

    def scene(self) -> Scene:
        """Return a scene with nothing in it that the seat may not know."""
        secret = Secret({self.view.owner: self.view.hand}, fresh=self.view.fresh)
        return Scene(State(self.view.rules, self.view.public, secret), NoChance())

    def changes(self, after: Player, before: Player | None = None) -> list[str]:
        """Tell what the seat gains and loses (since it was as before), and the money it has in the end."""
        since = before or self.view.me
        gains = {name: getattr(after, name) - getattr(since, name) for name in _GOODS}
        told = ", ".join(change(MESSAGES, name, count, self.language) for name, count in gains.items() if count)
        is_told = gains["money"] or since.money != self.view.me.money
        return [told, self.say("then", money=self.amount("money", after.money)) if is_told else ""]

    def steps(self, count: int) -> list[str]:
        """Tell how far the pawn goes."""
        road, pos = self.view.rules.table.road, self.view.me.pos
        to = min(road.palace, pos + count)
        told = self.say("to", steps=change(MESSAGES, "steps", to - pos, self.language), pos=to)
        return [told, self.say("arrive") if to == road.palace else ""]


def _acted(pen: _Pen, card: str, act: Act, *, is_military: bool = False) -> list[str]:
    """Tell what executing a card does; a Centurion and a fee come first."""
    scene = pen.scene()
    told, rest = [], []
    if isinstance(act, Bribe):
        told.append(_bribed(pen, scene, act.card))
        card, act = act.card, act.act
    paid = scene.me
    if is_military:
        spend_centurions(scene, 1)
    if isinstance(act, RollEarly):
        rest = [pen.say("roll_early", dice=pen.amount("dice", pen.view.me.dice))]
    elif card == "FORTUNA" and isinstance(act, Do):
        rest = pen.steps(1)
    else:
        perform(scene, card, act)
        rest = [_lost(pen, scene), *_besides(pen, act)]
    gained, then = pen.changes(scene.me, paid)
    return [gained, *told, *rest, then]


def _bribed(pen: _Pen, scene: Scene, card: str) -> str:
    """Pay the fee for a card of another side, and tell to whom."""
    side = place_of(scene.public, card)[0]
    fee = fee_of(scene.rules, scene.public, side)
    scene.own(money=scene.me.money - fee)
    if not fee:
        return ""
    if side not in scene.public.players:
        return pen.say("fee_bank", fee=change(MESSAGES, "money", -fee, pen.language))
    return pen.say("fee", fee=change(MESSAGES, "money", -fee, pen.language), side=by(side))


def _lost(pen: _Pen, scene: Scene) -> str:
    lost = sum(news.saying.args["lost"] for news in scene.happenings if news.saying.key == "lost_money")
    return pen.say("lost", lost=pen.amount("money", lost)) if lost else ""


def _besides(pen: _Pen, act: Act) -> list[str]:
    if isinstance(act, Build):
        return [pen.about(act.building)]
    if isinstance(act, Pour) and act.reservoir:
        return [pen.say("reservoir")]
    if isinstance(act, Marry):
        return [pen.say("marry")]
    return []


def _tell_play(pen: _Pen, move: Play) -> list[str]:
    if isinstance(move.act, NoAct):
        return [pen.say("nothing")]
    return _acted(pen, move.card, move.act)


def _tell_military(pen: _Pen, move: Military) -> list[str]:
    if move.card is None:
        return [pen.say("pass")]
    return _acted(pen, move.card, move.act, is_military=True)


def _tell_take(pen: _Pen, move: Take) -> list[str]:
    scene = pen.scene()
    gain(scene, move.what)
    gained, then = pen.changes(scene.me)
    return [gained, _lost(pen, scene), then]


def _tell_use(pen: _Pen, move: Use) -> list[str]:
    if move.card == "B_STEP":
        return pen.steps(1)
    scene = pen.scene()
    use_privilege(scene, move)
    return pen.changes(scene.me)


def _tell_swap(pen: _Pen, move: Swap) -> list[str]:
    public = pen.view.public
    side = place_of(public, move.card)[0]
    given = f"cards/{public.turn.played}"
    return [pen.about(move.card), pen.say("swap", given=given, side=by(side))]


def _tell_favour(pen: _Pen, move: Ask) -> list[str]:
    if move.number is None:
        return _tell_decline(pen, move)
    view = pen.view
    name = view.rules.table.favours[move.number - 1]
    tokens = view.public.favours[move.number - 1].tokens
    if name in favours.GIVEN:
        count = move.count or 0
        cost, steps = change(MESSAGES, favours.GIVEN[name][0], -count, pen.language), count
    else:
        cost, steps = pen.say("free"), favours.steps_of(view.me, name)
    source = pen.say("reservoir") if move.reservoir else ""
    return [cost, source, *pen.steps(steps), _drawn(pen, tokens)]


def _drawn(pen: _Pen, tokens: int) -> str:
    """Tell how many privileges the tokens of a favour bring; fewer may be left."""
    public = pen.view.public
    left = min(tokens, public.deck.left + len(public.discard))
    if not left:
        return ""
    limit = min(left, 2 if has_two(pen.view.me, tokens) else 1)
    return pen.say("draw", cards=pen.amount("cards", left), limit=limit)


def _tell_decline(pen: _Pen, move: Ask) -> list[str]:
    view = pen.view
    rules, me = view.rules, view.me
    die = favours.die_of(rules, view.public, move)
    if not favours.reached(view.public, die):
        return [pen.say("no_tax", die=die)]
    if me.money < rules.table.tax:
        return [pen.say("tax_step", die=die, pos=max(rules.table.road.start, me.pos - 1))]
    paid = pen.say("tax", die=die, tax=change(MESSAGES, "money", -rules.table.tax, pen.language))
    return [paid, pen.say("then", money=pen.amount("money", me.money - rules.table.tax))]


def _tell_reserve(pen: _Pen, move: Reserve) -> list[str]:
    return [pen.say("reserve" if move.card else "reserve_none")]


def _tell_block(pen: _Pen, move: Block) -> list[str]:
    return [pen.say("block", number=move.number) if move.number else pen.say("pass")]


_TOLD: dict[type, Callable[[_Pen, Any], list[str]]] = {
    Draft: lambda pen, move: [pen.about(move.card)],
    Reserve: _tell_reserve,
    Play: _tell_play,
    Take: _tell_take,
    Swap: _tell_swap,
    Military: _tell_military,
    Roll: lambda pen, _: [pen.say("roll", dice=pen.amount("dice", pen.view.me.dice))],
    Use: _tell_use,
    Ask: _tell_favour,
    Block: _tell_block,
    Keep: lambda pen, move: [pen.about(card) for card in dict.fromkeys(move.cards)],
    Pick: lambda pen, move: [pen.about(move.card)],
    End: lambda pen, _: [pen.say("end")],
}

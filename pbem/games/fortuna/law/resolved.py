"""Moves as they are recorded: every amount that was left to the rules is the number it came to."""

from msgspec.structs import replace

from pbem.games.fortuna.course.favours import GIVEN, most_given
from pbem.games.fortuna.law.law import ground_of, military_ground
from pbem.games.fortuna.position.actions import GOODS, Ground, bribed, most_bought, most_water
from pbem.games.fortuna.position.moves import Act, Ask, Bribe, Buy, Military, Move, Play, Pour, Sell
from pbem.games.fortuna.position.state import View, place_of


def resolve(view: View, move: Move) -> Move:
    """Return a legal move with its amounts, so that nobody needs the position to understand it (7.3)."""
    match move:
        case Play(card=card, act=act):
            return replace(move, act=_resolved(ground_of(view), card, act))
        case Military(card=str(card), act=act):
            return replace(move, act=_resolved(military_ground(ground_of(view)), card, act))
        case Ask(number=int(number), count=None):
            return _with_count(view, move, view.rules.table.favours[number - 1])
    return move


def _with_count(view: View, ask: Ask, name: str) -> Ask:
    if name not in GIVEN:
        return ask
    return replace(ask, count=most_given(view.rules, ground_of(view).me, name))


def _resolved(ground: Ground, card: str, act: Act) -> Act:
    match act:
        case Bribe(card=other, act=inner):
            side = place_of(ground.public, other)[0]
            return replace(act, act=_resolved(bribed(ground, side), other, inner))
        case Pour(water=None):
            return replace(act, water=most_water(ground, card))
        case Sell(count=None):
            return Sell(getattr(ground.me, GOODS[card]))
        case Buy(count=None):
            return Buy(most_bought(ground, card))
    return act

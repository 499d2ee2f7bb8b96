"""What archives count: how far everybody has come, and what moves make use of."""

from collections.abc import Iterator

from pbem.games.fortuna.position.moves import (
    Act,
    Ask,
    Bribe,
    Build,
    Keep,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Use,
    innermost,
)
from pbem.games.fortuna.position.state import View
from pbem.games.game import Seat


def reached(view: View) -> dict[Seat, int]:
    """Return how far everybody is on the road to Rome."""
    return {seat: player.pos for seat, player in view.public.players.items()}


def uses(view: View, move: Move) -> Iterator[str]:
    """Yield the cards, buildings, favours and privileges of a move."""
    match move:
        case Play(card=card, act=act) | Military(card=str(card), act=act):
            yield from _executed(card, act)
        case Ask(number=int(number)):
            yield f"favours/{view.rules.table.favours[number - 1]}"
        case Use(card=card) | Pick(card=card):
            yield f"privileges/{card}"
        case Keep(cards=cards):
            yield from (f"privileges/{card}" for card in cards)


def _executed(card: str, act: Act) -> Iterator[str]:
    if isinstance(act, NoAct):
        return
    yield f"cards/{card}"
    if isinstance(act, Bribe):
        yield f"cards/{act.card}"
    done = innermost(act)
    if isinstance(done, Build):
        yield f"buildings/{done.building}"

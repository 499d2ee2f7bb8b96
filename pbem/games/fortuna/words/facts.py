"""What conditions may test (7.5)."""

from collections import Counter

from pbem.games.fortuna.position.state import Player, View
from pbem.games.fortuna.table.table import BUILDINGS, PRIVILEGES

_NAMES = {"B_STEP": "step", "A_FOLLOWER": "follower"}


def facts(view: View) -> dict[str, int]:
    """Return what `if` may test; in a public view only what concerns all."""
    public = view.public
    found = {"round": public.round}
    for number, favour in enumerate(public.favours, 1):
        found[f"open{number}"] = int(favour.is_open)
        found[f"tokens{number}"] = favour.tokens
    for value in range(1, 7):
        found[f"die{value}"] = public.turn.dice.count(value)
    if view.seat is not None:
        found |= _own(public.players[view.seat])
        held = Counter(view.hand)
        found |= {_NAMES.get(card, card.lower()): held[card] for card in PRIVILEGES}
    return found


def _own(me: Player) -> dict[str, int]:
    names = ("money", "water", "grain", "wine", "vestals", "centurions", "dice", "pos", "hand")
    found = {name: int(getattr(me, name)) for name in names}
    found["married"] = int(me.married)
    found["buildings"] = len(me.buildings)
    return found | {name.lower(): int(name in me.buildings) for name in BUILDINGS}

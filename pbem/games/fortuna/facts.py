"""What conditions may test, and what is played for a seat that does not answer (7.5)."""

from collections import Counter
from collections.abc import Iterator

from pbem.games.fortuna.check import check, moves
from pbem.games.fortuna.move import Ask, Block, End, Keep, Military, Move, NoAct, Pick, Play, Reserve, Roll, Take
from pbem.games.fortuna.orders import WORDS, untangled
from pbem.games.fortuna.state import Player, View
from pbem.games.fortuna.table import BUILDINGS, PRIVILEGES

KEEPING = (
    "B_STEP",
    "C_VESTAL",
    "C_CENTURION",
    "C_BUILDING",
    "C_MARRIAGE",
    "C_MONEY5",
    "C_MONEY3",
    "A_FOLLOWER",
    "A_WINE",
    "A_GRAIN",
    "A_WATER",
    "C_WINE",
    "C_GRAIN",
    "C_WATER",
)
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


def fact(words: str) -> str | None:
    """Return the fact that words mean in any language."""
    cut = WORDS.cut(untangled(words))
    found = WORDS.match("facts", cut)
    return found[0] if found and found[1] == len(cut) else None


def default(view: View) -> Move:
    """Return what the house plays for a seat that does not answer."""
    for move in _wishes(view):
        if check(view, move) is None:
            return move
    return next(iter(moves(view)))


def _wishes(view: View) -> Iterator[Move]:
    step, turn = view.public.step, view.public.turn
    if step == "reserve":
        yield Reserve(None)
    elif step == "play":
        if turn.revealed:
            yield Play(turn.revealed, NoAct())
        yield Play(view.public.sides[view.owner][0].card, NoAct())
    elif step == "take":
        yield Take("money")
    elif step == "favour":
        yield from (Ask(6), Ask(5), Ask())
    elif step == "keep":
        best = sorted(view.offered, key=KEEPING.index)[: turn.limit]
        yield Keep(tuple(sorted(best, key=PRIVILEGES.index)))
    elif step == "palace":
        yield Pick(min(view.offered, key=KEEPING.index))
    elif step in _PLAIN:
        yield _PLAIN[step]


_PLAIN: dict[str, Move] = {"military": Military(), "roll": Roll(), "block": Block(), "end": End()}

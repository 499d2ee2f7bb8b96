"""How a toy market goes: what it is made of, the legal moves, and what each of them does."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.game import Happening, Saying, Seat

_EVERY = frozenset({"bid", "reroll", "polish", "keep", "gift"})


class Move(Struct, frozen=True):
    kind: str
    choice: str = "yes"  # or a good, a number, `none`


class Public(Struct, frozen=True):
    goods: dict[str, int]
    cards: tuple[str, ...]  # of the deck `goods/0`, in table order
    rounds: int
    coins: dict[Seat, int]
    points: dict[Seat, int]
    turns: tuple[Seat, ...]  # who has yet to bid, or to take the turn (the first one is at it)
    phase: str = "bid"
    round: int = 1
    taken: int = 0
    die: int = 0


class Secret(Struct, frozen=True):
    hands: dict[Seat, tuple[str, ...]]
    bids: dict[Seat, int] = {}
    drawn: tuple[str, ...] = ()  # by the seat at its turn, which keeps one
    cellar: tuple[str, ...] = ()  # not kept: face down for good


class State(Struct, frozen=True):
    public: Public
    secret: Secret


class View(Struct, frozen=True):
    public: Public
    seat: Seat | None
    hand: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    bid: int | None = None


Said = list[Happening]


def legal(view: View) -> Iterator[Move]:
    """Yield every legal move, the one that gives nothing away first."""
    public, seat = view.public, view.seat
    if seat is None or seat not in (public.turns if public.phase == "bid" else public.turns[:1]):
        return
    bids, keeps = (str(n) for n in range(public.coins[seat] + 1)), (good for good in public.goods if good in view.drawn)
    choices = {"bid": bids, "keep": keeps}.get(public.phase, ("none", "yes"))
    yield from (Move(public.phase, choice) for choice in choices)
    if public.phase == "keep" and public.coins[seat] and public.die < 6:
        yield Move("polish")


def ahead(public: Public, seat: Seat | None) -> tuple[frozenset[str], frozenset[str]]:
    """Return what may come up for a seat in its turn (a round is a turn), and in later ones."""
    now = {"reroll": _EVERY - {"bid"}, "keep": _EVERY - {"bid", "reroll"}, "gift": frozenset({"gift"})}
    turns = [_EVERY] * (public.rounds - public.round) + [frozenset()] * 2
    if public.phase == "bid":
        return _EVERY, turns[0]
    if seat in public.turns:
        return now[public.phase] if seat == public.turns[0] else _EVERY - {"bid"}, turns[0]
    return turns[0], turns[1]


def is_past(public: Public, seat: Seat | None, turn: str) -> bool:
    """Tell whether a seat has had its turn of a round."""
    return int(turn) < public.round or (public.phase != "bid" and seat not in public.turns)


def do(state: State, seat: Seat, move: Move, chance: Chance, said: Said) -> State:
    """Play a legal move."""
    if move.kind == "bid":
        return _bid(state, seat, int(move.choice), chance, said)
    if move.kind == "keep":
        return _keep(state, seat, move.choice, chance, said)
    if move.choice == "yes":
        coins = state.public.coins | {seat: state.public.coins[seat] - 1}
        state = _change(state, coins=coins)
        _tell(said, "paid", seat=seat, kind=f"kinds/{move.kind}")
    if move.kind == "polish":
        return _change(state, die=state.public.die + 1)
    if move.kind == "gift":
        return _end(state, chance, said)
    return _roll(state, 1, chance, said) if move.choice == "yes" else _change(state, phase="keep")


def _tell(said: Said, key: str, to: Seat | None = None, **args: Any) -> None:
    said.append(Happening(Saying(key, args), None if to is None else frozenset({to})))


def _change(state: State, **facts: Any) -> State:
    return replace(state, public=replace(state.public, **facts))


def _bid(state: State, seat: Seat, coins: int, chance: Chance, said: Said) -> State:
    """When the last bid is in, all are opened, paid and scored."""
    _tell(said, "noted", seat, n=coins)
    public, bids = state.public, state.secret.bids | {seat: coins}
    turns = tuple(other for other in public.turns if other != seat)
    if turns:
        return State(replace(public, turns=turns), replace(state.secret, bids=bids))
    for other in public.coins:
        _tell(said, "bid", seat=other, n=bids[other])
    paid = {other: n - bids[other] for other, n in public.coins.items()}
    points = {other: n + bids[other] for other, n in public.points.items()}
    state = State(replace(public, coins=paid, points=points, turns=tuple(paid)), replace(state.secret, bids={}))
    return _begin(state, chance, said)


def _begin(state: State, chance: Chance, said: Said) -> State:
    public, seat = state.public, state.public.turns[0]
    drawn = chance.deck("goods/0", public.cards)[public.taken : public.taken + 2]
    _tell(said, "saw", seat, cards=[f"choices/{card}" for card in drawn])
    state = State(replace(public, taken=public.taken + 2), replace(state.secret, drawn=drawn))
    state = _roll(state, 0, chance, said)
    return _change(state, phase="reroll") if public.coins[seat] else state


def _roll(state: State, attempt: int, chance: Chance, said: Said) -> State:
    seat = state.public.turns[0]
    die = chance.roll(f"{state.public.round}/{seat}/{attempt}").die()
    _tell(said, "rolled", seat=seat, n=die)
    return _change(state, die=die, phase="keep")


def _keep(state: State, seat: Seat, card: str, chance: Chance, said: Said) -> State:
    _tell(said, "kept", seat, card=f"choices/{card}")
    rest = list(state.secret.drawn)
    rest.remove(card)
    hands = state.secret.hands | {seat: (*state.secret.hands[seat], card)}
    secret = replace(state.secret, hands=hands, drawn=(), cellar=(*state.secret.cellar, *rest))
    points = state.public.points | {seat: state.public.points[seat] + state.public.die}
    state = State(replace(state.public, points=points, phase="gift"), secret)
    return state if state.public.coins[seat] else _end(state, chance, said)


def _end(state: State, chance: Chance, said: Said) -> State:
    public = state.public
    if len(public.turns) > 1:
        return _begin(_change(state, turns=public.turns[1:]), chance, said)
    if public.round == public.rounds:
        return _change(state, turns=(), phase="over", die=0)
    return _change(state, turns=tuple(public.coins), phase="bid", round=public.round + 1, die=0)

"""The final score (5): who stands inside Rome, what the C cards bring, and the ranks."""

from collections import Counter

from pbem.games.fortuna.position.state import Player, Public, Rules, State
from pbem.games.fortuna.table.table import PRIVILEGES
from pbem.games.game import Outcome, Seat
from pbem.games.kit.ranks import ranks_of

MONEY = ("C_MONEY3", "C_MONEY5")


def outcome(state: State) -> Outcome | None:
    """Return ranks and points once the game is over."""
    public = state.public
    if public.step != "over":
        return None
    points = {seat: points_of(state.rules, public, seat) for seat in public.players}
    return Outcome(ranks(state.rules, public), points)


def ranks(rules: Rules, public: Public) -> dict[Seat, int]:
    """Return who came where in a game that is over: all of it is public then."""
    totals = {seat: points_of(rules, public, seat)["total"] for seat in public.players}
    return ranks_of({seat: _mark(public, seat, total) for seat, total in totals.items()})


def _mark(public: Public, seat: Seat, total: int) -> tuple[int, ...]:
    # inside Rome before outside; then total, steps, money, Centurions, Vestals (5.4, F-R45)
    me = public.players[seat]
    return (seat in public.shown, total, me.pos, me.money, me.centurions, me.vestals)


def points_of(rules: Rules, public: Public, seat: Seat) -> dict[str, int]:
    """Return a seat's points by category; outside Rome only the road is counted, for the order of ranks."""
    me = public.players[seat]
    points = {"road": me.pos, **card_points(rules, me, public.shown.get(seat, ()))}
    return {**points, "total": sum(points.values())}


def card_points(rules: Rules, me: Player, hand: tuple[str, ...]) -> dict[str, int]:
    """Return what the C cards of a hand bring, by card; each kind counts once unless the host said each (F-R30)."""
    held = Counter(card for card in hand if card.startswith("C_"))
    points = {card: _worth(rules, me, card) * _times(rules, held[card]) for card in PRIVILEGES if held[card]}
    if rules.options.money_cards == "split" and all(card in held for card in MONEY):
        points |= _split(rules, me.money)
    return {card.lower(): worth for card, worth in points.items()}


def _times(rules: Rules, copies: int) -> int:
    if rules.options.identical_c == "each":
        return copies
    return 1


def _worth(rules: Rules, me: Player, card: str) -> int:
    scale = rules.table.privileges[card]
    held = getattr(me, scale.per)
    count = len(held) if isinstance(held, tuple) else int(held)
    return scale.each * _groups(rules, card, count // scale.group)


def _groups(rules: Rules, card: str, groups: int) -> int:
    is_once = card in MONEY and rules.options.c_money_mode == "once"  # F-R32
    return min(groups, 1) if is_once else groups


def _split(rules: Rules, money: int) -> dict[str, int]:
    """Share the money between the two cards in the best way (F-R31)."""
    three, five = (rules.table.privileges[card] for card in MONEY)
    best = (0, 0)
    for many in range(_groups(rules, "C_MONEY5", money // five.group) + 1):
        few = _groups(rules, "C_MONEY3", (money - many * five.group) // three.group)
        best = max(best, (few * three.each, many * five.each), key=sum)
    return dict(zip(MONEY, best, strict=True))

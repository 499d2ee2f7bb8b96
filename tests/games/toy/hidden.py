"""What a toy market hides, for the shared tests."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from pbem.games.game import Seat
from tests.games.toy import Toy
from tests.games.toy.rules import State


def scramble(game: Toy, state: State, seat: Seat | None, random: Random) -> State:
    """Deal everything anew that the seat has not seen, and change the bids of the others."""
    public, secret = state.public, state.secret
    seen = secret.hands.get(seat, ()) if seat else ()
    keeps_drawn = seat is not None and seat in public.turns[:1]
    left = list((Counter(public.cards) - Counter(seen) - Counter(secret.drawn if keeps_drawn else ())).elements())
    random.shuffle(left)

    def deal(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(left.pop() for _ in cards)

    hands = {other: hand if other == seat else deal(hand) for other, hand in secret.hands.items()}
    bids = {s: n if s == seat else random.randint(0, public.coins[s]) for s, n in secret.bids.items()}
    drawn = secret.drawn if keeps_drawn else deal(secret.drawn)
    return replace(state, secret=replace(secret, hands=hands, bids=bids, drawn=drawn, cellar=deal(secret.cellar)))


def assert_invariants(state: State) -> None:
    """Every card is somewhere once; nobody owes coins."""
    secret, public = state.secret, state.public
    out = Counter(card for cards in (*secret.hands.values(), secret.drawn, secret.cellar) for card in cards)
    assert out <= Counter(public.cards)
    assert out.total() == public.taken <= len(public.cards)
    assert min(public.coins.values()) >= 0
    assert all(0 <= bid <= public.coins[seat] for seat, bid in secret.bids.items())

"""What the shared suite asks of every game: change what a seat may not know, and say what must always hold."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from pbem.games.fortuna.position.state import Public, Rules, Secret, State
from pbem.games.fortuna.table.table import CARDS, PRIVILEGES
from pbem.games.game import Seat

# the house answers for the absent with favours 6 and 5 at most, and tax drives their pawns back (7.5): no end by itself
DEFAULTS_END = False


def scramble(game: Any, state: State, seat: Seat | None, random: Random) -> State:
    """Deal what the seat cannot see anew; sizes and everything public stay."""
    public, secret = state.public, state.secret
    seen = _seen(state, seat)
    unseen = list((_all_cards(state.rules) - seen).elements())
    hidden = _mixed(unseen, public, random)
    hands = {each: hand if each == seat else _cut(hidden, len(hand)) for each, hand in secret.hands.items()}
    sees_offer, sees_aside = _sees_offer(public, seat), _sees_aside(public, seat)
    return replace(
        state,
        secret=replace(
            secret,
            hands=hands,
            fresh=secret.fresh
            if seat == public.active
            else hands[public.active][-len(secret.fresh) or len(PRIVILEGES) :],
            offered=secret.offered if sees_offer else _cut(hidden, len(secret.offered)),
            aside=secret.aside if sees_aside else _cut(hidden, len(secret.aside)),
            reserves={
                each: card if each == seat else _other_reserve(state, each, random)
                for each, card in secret.reserves.items()
            },
        ),
    )


def _mixed(unseen: list[str], public: Public, random: Random) -> list[str]:
    # what is left in the deck must come from what was shuffled into it
    candidates = list((Counter(unseen) & Counter(public.deck.cards)).elements())
    left = Counter(random.sample(candidates, public.deck.left))
    hidden = list((Counter(unseen) - left).elements())
    random.shuffle(hidden)
    return hidden


def _cut(cards: list[str], count: int) -> tuple[str, ...]:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken


def _sees_offer(public: Public, seat: Seat | None) -> bool:
    return seat == public.active


def _sees_aside(public: Public, seat: Seat | None) -> bool:
    return bool(public.palace.arrivals) and public.palace.arrivals[-1] == seat


def _seen(state: State, seat: Seat | None) -> Counter[str]:
    public, secret = state.public, state.secret
    seen = Counter((*public.discard, *public.removed))
    if seat is not None:
        seen.update(secret.hands[seat])
    if _sees_offer(public, seat):
        seen.update(secret.offered)
    if _sees_aside(public, seat):
        seen.update(secret.aside)
    return seen


def _other_reserve(state: State, seat: Seat, random: Random) -> str | None:
    choices: list[str | None] = [slot.card for slot in state.public.sides[seat]]
    if state.rules.options.initial_reserve == "optional":
        choices.append(None)
    return random.choice(choices)


def _all_cards(rules: Rules) -> Counter[str]:
    return Counter({name: card.copies for name, card in rules.table.privileges.items()})


def assert_invariants(state: State) -> None:
    """Assert what holds after every move (3.4)."""
    _assert_sides(state.public)
    _assert_pieces(state.rules, state.public)
    _assert_privileges(state.rules, state.public, state.secret)
    _assert_provinces(state.rules, state.public)
    _assert_tokens(state.rules, state.public)


def _assert_sides(public: Public) -> None:
    cards = [slot.card for slots in public.sides.values() for slot in slots]
    assert sorted((*cards, *public.pool)) == sorted(CARDS)
    for side, slots in public.sides.items():
        assert len(slots) == 3 or public.step == "draft"
        down = sum(not slot.is_up for slot in slots)
        assert down <= (1 if side in public.players else 0)


def _assert_pieces(rules: Rules, public: Public) -> None:
    for name in ("water", "grain", "wine", "vestals", "centurions", "dice"):
        owned = sum(getattr(player, name) for player in public.players.values())
        left = getattr(public.stock, name)
        assert owned + left == getattr(rules.table.box, name)
        assert left >= 0 or not rules.is_strict
    copies = rules.table.building_copies[str(len(public.players))]
    for name, left in public.buildings.items():
        assert left + sum(name in player.buildings for player in public.players.values()) == copies
        assert left >= 0


def _assert_privileges(rules: Rules, public: Public, secret: Secret) -> None:
    hands: Iterable[str] = (card for hand in secret.hands.values() for card in hand)
    outside = Counter((*public.discard, *public.removed, *hands, *secret.offered, *secret.aside))
    everything = _all_cards(rules)
    assert outside <= everything
    in_deck = everything - outside
    assert in_deck.total() == public.deck.left
    assert in_deck <= Counter(public.deck.cards)
    for seat, hand in secret.hands.items():
        assert public.players[seat].hand == len(hand)
    assert public.palace.aside == len(secret.aside)
    assert public.turn.offered == len(secret.offered)
    assert Counter(secret.fresh) <= Counter(secret.hands[public.active])


def _assert_provinces(rules: Rules, public: Public) -> None:
    for player in public.players.values():
        assert 0 <= player.pos <= rules.table.road.palace
        assert 0 <= player.money <= rules.table.money.max
        assert 1 <= player.dice <= rules.table.caps.dice
        assert 0 <= player.vestals <= rules.table.caps.vestals
        assert 0 <= player.centurions <= rules.table.caps.centurions
        assert min(player.reservoir, player.grain, player.wine) >= 0
        assert player.aqueduct == 0 or (player.aqueduct == 1 and "AQUEDUCT" in player.buildings)
        assert player.married or "PALACE" not in player.buildings
        assert len(set(player.buildings)) == len(player.buildings) <= rules.table.caps.buildings
    there = {seat for seat, player in public.players.items() if player.pos == rules.table.road.palace}
    assert there == set(public.palace.arrivals)


def _assert_tokens(rules: Rules, public: Public) -> None:
    for favour in public.favours:
        assert 0 <= favour.tokens <= rules.table.tokens.favour
        assert favour.is_open or favour.tokens == 0
        assert favour.is_open == (favour.by is None)
    on_cards = sum(favour.tokens for favour in public.favours)
    assert on_cards + public.tokens + public.turn.tokens == rules.table.tokens.stock
    assert public.tokens >= 0 or rules.options.token_limit == "unlimited"
    assert public.palace.tokens == (0 if public.palace.arrivals else rules.table.tokens.palace)

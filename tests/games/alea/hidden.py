"""What the shared suite asks of every game: change what a seat may not know, and say what must always hold."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from pbem.games.alea.position.moves import Place, TakeCard
from pbem.games.alea.position.state import NO_RUN, Own, Position, State, without
from pbem.games.alea.table import table as parts
from pbem.games.game import Seat

SELECTED = frozenset({"assign"})


def scramble(game: Any, state: State, seat: Seat | None, random: Random) -> State:
    """Deal anew what the seat cannot see: Fortune tiles drawn, hidden ones kept, senate cards held and on offer."""
    del game
    view = _view(state, seat)
    tiles = _unseen_tiles(state, view)
    cards = [card for card in _all_cards(state) if card not in _seen_cards(state, view)]
    random.shuffle(tiles)
    random.shuffle(cards)
    own = tuple(
        mine if index == view else _deal(state, index, tiles, cards, random) for index, mine in enumerate(state.own)
    )
    offer = state.offer if _sees_offer(state, view) else tuple(cards.pop() for _ in state.offer)
    return replace(state, own=own, offer=offer)


def reveals(state: State, seat: Seat, move: Any) -> bool:
    """The Temple is shown when the last dice are placed; the next rank sees the senate cards left."""
    position = state.position
    if isinstance(move, TakeCard):
        return len(position.queue) > 1
    if position.phase == "keep":
        return len(position.queue) == 1
    if not isinstance(move, Place):
        return False
    is_last = position.last_lap or position.players[position.active].hand == len(move.dice)
    ends = is_last and (position.active + 1) % len(state.fixed.seats) == position.start
    return ends and (any(position.temple) or move.building == "temple")


def _view(state: State, seat: Seat | None) -> int:
    return -1 if seat is None else state.fixed.seats.index(seat)


def _all_cards(state: State) -> tuple[str, ...]:
    return parts.cards(state.fixed.table, len(state.fixed.seats))


def _sees_offer(state: State, view: int) -> bool:
    return state.position.phase == "card" and state.position.queue[0] == view


def _seen_cards(state: State, view: int) -> tuple[str, ...]:
    if state.position.scores:
        return _all_cards(state)
    return (*(state.own[view].cards if view >= 0 else ()), *(state.offer if _sees_offer(state, view) else ()))


def _unseen_tiles(state: State, view: int) -> list[int]:
    if not state.fixed.has_temple:
        return []
    position = state.position
    left = Counter(map(int, parts.fortune(state.fixed.table)))
    left -= Counter(position.discard)
    for index, player in enumerate(position.players):
        own = state.own[index]
        left -= Counter(own.kept if index == view else [value for value in player.kept if value])
        left -= Counter(own.drawn if index == view else ())
    return list(left.elements())


def _deal(state: State, index: int, tiles: list[int], cards: list[str], random: Random) -> Own:
    own, shown = state.own[index], state.position.players[index].kept
    if state.position.scores:
        return own
    drawn = tuple(tiles.pop() for _ in own.drawn)
    kept = tuple(value or tiles.pop() for value in shown)
    keeping = tuple(sorted(random.sample(drawn, len(own.keeping)), reverse=True))
    hand = tuple(cards.pop() for _ in own.cards)
    return replace(own, drawn=drawn, kept=kept, keeping=keeping, cards=hand, split=None if own.split is None else ())


def assert_invariants(state: State) -> None:
    """Assert what holds after every move (3.2)."""
    position = state.position
    if position.phase == "place":
        _assert_dice(state)
        assert 1 <= position.lap <= 8
    _assert_buildings(state)
    _assert_pieces(state)
    _assert_cards(state)
    _assert_fortune(state)
    assert position.supply is None or position.supply >= 0
    supply = state.fixed.options.reroll_supply
    if supply is not None:
        assert position.supply is not None
        assert position.supply + sum(player.tokens for player in position.players) == supply


def _assert_dice(state: State) -> None:
    position = state.position
    for seat, player in enumerate(position.players):
        low, high = position.senate[seat]
        run = high - low + 1 if low else 0
        camps = sum(camp.size for camp in position.castrum if camp.owner == seat)
        forum = sum(die.owner == seat for die in position.forum)
        placed = len(position.temple[seat]) + run + camps + forum + position.latrine[seat]
        assert player.hand + placed == parts.DICE
        assert len(position.rolls[seat]) in {0, player.hand}
        assert all(1 <= value <= 6 for value in position.rolls[seat])
    assert position.rolls[position.active]


def _assert_buildings(state: State) -> None:
    position = state.position
    sets = sorted((len(dice), sum(dice)) for dice in position.temple if dice)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(sets))
    assert state.fixed.has_temple or not sets
    runs = [run for run in position.senate if run != NO_RUN]
    assert len(set(runs)) == len(runs)
    assert all(1 <= low <= high <= 6 for low, high in runs)
    camps = [(camp.size, camp.value) for camp in position.castrum]
    assert len(set(camps)) == len(camps)
    row = [die.value for die in position.forum]
    assert row == sorted(row)
    assert len(row) <= state.fixed.columns


def _assert_pieces(state: State) -> None:
    position, fixed = state.position, state.fixed
    _assert_dealt(position.provinces, position.provinces_removed, [p.provinces for p in position.players], position)
    tiles = (*position.provinces, *position.provinces_removed, *(t for p in position.players for t in p.provinces))
    assert len(tiles) == position.round * len(fixed.seats)
    assert set(tiles) <= set(parts.tiles(fixed.table))
    people = (*position.patricians, *position.patricians_removed, *(t for p in position.players for t in p.patricians))
    assert len(people) == position.round * fixed.columns
    assert len(set(people)) == len(people)
    assert set(people) <= set(parts.patricians(fixed.table))


def _assert_dealt(offer: tuple[str, ...], removed: tuple[str, ...], owned: list[tuple[str, ...]], at: Position) -> None:
    everything = [*offer, *removed, *(code for codes in owned for code in codes)]
    assert len(set(everything)) == len(everything), f"twice in round {at.round}: {everything}"


def _assert_cards(state: State) -> None:
    held = [card for own in state.own for card in own.cards]
    out = [*held, *state.offer]
    assert len(set(out)) == len(out)
    left = list(_all_cards(state))
    for card in out:
        left = list(without(tuple(left), card))
    for player, own in zip(state.position.players, state.own, strict=True):
        assert player.cards == len(own.cards)
    assert state.position.shown == len(state.offer)
    assert state.position.deck % 3 == 0


def _assert_fortune(state: State) -> None:
    position = state.position
    if position.fortune is None:
        assert not any(own.drawn or own.kept for own in state.own)
        return
    out = Counter(position.discard)
    for player, own in zip(position.players, state.own, strict=True):
        assert player.drawn == len(own.drawn)
        assert len(player.kept) == len(own.kept)
        assert all(face in {0, value} for face, value in zip(player.kept, own.kept, strict=True))
        assert not Counter(own.keeping) - Counter(own.drawn)
        out += Counter(own.drawn) + Counter(own.kept)
    everything = Counter(map(int, parts.fortune(state.fixed.table)))
    assert not out - everything
    pile = len(position.fortune.tiles) - position.fortune.taken
    assert out.total() + pile == everything.total()

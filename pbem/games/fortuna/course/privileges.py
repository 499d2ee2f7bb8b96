"""Privilege cards in play (4.6): which may be used in the window of a turn, and what they do."""

from collections.abc import Iterator

from pbem.games.fortuna.course.effects import counted, take_cubes
from pbem.games.fortuna.course.palace import advance, without
from pbem.games.fortuna.position.moves import Use
from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import Player, Rules, View
from pbem.games.fortuna.table.table import GIFTS, PRIVILEGES
from pbem.games.game import Refusal
from pbem.games.kit.refusals import no

FOLLOWERS = {"vestal": "vestals", "centurion": "centurions"}
CUBES = ("water", "grain", "wine")


def refuse_ever(rules: Rules, use: Use) -> Refusal | None:
    """Say why a privilege is used so in no position of a game, or None."""
    if use.card not in PRIVILEGES:
        return no("no_such_privilege", "1.5")
    if use.card.startswith("C_"):
        return no("c_scores_only", "4.6", card=f"privileges/{use.card}")
    if use.card == "B_STEP":
        return None if use.choice is None else no("no_choice", "4.6")
    if use.card == "A_FOLLOWER":
        return None if use.choice in FOLLOWERS else no("choose_follower", "4.6")
    if use.choice not in CUBES:
        return no("choose_cube", "F-R34")
    if use.choice == GIFTS[use.card] and rules.options.a_free_cube == "different":
        return no("choose_different", "F-R34")
    return None


def refuse_use(view: View, me: Player, use: Use) -> Refusal | None:
    """Say why a privilege cannot be used so, or None."""
    if never := refuse_ever(view.rules, use):
        return never
    card = f"privileges/{use.card}"
    if use.card not in view.hand:
        return no("not_in_hand", "4.6", card=card)
    if view.hand.count(use.card) <= view.fresh.count(use.card):
        return no("drawn_this_turn", "F-R37", card=card)
    if use.card == "B_STEP":
        return _refuse_step(view, me)
    if use.card == "A_FOLLOWER":
        return _refuse_follower(view, me, use)
    return _refuse_gift(view, use)


def _refuse_step(view: View, me: Player) -> Refusal | None:
    if view.public.turn.is_b_used:
        return no("one_b", "F-R36")
    if me.pos >= view.rules.table.road.palace:
        return no("arrived", "F-R9")
    return None


def _refuse_follower(view: View, me: Player, use: Use) -> Refusal | None:
    track = FOLLOWERS[use.choice or ""]
    free = getattr(view.rules.table.caps, track) - getattr(me, track)
    if free <= 0:
        return no("slots_full", "1.1", free=0)
    return None


def _refuse_gift(view: View, use: Use) -> Refusal | None:
    fixed, stock = GIFTS[use.card], view.public.stock
    if view.rules.is_strict and getattr(stock, fixed) < 1 and getattr(stock, use.choice or "") < 1:
        return no("stock_empty", "F-R47", what=f"goods/{fixed}")
    return None


def uses(view: View, me: Player) -> Iterator[Use]:
    """Yield every way to use a privilege now."""
    for card in PRIVILEGES:
        if card not in view.hand:
            continue
        for choice in _choices(card):
            use = Use(card, choice)
            if refuse_use(view, me, use) is None:
                yield use


def _choices(card: str) -> tuple[str | None, ...]:
    if card == "B_STEP":
        return (None,)
    if card == "A_FOLLOWER":
        return tuple(FOLLOWERS)
    return CUBES if card in GIFTS else ()


def use_privilege(scene: Scene, use: Use) -> None:
    """Use a privilege; it goes face up on the discards."""
    seat, hands = scene.seat, scene.secret.hands
    scene.hide(hands={**hands, seat: without(hands[seat], (use.card,))})
    scene.own(hand=scene.me.hand - 1)
    scene.set(discard=(*scene.public.discard, use.card))
    scene.tell("used_privilege", card=f"privileges/{use.card}")
    if use.card == "B_STEP":
        scene.note(is_b_used=True)
        advance(scene, 1)
    elif use.card == "A_FOLLOWER":
        _follow(scene, FOLLOWERS[use.choice or ""])
    else:
        _receive(scene, GIFTS[use.card], use.choice or "")


def _follow(scene: Scene, track: str) -> None:
    scene.own(**{track: getattr(scene.me, track) + 1})
    scene.supply(track, -1)
    scene.tell("took", count=1, what=counted(track, 1))


def _receive(scene: Scene, fixed: str, free: str) -> None:
    for what in (fixed, free):
        scene.tell("took", count=take_cubes(scene, what, 1), what=f"goods/{what}")

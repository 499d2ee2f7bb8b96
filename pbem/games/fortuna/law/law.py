"""The law: why a move is not legal now, by a view alone.

A card on another side may be bribed face down; whether reports name it is no matter here.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from pbem.games.fortuna.course import favours, privileges
from pbem.games.fortuna.course.setup import picker
from pbem.games.fortuna.position import actions
from pbem.games.fortuna.position.actions import Ground
from pbem.games.fortuna.position.moves import (
    KINDS,
    Ask,
    Block,
    Draft,
    End,
    Keep,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Reserve,
    Roll,
    Swap,
    Take,
)
from pbem.games.fortuna.position.state import Public, Rules, View, find_card, usable
from pbem.games.fortuna.table.table import CARDS, PRIVILEGES
from pbem.games.game import Refusal, Seat
from pbem.games.kit.refusals import asked_other, no, not_asked, over
from pbem.games.kit.scene import by

WINDOW = frozenset({"play", "take", "swap", "military", "roll", "favour", "block", "end"})


def check(view: View, move: Move) -> Refusal | None:
    """Say why a move is not legal now, or None if it is."""
    step, kind = view.public.step, KINDS[type(move)]
    if step == "over":
        return over("5.1")
    asked = deciders(view.rules, view.public)
    if view.seat is None or view.seat not in asked:
        return not_asked("4", asked)
    if kind == "use":
        return _check_use(view, move)
    if kind != step:
        return asked_other("7.1", f"verbs/{step}", f"verbs/{kind}")
    return _LAWS[kind](view, move)


def deciders(rules: Rules, public: Public) -> tuple[Seat, ...]:
    """Return who decides now."""
    if public.step == "draft":
        return (picker(rules, public),)
    if public.step == "reserve":
        return public.reserving
    return () if public.step == "over" else (public.active,)


def is_window_open(rules: Rules, public: Public) -> bool:
    """Tell by public facts whether privileges may be used now (window W)."""
    return public.step in WINDOW and usable(rules, public) > 0


def ground_of(view: View) -> Ground:
    """Return what an action meets now."""
    return Ground(view.rules, view.public, view.owner, view.me)


def military_ground(ground: Ground) -> Ground:
    """Return what an action by military power meets: the Centurion has left (F-R20)."""
    return replace(ground, me=replace(ground.me, centurions=ground.me.centurions - 1), must_matter=True)


def own_cards(view: View) -> list[str]:
    """Return the action cards on the own side."""
    return [slot.card for slot in view.public.sides[view.owner]]


def _cards(cards: Iterable[str]) -> list[str]:
    return [f"cards/{card}" for card in cards]


def _privileges(cards: Iterable[str]) -> list[str]:
    return [f"privileges/{card}" for card in cards]


def _not_on_side(view: View, card: str, rule: str) -> Refusal:
    return no("not_on_side", rule, card=f"cards/{card}", cards=_cards(own_cards(view)))


def _check_use(view: View, use: Any) -> Refusal | None:
    if view.public.step not in WINDOW:
        return no("window_closed", "F-R68")
    return privileges.refuse_use(view, view.me, use)


def _check_draft(view: View, move: Draft) -> Refusal | None:
    if move.card not in CARDS:
        return no("no_such_card", "1.2")
    if move.card not in view.public.pool:
        return no("drafted_already", "F-R54", card=f"cards/{move.card}", cards=_cards(view.public.pool))
    return None


def _check_reserve(view: View, move: Reserve) -> Refusal | None:
    if move.card is None:
        is_due = view.rules.options.initial_reserve == "mandatory"
        if is_due:
            return no("must_reserve", "F-R19")
        return None
    if move.card not in CARDS:
        return no("no_such_card", "1.2")
    if move.card not in own_cards(view):
        return _not_on_side(view, move.card, "2.5")
    return None


def _check_play(view: View, move: Play) -> Refusal | None:
    if move.card not in CARDS:
        return no("no_such_card", "1.2")
    if move.card not in own_cards(view):
        return _not_on_side(view, move.card, "T1")
    if isinstance(move.act, NoAct):
        return None
    return actions.refuse(ground_of(view), move.card, move.act)


def _check_take(view: View, move: Take) -> Refusal | None:
    return actions.refuse_gain(ground_of(view), move.what)


def check_swap(view: View, move: Swap) -> Refusal | None:
    """Say why a card cannot be swapped for, or None."""
    place = find_card(view.public, move.card)
    if place is None:
        return no("no_such_card", "1.2")
    side, index = place
    card = f"cards/{move.card}"
    if side == view.seat:
        return no("swap_own", "F-R14", card=card)
    if not view.public.sides[side][index].is_up:
        return no("swap_reserved", "F-R14", card=card)
    if move.side is not None and move.side != side:
        return no("swap_elsewhere", "T2", card=card, side=by(side))
    is_forbidden = view.rules.options.fortuna_on_empty_side == "forbid" and side not in view.public.players
    if is_forbidden and view.public.turn.played == "FORTUNA":
        return no("fortuna_forbidden", "F-R26")
    return None


def _check_military(view: View, move: Military) -> Refusal | None:
    if move.card is None:
        if not isinstance(move.act, NoAct):
            return no("wrong_act_none", "T3")
        return None
    if move.card not in CARDS:
        return no("no_such_card", "1.2")
    ground = ground_of(view)
    card = f"cards/{move.card}"
    slot = next((slot for slot in view.public.sides[ground.seat] if slot.card == move.card), None)
    if slot is None:
        return _not_on_side(view, move.card, "T3")
    if not slot.is_up:
        return no("military_face_down", "F-R20", card=card)
    return actions.refuse(military_ground(ground), move.card, move.act)


def _check_roll(_view: View, _move: Roll) -> None:
    return None


def _check_favour(view: View, move: Ask) -> Refusal | None:
    return favours.refuse_ask(view.rules, view.public, view.me, move)


def _check_block(view: View, move: Block) -> Refusal | None:
    if move.number is None:
        return None
    if not 1 <= move.number <= len(view.public.favours):
        return no("no_such_favour", "1.3", number=move.number)
    if not favours.is_blockable(view.public, move.number):
        return no("not_blockable", "T6", number=move.number)
    return None


def _check_keep(view: View, move: Keep) -> Refusal | None:
    limit = view.public.turn.limit
    if not 1 <= len(move.cards) <= limit:
        return no("keep_count", "T7", limit=limit)
    if any(card not in PRIVILEGES for card in move.cards):
        return no("no_such_privilege", "1.5")
    if Counter(move.cards) - Counter(view.offered):
        return no("not_offered", "T7", cards=_privileges(view.offered))
    return None


def _check_palace(view: View, move: Pick) -> Refusal | None:
    if move.card not in view.offered:
        return no("not_offered", "4.4", cards=_privileges(view.offered))
    return None


def _check_end(_view: View, _move: End) -> None:
    return None


_LAWS: dict[str, Callable[[View, Any], Refusal | None]] = {
    "draft": _check_draft,
    "reserve": _check_reserve,
    "play": _check_play,
    "take": _check_take,
    "swap": check_swap,
    "military": _check_military,
    "roll": _check_roll,
    "favour": _check_favour,
    "block": _check_block,
    "keep": _check_keep,
    "palace": _check_palace,
    "end": _check_end,
}

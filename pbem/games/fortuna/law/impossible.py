"""What can be legal in no position of a game, by its table and options alone: refused however early it is ordered."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pbem.games.fortuna.course import favours, privileges
from pbem.games.fortuna.course.setup import privileges_of
from pbem.games.fortuna.position import actions
from pbem.games.fortuna.position.moves import (
    Ask,
    Block,
    Draft,
    Keep,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Reserve,
    Swap,
    Take,
    Use,
)
from pbem.games.fortuna.position.state import View
from pbem.games.fortuna.table.table import CARDS, PRIVILEGES
from pbem.games.game import Refusal
from pbem.games.kit.refusals import no

MOST_KEPT = 2  # with a Basilica


def impossible(view: View, move: Move) -> Refusal | None:
    """Say why a move can never be legal in this game, or None."""
    never = _NEVER.get(type(move))
    return never(view, move) if never else None


def _card(card: str) -> Refusal | None:
    return None if card in CARDS else no("no_such_card", "1.2")


def _draft(_view: View, move: Draft) -> Refusal | None:
    if move.card == "FORTUNA":
        return no("fortuna_dealt", "2.1")
    return _card(move.card)


def _reserve(view: View, move: Reserve) -> Refusal | None:
    if move.card is not None:
        return _card(move.card)
    is_due = view.rules.options.initial_reserve == "mandatory"
    return no("must_reserve", "F-R19") if is_due else None


def _play(view: View, move: Play) -> Refusal | None:
    if isinstance(move.act, NoAct):
        return _card(move.card)
    return actions.refuse_ever(view.rules, move.card, move.act)


def _take(_view: View, move: Take) -> Refusal | None:
    return None if move.what in actions.FAMILY_GIVES else no("family_gives", "4.1")


def _military(view: View, move: Military) -> Refusal | None:
    if move.card is not None:
        return actions.refuse_ever(view.rules, move.card, move.act)
    return None if isinstance(move.act, NoAct) else no("wrong_act_none", "T3")


def _block(view: View, move: Block) -> Refusal | None:
    if move.number is None or 1 <= move.number <= len(view.public.favours):
        return None
    return no("no_such_favour", "1.3", number=move.number)


def _keep(view: View, move: Keep) -> Refusal | None:
    if not 1 <= len(move.cards) <= MOST_KEPT:
        return no("keep_count", "T7", limit=MOST_KEPT)
    if any(card not in PRIVILEGES for card in move.cards):
        return no("no_such_privilege", "1.5")
    deck, _removed = privileges_of(view.rules.table, len(view.public.players))
    if Counter(move.cards) - Counter(deck):
        return no("not_so_often", "1.5")
    return None


def _pick(_view: View, move: Pick) -> Refusal | None:
    return None if move.card in PRIVILEGES else no("no_such_privilege", "1.5")


_NEVER: dict[type, Callable[[View, Any], Refusal | None]] = {
    Draft: _draft,
    Reserve: _reserve,
    Play: _play,
    Take: _take,
    Swap: lambda _, move: _card(move.card),
    Military: _military,
    Ask: lambda view, move: favours.refuse_ever(view.rules, move),
    Block: _block,
    Keep: _keep,
    Pick: _pick,
    Use: lambda view, move: privileges.refuse_ever(view.rules, move),
}

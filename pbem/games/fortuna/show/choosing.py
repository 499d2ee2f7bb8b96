"""The legal orders as somebody chooses from them: by card, side or favour, amounts together where there are many."""

from collections.abc import Hashable
from functools import partial

from pbem.games.fortuna.law.listing import moves
from pbem.games.fortuna.position.moves import KINDS, Act, Bribe, Military, Move, NoAct, Play, Swap
from pbem.games.fortuna.position.state import View, place_of
from pbem.games.fortuna.show import outlook
from pbem.games.fortuna.table.vocabulary import MESSAGES, WORDS
from pbem.games.fortuna.words.written import words_of
from pbem.games.game import NOBODY, Names, Saying, Seat
from pbem.games.offers import FEW, Form, Group, group_of, lines_of


def grouped(view: View, language: str, names: Names = NOBODY) -> tuple[Group, ...]:
    """Return the legal orders in groups."""
    legal = list(moves(view))
    groups: dict[str, list[Form[Move]]] = {}
    for move in legal:
        form = Form(move, words_of(move, language), _shape(move), is_idle=_is_idle(move))
        groups.setdefault(_title(view, move, language, names), []).append(form)
    effect = partial(_effect, view, language, names)
    idle = MESSAGES.say(Saying("does_nothing"), language)
    is_many = len(legal) > FEW
    ordered = sorted(groups.items(), key=lambda group: group[1][0].is_idle)  # what changes nothing comes last
    return tuple(
        group_of(title, lines_of(forms, effect, idle=idle, is_many=is_many), language=language)
        for title, forms in ordered
    )


def _effect(view: View, language: str, names: Names, move: Move) -> tuple[str, ...]:
    return outlook.effect(view, move, language, names)


def _is_idle(move: Move) -> bool:
    return isinstance(move, Play) and isinstance(move.act, NoAct)


def _title(view: View, move: Move, language: str, names: Names) -> str:
    """Return what a move belongs to: the card that is played, the side that is swapped with, or its kind."""
    if _is_idle(move):
        return MESSAGES.say(Saying("group_idle"), language)
    if isinstance(move, Play | Military) and move.card is not None:
        return WORDS.say("cards", move.card, language)
    if isinstance(move, Swap):
        return _side(place_of(view.public, move.card)[0], language, names)
    if KINDS[type(move)] != view.public.step:
        return MESSAGES.say(Saying("group_between"), language)
    return WORDS.say("verbs", KINDS[type(move)], language)


def _side(side: str, language: str, names: Names) -> str:
    """Return who sits at a side, and its colour, by which it is found on the board."""
    colour = WORDS.say("seats", side, language)
    name = names.get(Seat(side))
    return f"{name} ({colour})" if name else colour


def _shape(move: Move) -> Hashable:
    """Return what moves must have in common to stand in one line."""
    if not isinstance(move, Play | Military):
        return type(move)
    if _is_idle(move):
        return NoAct
    return type(move), move.card, *_act_shape(move.act)


def _act_shape(act: Act) -> tuple[Hashable, ...]:
    if isinstance(act, Bribe):
        return Bribe, act.card, *_act_shape(act.act)
    return (type(act),)

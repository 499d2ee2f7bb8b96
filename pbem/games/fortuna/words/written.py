"""Moves back to words: the inverse of `parse`."""

from collections.abc import Callable
from typing import Any

from pbem.games.fortuna.position.moves import (
    Act,
    Ask,
    Block,
    Bribe,
    Build,
    Buy,
    Do,
    Draft,
    End,
    Gain,
    Keep,
    Marry,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Pocket,
    Pour,
    Reserve,
    Roll,
    RollEarly,
    Sell,
    Swap,
    Take,
    Use,
)
from pbem.games.fortuna.table.vocabulary import WORDS


def write(move: Move, language: str) -> str:
    """Write a move as an order."""
    return " ".join(words_of(move, language))


def words_of(move: Move, language: str) -> tuple[str, ...]:
    """Return a move in words, names of several words as one."""
    return tuple(word for word in _WRITE[type(move)](_Pen(language), move) if word)


class _Pen:
    """Writes words in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def verb(self, name: str) -> str:
        return WORDS.say("verbs", name, self.language)

    def say(self, section: str, name: str | None) -> str:
        if name is not None:
            return WORDS.say(section, name, self.language)
        return self.none()

    def none(self) -> str:
        return WORDS.say("marks", "none", self.language)

    def amount(self, count: int | None) -> str:
        if count is None:
            return WORDS.say("amounts", "all", self.language)
        return str(count)

    def source(self, *, reservoir: bool) -> str:
        if not reservoir:
            return ""
        return f"{self.say('marks', 'from')} {self.say('sources', 'reservoir')}"

    def die(self, number: int | None) -> str:
        if number is None:
            return ""
        return f"{self.say('marks', 'die')} {number}"

    def act(self, act: Act) -> tuple[str, ...]:
        word, *more = _WRITE_ACTS[type(act)](self, act)
        return self.say("acts", word) if word else "", *more


def _write_pour(pen: _Pen, act: Pour) -> tuple[str, ...]:
    if act == Pour():
        return ("",)
    return "water", pen.amount(act.water), pen.source(reservoir=act.reservoir)


_WRITE_ACTS: dict[type, Callable[[_Pen, Any], tuple[str, ...]]] = {
    NoAct: lambda _, __: ("noact",),
    Do: lambda _, __: ("",),
    Pour: _write_pour,
    Sell: lambda pen, act: ("sell", pen.amount(act.count)),
    Buy: lambda pen, act: ("buy", pen.amount(act.count)),
    Marry: lambda _, __: ("marry",),
    RollEarly: lambda _, __: ("roll",),
    Gain: lambda pen, act: ("take", pen.say("goods", act.what)),
    Build: lambda pen, act: ("build", pen.say("buildings", act.building)),
    Pocket: lambda _, __: ("money",),
    Bribe: lambda pen, act: ("use", pen.say("cards", act.card), *pen.act(act.act)),
}


def _write_military(pen: _Pen, move: Military) -> tuple[str, ...]:
    if move.card is None:
        return pen.verb("military"), pen.none()
    return pen.verb("military"), pen.say("cards", move.card), *pen.act(move.act)


def _write_swap(pen: _Pen, move: Swap) -> tuple[str, ...]:
    side = ""
    if move.side is not None:
        side = f"{pen.say('marks', 'from')} {pen.say('seats', move.side)}"
    return pen.verb("swap"), pen.say("cards", move.card), side


def _write_use(pen: _Pen, move: Use) -> tuple[str, ...]:
    choice = ""
    if move.choice is not None:
        choice = pen.say("choices", move.choice)
    plus = ""
    if choice and move.card != "A_FOLLOWER":
        plus = "+"
    return pen.verb("use"), pen.say("gifts", move.card), plus, choice


def _write_ask(pen: _Pen, move: Ask) -> tuple[str, ...]:
    number = pen.none() if move.number is None else str(move.number)
    count = "" if move.count is None else f"x{move.count}"
    return pen.verb("favour"), number, count, pen.source(reservoir=move.reservoir), pen.die(move.die)


def _write_keep(pen: _Pen, move: Keep) -> tuple[str, ...]:
    return pen.verb("keep"), ", ".join(pen.say("privileges", card) for card in move.cards)


_WRITE: dict[type, Callable[[_Pen, Any], tuple[str, ...]]] = {
    Draft: lambda pen, move: (pen.verb("draft"), pen.say("cards", move.card)),
    Reserve: lambda pen, move: (pen.verb("reserve"), pen.say("cards", move.card)),
    Play: lambda pen, move: (pen.verb("play"), pen.say("cards", move.card), *pen.act(move.act)),
    Take: lambda pen, move: (pen.verb("take"), pen.say("goods", move.what)),
    Swap: _write_swap,
    Military: _write_military,
    Roll: lambda pen, _: (pen.verb("roll"),),
    Use: _write_use,
    Ask: _write_ask,
    Block: lambda pen, move: (pen.verb("block"), pen.none() if move.number is None else str(move.number)),
    Keep: _write_keep,
    Pick: lambda pen, move: (pen.verb("palace"), pen.say("privileges", move.card)),
    End: lambda pen, _: (pen.verb("end"),),
}

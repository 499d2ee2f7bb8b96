"""Moves back to words: the inverse of `parse`."""

from collections.abc import Callable
from typing import Any

from pbem.games.praetor.moves import Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue, Trade
from pbem.games.praetor.naming import STEPS
from pbem.games.praetor.vocabulary import WORDS, tell_amount


def write(move: Move, language: str) -> str:
    """Write a move as an order in a language."""
    return _WRITE[type(move)](move, language)


def _write_labour(move: Labour, language: str) -> str:
    return f"{_verb('labour', language)} {move.camp} {_write_action(move.inner, language, called=True)}"


def _write_pass(move: Pass, language: str) -> str:
    parts = [_verb("pass", language)]
    for verb, wish in (("academy", move.academy), ("rescue", move.rescue)):
        if wish:
            parts += [_verb(verb, language), _answer(wish, language)]
    return " ".join(parts)


def _write_academy(move: Academy, language: str) -> str:
    answer = _answer("yes" if move.at else "no", language)
    return f"{_verb('academy', language)} {answer} {move.at}".rstrip()


def _write_rescue(move: Rescue, language: str) -> str:
    return f"{_verb('rescue', language)} {_answer('yes' if move.use else 'no', language)}"


def _write_ready(_move: Ready, language: str) -> str:
    return _verb("ready", language)


def _verb(name: str, language: str) -> str:
    return WORDS.say("verbs", name, language)


def _answer(name: str, language: str) -> str:
    return WORDS.say("answers", name, language)


def _write_action(move: Build | Activate, language: str, *, called: bool = False) -> str:
    order = "activate"
    if isinstance(move, Build):
        order = "build"
    parts = [_verb(order, language), move.tile]
    if not called:
        parts += [_mark("with", language), str(move.level)]
    parts += _site_parts(move, language) if isinstance(move, Build) else _use_parts(move, language)
    return " ".join(parts)


def _mark(word: str, language: str) -> str:
    return WORDS.say("marks", word, language)


def _site_parts(move: Build, language: str) -> list[str]:
    place = f"{move.x},{move.y}"
    if move.beside:
        side = next((side for side, step in STEPS.items() if step == (move.x, move.y)), "north")
        place = f"{WORDS.say('directions', side, language)} {_mark('of', language)} {move.beside}"
    return [_mark("at", language), place, _mark("rot", language), str(move.rot)]


def _use_parts(move: Activate, language: str) -> list[str]:
    parts = []
    if move.make is not None:
        parts += [_mark("make", language), str(move.make)]
    if move.take:
        parts += [_mark("take", language), move.take]
    if move.trades:
        parts.append(", ".join(_trade(trade, language) for trade in move.trades))
    return parts


def _trade(trade: Trade, language: str) -> str:
    mark = "sell" if trade.sell else "buy"
    return f"{_mark(mark, language)} {tell_amount(trade.count, trade.good, language)}"


_WRITE: dict[type, Callable[[Any, str], str]] = {
    Build: _write_action,
    Activate: _write_action,
    Labour: _write_labour,
    Pass: _write_pass,
    Academy: _write_academy,
    Rescue: _write_rescue,
    Ready: _write_ready,
}

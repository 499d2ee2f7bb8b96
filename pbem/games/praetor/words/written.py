"""Moves back to words: the inverse of `parse`."""

from collections.abc import Callable
from typing import Any

from pbem.games.praetor.position.moves import Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue, Trade
from pbem.games.praetor.table.vocabulary import WORDS, tell_amount
from pbem.games.praetor.words.naming import STEPS


def write(move: Move, language: str) -> str:
    """Write a move as an order in a language."""
    return _WRITE[type(move)](move, language)


def _write_labour(move: Labour, language: str) -> str:
    return " ".join(words_of(move, language))


def _write_pass(move: Pass, language: str) -> str:
    parts = [verb("pass", language)]
    for what, wish in (("academy", move.academy), ("rescue", move.rescue)):
        if wish:
            parts += [verb(what, language), answer(wish, language)]
    return " ".join(parts)


def _write_academy(move: Academy, language: str) -> str:
    told = answer("yes" if move.at else "no", language)
    return f"{verb('academy', language)} {told} {move.at}".rstrip()


def _write_rescue(move: Rescue, language: str) -> str:
    return f"{verb('rescue', language)} {answer('yes' if move.use else 'no', language)}"


def _write_ready(_move: Ready, language: str) -> str:
    return verb("ready", language)


def verb(name: str, language: str) -> str:
    """Return the word that an order begins with."""
    return WORDS.say("verbs", name, language)


def answer(name: str, language: str) -> str:
    """Return the word for yes, no, or only if it is free."""
    return WORDS.say("answers", name, language)


def _write_action(move: Build | Activate, language: str) -> str:
    return " ".join(words_of(move, language))


def words_of(move: Build | Activate | Labour, language: str) -> tuple[str, ...]:
    """Return an action in words, a list of trades as one."""
    if isinstance(move, Labour):
        return verb("labour", language), move.camp, *_action_parts(move.inner, language, called=True)
    return tuple(_action_parts(move, language))


def _action_parts(move: Build | Activate, language: str, *, called: bool = False) -> list[str]:
    order = "activate"
    if isinstance(move, Build):
        order = "build"
    parts = [verb(order, language), move.tile]
    if not called:
        parts += [mark("with", language), str(move.level)]
    return parts + (_site_parts(move, language) if isinstance(move, Build) else _use_parts(move, language))


def mark(word: str, language: str) -> str:
    """Return a small word of an order."""
    return WORDS.say("marks", word, language)


def _site_parts(move: Build, language: str) -> list[str]:
    place = f"{move.x},{move.y}"
    if move.beside:
        side = next((side for side, step in STEPS.items() if step == (move.x, move.y)), "north")
        place = f"{WORDS.say('directions', side, language)} {mark('of', language)} {move.beside}"
    return [mark("at", language), place, mark("rot", language), str(move.rot)]


def _use_parts(move: Activate, language: str) -> list[str]:
    parts = []
    if move.make is not None:
        parts += [mark("make", language), str(move.make)]
    if move.take:
        parts += [mark("take", language), move.take]
    if move.trades:
        parts.append(", ".join(_trade(trade, language) for trade in move.trades))
    return parts


def _trade(trade: Trade, language: str) -> str:
    way = "sell" if trade.sell else "buy"
    return f"{mark(way, language)} {tell_amount(trade.count, trade.good, language)}"


_WRITE: dict[type, Callable[[Any, str], str]] = {
    Build: _write_action,
    Activate: _write_action,
    Labour: _write_labour,
    Pass: _write_pass,
    Academy: _write_academy,
    Rescue: _write_rescue,
    Ready: _write_ready,
}

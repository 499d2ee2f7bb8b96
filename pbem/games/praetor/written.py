"""Moves back to words: the inverse of `parse`."""

from pbem.games.praetor.moves import Academy, Activate, Build, Labour, Move, Pass, Ready
from pbem.games.praetor.orders import STEPS
from pbem.games.praetor.vocabulary import WORDS, tell_amount


def write(move: Move, language: str) -> str:
    """Write a move as an order in a language."""
    say = WORDS.say
    if isinstance(move, Build | Activate):
        return _write_action(move, language)
    if isinstance(move, Labour):
        return f"{say('orders', 'labour', language)} {move.camp} {_write_action(move.inner, language, called=True)}"
    if isinstance(move, Pass):
        return say("orders", "pass", language) + "".join(
            f" {say('orders', order, language)} {say('answers', wish, language)}"
            for order, wish in (("academy", move.academy), ("rescue", move.rescue))
            if wish
        )
    if isinstance(move, Ready):
        return say("orders", "ready", language)
    if isinstance(move, Academy):
        answer = say("answers", "yes" if move.at else "no", language)
        return f"{say('orders', 'academy', language)} {answer} {move.at}".rstrip()
    return f"{say('orders', 'rescue', language)} {say('answers', 'yes' if move.use else 'no', language)}"


def _write_action(move: Build | Activate, language: str, *, called: bool = False) -> str:
    order = "build" if isinstance(move, Build) else "activate"
    parts = [WORDS.say("orders", order, language), move.tile]
    if not called:
        parts += [_small("with", language), str(move.level)]
    parts += _site_parts(move, language) if isinstance(move, Build) else _use_parts(move, language)
    return " ".join(parts)


def _small(word: str, language: str) -> str:
    return WORDS.say("small", word, language)


def _site_parts(move: Build, language: str) -> list[str]:
    place = f"{move.x},{move.y}"
    if move.beside:
        side = next((side for side, step in STEPS.items() if step == (move.x, move.y)), "north")
        place = f"{WORDS.say('dirs', side, language)} {_small('of', language)} {move.beside}"
    return [_small("at", language), place, _small("rot", language), str(move.rot)]


def _use_parts(move: Activate, language: str) -> list[str]:
    parts = []
    if move.make is not None:
        parts += [_small("make", language), str(move.make)]
    if move.take:
        parts += [_small("take", language), move.take]
    trades = ", ".join(
        f"{_small('sell' if trade.sell else 'buy', language)} {tell_amount(trade.count, trade.good, language)}"
        for trade in move.trades
    )
    return [*parts, trades] if trades else parts

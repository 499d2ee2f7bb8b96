"""Orders in words: reading them in four languages at once, and writing them back.

An amount left out of a favour, or given as `all`, stays open until it is played. `die` before a word is the German
article, else the English word; `dé` before a number is the French word, elsewhere an article (or `des`). French
writes `avec`, which needs no accent.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.games.fortuna.move import (
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
from pbem.games.fortuna.state import View
from pbem.games.game import Unread
from pbem.games.sections import Sections
from pbem.games.words import Messages, Reader, Words

_HERE = Path(__file__).parent
_FILLERS = (
    "di del della dell dello dei degli delle d de du des la le les l il i lo gli en the der das dem den "
    "carta carte card karte con with mit"
)
_AND = ("+", "and", "e", "et", "und")
_ARTICLE = re.compile(r"\bdie\s+(?=[^\W\d])", re.IGNORECASE)
_FRENCH_DIE = re.compile(r"\bd(?:\u00e9|e\u0301?)\s+(?=\d)", re.IGNORECASE)
WORDS = Words(lambda: Sections((_HERE / "words.toml").read_text("utf-8")), _FILLERS.split())
MESSAGES = Messages(lambda: Sections((_HERE / "messages.toml").read_text("utf-8")), WORDS)


class _Lost(Exception):  # noqa: N818 - carries a player's mistake out of the reading, it is no error of ours
    def __init__(self, unread: Unread) -> None:
        self.unread = unread


def untangled(text: str) -> str:
    """Return a text in which no article can be taken for a die, nor a die for an article."""
    return _FRENCH_DIE.sub("avec ", _ARTICLE.sub(" ", text))


def parse(view: View, text: str) -> Move | Unread:
    """Read one order."""
    reader = Reader(WORDS, untangled(text))
    verb = reader.take("verbs")
    if verb is None:
        return reader.unread("verbs")
    try:
        move = _READ_IN_VIEW[verb](reader, view) if verb in _READ_IN_VIEW else _READ[verb](reader)
    except _Lost as lost:
        return lost.unread
    return move if reader.is_done else reader.surplus()


def _need(reader: Reader, section: str) -> str:
    found = reader.take(section)
    if found is None:
        raise _Lost(reader.unread(section))
    return found


def _amount(reader: Reader) -> int | None:
    if reader.take("amounts"):
        return None
    number = reader.number()
    if number is None:
        raise _Lost(reader.unread("amounts"))
    return number


def _is_none(reader: Reader) -> bool:
    return reader.take_id("marks", "none")


def _from_reservoir(reader: Reader) -> bool:
    if reader.take_id("marks", "from"):
        return _need(reader, "sources") == "reservoir"
    return reader.take("sources") == "reservoir"  # `de` is a filler in French


def _act(reader: Reader, card: str) -> Act:
    word = reader.take("acts")
    if word is None:
        if not reader.is_done:
            raise _Lost(reader.unread("acts"))
        return Pour() if card in ("HARVEST", "VINTAGE") else Do()
    return _READ_ACTS[word](reader)


def _pour(reader: Reader) -> Act:
    return Pour(_amount(reader), _from_reservoir(reader))


def _bribe(reader: Reader) -> Act:
    card = _need(reader, "cards")
    return Bribe(card, _act(reader, card))


_READ_ACTS: dict[str, Callable[[Reader], Act]] = {
    "noact": lambda _: NoAct(),
    "water": _pour,
    "sell": lambda reader: Sell(_amount(reader)),
    "buy": lambda reader: Buy(_amount(reader)),
    "marry": lambda _: Marry(),
    "roll": lambda _: RollEarly(),
    "take": lambda reader: Gain(_need(reader, "goods")),
    "build": lambda reader: Build(_need(reader, "buildings")),
    "money": lambda _: Pocket(),
    "use": _bribe,
}


def _play(reader: Reader) -> Move:
    card = _need(reader, "cards")
    return Play(card, _act(reader, card))


def _military(reader: Reader) -> Move:
    if _is_none(reader):
        return Military()
    card = _need(reader, "cards")
    return Military(card, _act(reader, card))


def _swap(reader: Reader) -> Move:
    card = _need(reader, "cards")
    if reader.take_id("marks", "from"):
        return Swap(card, _need(reader, "seats"))
    return Swap(card, reader.take("seats"))


def _use(reader: Reader) -> Move:
    if follower := reader.take("followers"):  # only one privilege brings a follower
        return Use("A_FOLLOWER", follower)
    card = _need(reader, "gifts")
    reader.mark("+")
    return Use(card, None if reader.is_done else _need(reader, "choices"))


def _keep(reader: Reader) -> Move:
    cards = [_need(reader, "privileges")]
    while not reader.is_done:
        any(reader.mark(sign) for sign in _AND)
        cards.append(_need(reader, "privileges"))
    return Keep(tuple(cards))


def _number(reader: Reader, view: View) -> int:
    number = reader.number()
    return view.rules.table.favours.index(_need(reader, "favours")) + 1 if number is None else number


def _favour(reader: Reader, view: View) -> Move:
    if _is_none(reader):
        return Ask(die=_die(reader))
    number = _number(reader, view)
    count = _amount(reader) if reader.mark("*") else None
    return Ask(number, count, _from_reservoir(reader), _die(reader))


def _die(reader: Reader) -> int | None:
    if not reader.take_id("marks", "die"):
        return None
    number = reader.number()
    if number is None:
        raise _Lost(reader.unread("amounts"))
    return number


def _block(reader: Reader, view: View) -> Move:
    return Block(None if _is_none(reader) else _number(reader, view))


def _cover(reader: Reader, view: View) -> Move:
    # one German word for two orders: a number is a favour, a name is a card (8.2); none is what is asked
    if _is_none(reader):
        return Reserve(None) if _is_reserving(view) else Block(None)
    number = reader.number()
    return Reserve(_need(reader, "cards")) if number is None else Block(number)


def _is_reserving(view: View) -> bool:
    public = view.public
    return public.step == "draft" or (public.step == "reserve" and view.seat in public.reserving)


_READ: dict[str, Callable[[Reader], Move]] = {
    "draft": lambda reader: Draft(_need(reader, "cards")),
    "reserve": lambda reader: Reserve(None if _is_none(reader) else _need(reader, "cards")),
    "play": _play,
    "take": lambda reader: Take(_need(reader, "goods")),
    "swap": _swap,
    "military": _military,
    "roll": lambda _: Roll(),
    "use": _use,
    "keep": _keep,
    "palace": lambda reader: Pick(_need(reader, "privileges")),
    "end": lambda _: End(),
    "tax": lambda reader: Ask(die=_die(reader)),
}
_READ_IN_VIEW: dict[str, Callable[[Reader, View], Move]] = {"favour": _favour, "block": _block, "cover": _cover}


def write(move: Move, language: str) -> str:
    """Write a move as an order."""
    pen = _Pen(language)
    return " ".join(word for word in _WRITE[type(move)](pen, move) if word)


class _Pen:
    """Writes words in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def verb(self, name: str) -> str:
        return WORDS.say("verbs", name, self.language)

    def say(self, section: str, name: str | None) -> str:
        return WORDS.say(section, name, self.language) if name is not None else self.none()

    def none(self) -> str:
        return WORDS.say("marks", "none", self.language)

    def amount(self, count: int | None) -> str:
        return WORDS.say("amounts", "all", self.language) if count is None else str(count)

    def source(self, *, reservoir: bool) -> str:
        return f"{self.say('marks', 'from')} {self.say('sources', 'reservoir')}" if reservoir else ""

    def die(self, number: int | None) -> str:
        return "" if number is None else f"{self.say('marks', 'die')} {number}"

    def act(self, act: Act) -> str:
        word, more = _WRITE_ACTS[type(act)](self, act)
        return " ".join(part for part in (self.say("acts", word) if word else "", more) if part)


def _write_pour(pen: _Pen, act: Pour) -> tuple[str, str]:
    if act == Pour():
        return "", ""
    return "water", f"{pen.amount(act.water)} {pen.source(reservoir=act.reservoir)}".rstrip()


_WRITE_ACTS: dict[type, Callable[[_Pen, Any], tuple[str, str]]] = {
    NoAct: lambda _, __: ("noact", ""),
    Do: lambda _, __: ("", ""),
    Pour: _write_pour,
    Sell: lambda pen, act: ("sell", pen.amount(act.count)),
    Buy: lambda pen, act: ("buy", pen.amount(act.count)),
    Marry: lambda _, __: ("marry", ""),
    RollEarly: lambda _, __: ("roll", ""),
    Gain: lambda pen, act: ("take", pen.say("goods", act.what)),
    Build: lambda pen, act: ("build", pen.say("buildings", act.building)),
    Pocket: lambda _, __: ("money", ""),
    Bribe: lambda pen, act: ("use", f"{pen.say('cards', act.card)} {pen.act(act.act)}".rstrip()),
}


def _write_military(pen: _Pen, move: Military) -> tuple[str, ...]:
    return pen.verb("military"), pen.say("cards", move.card), "" if move.card is None else pen.act(move.act)


def _write_swap(pen: _Pen, move: Swap) -> tuple[str, ...]:
    side = "" if move.side is None else f"{pen.say('marks', 'from')} {pen.say('seats', move.side)}"
    return pen.verb("swap"), pen.say("cards", move.card), side


def _write_use(pen: _Pen, move: Use) -> tuple[str, ...]:
    choice = "" if move.choice is None else pen.say("choices", move.choice)
    plus = "+" if choice and move.card != "A_FOLLOWER" else ""
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
    Play: lambda pen, move: (pen.verb("play"), pen.say("cards", move.card), pen.act(move.act)),
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

"""Orders in words: reading them in four languages at once, and writing them back.

An amount left out of a favour, or given as `all`, stays open until it is played. `die` before a word is the German
article, else the English word; `dé` before a number is the French word, elsewhere an article (or `des`). French
writes `avec`, which needs no accent.
"""

from collections.abc import Callable

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
from pbem.games.fortuna.position.state import View
from pbem.games.fortuna.table.vocabulary import WORDS, untangled
from pbem.games.game import Unread
from pbem.games.kit.reading import Lost, Reader, read_whole

_AND = ("+", "and", "e", "et", "und")


def parse(view: View, text: str) -> Move | Unread:
    """Read one order."""
    return read_whole(Reader(WORDS, untangled(text)), lambda reader: _order(reader, view))


def _order(reader: Reader, view: View) -> Move:
    verb = reader.need("verbs")
    reader.kind = _kind(verb, view)
    if verb in _READ_IN_VIEW:
        return _READ_IN_VIEW[verb](reader, view)
    return _READ[verb](reader)


def _kind(verb: str, view: View) -> str:
    """Return the kind of decision that a verb answers; two of them are read only."""
    if verb == "cover":
        return "reserve" if _is_reserving(view) else "block"
    return "favour" if verb == "tax" else verb


def _amount(reader: Reader) -> int | None:
    if reader.take("amounts"):
        return None
    number = reader.number()
    if number is None:
        raise Lost(reader.unread("amounts"))
    return number


def _is_none(reader: Reader) -> bool:
    return reader.take_id("marks", "none")


def _from_reservoir(reader: Reader) -> bool:
    if reader.take_id("marks", "from"):
        return reader.need("sources") == "reservoir"
    return reader.take("sources") == "reservoir"  # `de` is a filler in French


def _act(reader: Reader, card: str) -> Act:
    word = reader.take("acts")
    if word is None:
        if not reader.is_done:
            raise Lost(reader.unread("acts"))
        return Pour() if card in ("HARVEST", "VINTAGE") else Do()
    return _READ_ACTS[word](reader)


def _pour(reader: Reader) -> Act:
    return Pour(_amount(reader), _from_reservoir(reader))


def _bribe(reader: Reader) -> Act:
    card = reader.need("cards")
    return Bribe(card, _act(reader, card))


_READ_ACTS: dict[str, Callable[[Reader], Act]] = {
    "noact": lambda _: NoAct(),
    "water": _pour,
    "sell": lambda reader: Sell(_amount(reader)),
    "buy": lambda reader: Buy(_amount(reader)),
    "marry": lambda _: Marry(),
    "roll": lambda _: RollEarly(),
    "take": lambda reader: Gain(reader.need("goods")),
    "build": lambda reader: Build(reader.need("buildings")),
    "money": lambda _: Pocket(),
    "use": _bribe,
}


def _play(reader: Reader) -> Move:
    card = reader.need("cards")
    return Play(card, _act(reader, card))


def _military(reader: Reader) -> Move:
    if _is_none(reader):
        return Military()
    card = reader.need("cards")
    return Military(card, _act(reader, card))


def _swap(reader: Reader) -> Move:
    card = reader.need("cards")
    if reader.take_id("marks", "from"):
        return Swap(card, reader.need("seats"))
    return Swap(card, reader.take("seats"))


def _use(reader: Reader) -> Move:
    if follower := reader.take("followers"):  # only one privilege brings a follower
        return Use("A_FOLLOWER", follower)
    card = reader.need("gifts")
    reader.mark("+")
    return Use(card, None if reader.is_done else reader.need("choices"))


def _keep(reader: Reader) -> Move:
    cards = [reader.need("privileges")]
    while not reader.is_done:
        any(reader.mark(sign) for sign in _AND)
        cards.append(reader.need("privileges"))
    return Keep(tuple(cards))


def _number(reader: Reader, view: View) -> int:
    number = reader.number()
    if number is None:
        return view.rules.table.favours.index(reader.need("favours")) + 1
    return number


def _favour(reader: Reader, view: View) -> Move:
    if _is_none(reader):
        return Ask(die=_die(reader))
    number = _number(reader, view)
    return Ask(number, _units(reader), _from_reservoir(reader), _die(reader))


def _units(reader: Reader) -> int | None:
    """Read how many units are given: `x2`, `x all` or `all`; nothing said is as many as can be."""
    if reader.mark("*") or reader.mark("x"):
        return _amount(reader)
    reader.take("amounts")
    return None


def _die(reader: Reader) -> int | None:
    if not reader.take_id("marks", "die"):
        return None
    number = reader.number()
    if number is None:
        raise Lost(reader.unread("amounts"))
    return number


def _block(reader: Reader, view: View) -> Move:
    return Block(None if _is_none(reader) else _number(reader, view))


def _cover(reader: Reader, view: View) -> Move:
    # one German word for two orders: a number is a favour, a name is a card (8.2); none is what is asked
    if _is_none(reader):
        if _is_reserving(view):
            return Reserve(None)
        return Block(None)
    number = reader.number()
    if number is None:
        return Reserve(reader.need("cards"))
    return Block(number)


def _is_reserving(view: View) -> bool:
    public = view.public
    return public.step == "draft" or (public.step == "reserve" and view.seat in public.reserving)


_READ: dict[str, Callable[[Reader], Move]] = {
    "draft": lambda reader: Draft(reader.need("cards")),
    "reserve": lambda reader: Reserve(None if _is_none(reader) else reader.need("cards")),
    "play": _play,
    "take": lambda reader: Take(reader.need("goods")),
    "swap": _swap,
    "military": _military,
    "roll": lambda _: Roll(),
    "use": _use,
    "keep": _keep,
    "palace": lambda reader: Pick(reader.need("privileges")),
    "end": lambda _: End(),
    "tax": lambda reader: Ask(die=_die(reader)),
}
_READ_IN_VIEW: dict[str, Callable[[Reader, View], Move]] = {"favour": _favour, "block": _block, "cover": _cover}

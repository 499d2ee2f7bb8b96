"""Orders in words: reading them in four languages at once, and writing them back.

Dice are digits or Roman numerals; `3x4` is three fours, `*4` all fours rolled. What depends on the dice is made exact
as soon as the reader knows them; before that the words stay what they are.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from pbem.games.alea.law.defaults import best_keep
from pbem.games.alea.law.exact import exact
from pbem.games.alea.law.law import beside_roll
from pbem.games.alea.law.waiting import decides
from pbem.games.alea.position.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Dice, Stand, View
from pbem.games.alea.table.vocabulary import WORDS
from pbem.games.game import Refusal, Saying, Unread
from pbem.games.kit.order_words import fold
from pbem.games.kit.reading import Lost, Reader, read_whole

_TIMES = re.compile(r"(?<![\w-])([1-8])\s*[x\u00d7]\s*([1-6])(?!\w)")


ONE_BUILDING = Unread(Saying("one_building"), "place")  # A-R36
_KINDS = {"add": "place", "auto": "assign"}


def parse(view: View, text: str) -> Move | Unread:
    """Read one order; short forms become exact when the view's seat is asked and they mean something legal."""
    move = read(text)
    if move == ONE_BUILDING and view.own and view.position.rolls[view.index]:
        return replace(ONE_BUILDING, saying=beside_roll(ONE_BUILDING.saying, view))
    if isinstance(move, Unread) or view.own is None or not decides(view.position, view.index):
        return move
    phase = view.position.phase
    if phase == "keep" and move == Keep():
        return best_keep(view)
    if phase != "place" or not isinstance(move, Place | Reroll):
        return move
    meant = exact(view, move)
    return move if isinstance(meant, Refusal) else meant


@lru_cache(maxsize=1024)
def read(text: str) -> Move | Unread:
    """Read the words alone."""
    return read_whole(Reader(WORDS, _TIMES.sub(_spread, fold(text))), _order)


def _order(reader: Reader) -> Move:
    verb = reader.take("verbs")
    if verb is None and WORDS.match("buildings", reader.left) is None:
        raise Lost(reader.unread("verbs"))
    reader.kind = _KINDS.get(verb or "place", verb or "place")
    move = _READ[verb or "place"](reader)
    if isinstance(move, Place) and _names_another(reader.left):
        raise Lost(ONE_BUILDING)
    return move


def _names_another(words: tuple[str, ...]) -> bool:
    return any(WORDS.match("buildings", words[at:]) for at in range(len(words)))


def _spread(found: re.Match[str]) -> str:
    return " ".join(found[2] * int(found[1]))


def _dice(reader: Reader) -> tuple[Dice, Dice]:
    """Read dice named one by one, and values of which all are meant."""
    dice: list[int] = []
    every: list[int] = []
    while not reader.is_done:
        if reader.mark("*"):
            every.append(int(reader.need("dice")))
        elif value := reader.take("dice"):
            dice.append(int(value))
        elif reader.left[0].lstrip("-").isdecimal():
            raise Lost(reader.expected("dice"))
        else:
            break
    return tuple(dice), tuple(every)


def _place(reader: Reader) -> Move:
    building = reader.need("buildings")
    dice, every = _dice(reader)
    if building == "castrum" and (dice or every) and reader.take_id("marks", "extend"):
        return Place(building, dice, "extend", _set_size(reader, dice + every), every)
    for how in ("new", "extend", "best", "low", "pair"):
        if reader.take_id("marks", how):
            return Place(building, dice, how, every=every)
    if not dice and not every:
        raise Lost(reader.unread("dice"))
    return Place(building, dice, every=every)


def _set_size(reader: Reader, dice: Dice) -> int:
    """Read which own set is extended, as its dice: `2x4`."""
    at_set = reader.expected("sets")
    try:
        named, every = _dice(reader)
    except Lost:
        raise Lost(at_set) from None
    if every:
        raise Lost(at_set)
    if any(value != dice[0] for value in named):
        raise Lost(Unread(Saying("set_of_other_value", {"value": dice[0]})))
    return len(named)


def _add(reader: Reader) -> Move:
    building = reader.need("buildings")
    dice, every = _dice(reader)
    if not dice and not every:
        raise Lost(reader.unread("dice"))
    return Place(building, dice, "extend", every=every)


def _reroll(reader: Reader) -> Move:
    if reader.take_id("marks", "all"):
        return Reroll(how="all")
    how = ""
    if reader.take_id("marks", "except"):
        how = "except"
    dice, every = _dice(reader)
    if not dice and not every:
        raise Lost(reader.unread("dice"))
    return Reroll(dice, how, every)


def _keep(reader: Reader) -> Move:
    if reader.take_id("marks", "best"):
        return Keep()
    dice, _ = _dice(reader)
    if not dice:
        raise Lost(reader.unread("dice"))
    return Keep(dice)


def _patrician(reader: Reader) -> str:
    return f"{reader.need('colours')}-{reader.need('ranks')}"


def _assign(reader: Reader) -> Move:
    if reader.take_id("verbs", "auto"):
        return Assign(auto=True)
    if reader.take_id("marks", "nobody"):
        return Assign()
    stands = [_stand(reader)]
    while not reader.is_done:
        stands.append(_stand(reader))
    return Assign(tuple(stands))


def _stand(reader: Reader) -> Stand:
    patrician = _patrician(reader)
    reader.take_id("marks", "to")
    place = reader.take("tiles") or reader.need("cards")
    return Stand(patrician, place, reader.take_id("marks", "extra"))


_READ: dict[str, Callable[[Reader], Move]] = {
    "place": _place,
    "add": _add,
    "reroll": _reroll,
    "keep": _keep,
    "card": lambda reader: TakeCard(reader.need("cards")),
    "province": lambda reader: TakeProvince(reader.need("tiles")),
    "patrician": lambda reader: TakePatrician(_patrician(reader)),
    "assign": _assign,
    "auto": lambda _: Assign(auto=True),
}

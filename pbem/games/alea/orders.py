"""Orders in words: reading them in four languages at once, and writing them back.

Dice are digits or Roman numerals; `3x4` is three fours, `*4` all fours rolled. What depends on the dice is made exact
as soon as the reader knows them; before that the words stay what they are.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from pbem.games.alea.check import beside_roll
from pbem.games.alea.decisions import decides
from pbem.games.alea.defaults import best_keep
from pbem.games.alea.exact import exact
from pbem.games.alea.names import WORDS
from pbem.games.alea.state import (
    Assign,
    Dice,
    Keep,
    Move,
    Place,
    Reroll,
    Stand,
    TakeCard,
    TakePatrician,
    TakeProvince,
    View,
)
from pbem.games.game import Refusal, Saying, Unread
from pbem.games.words import Reader, fold

_TIMES = re.compile(r"(?<!\w)([1-8])\s*[x\u00d7]\s*([1-6])(?!\w)")


ONE_BUILDING = Unread(Saying("one_building"))  # A-R36


class _Lost(Exception):  # noqa: N818 - carries a player's mistake out of the reading
    def __init__(self, unread: Unread) -> None:
        self.unread = unread


def parse(view: View, text: str) -> Move | Unread:
    """Read one order; short forms become exact when the view's seat is asked and they mean something legal."""
    move = read(text)
    if move == ONE_BUILDING and view.own and view.position.rolls[view.index]:
        return Unread(beside_roll(ONE_BUILDING.saying, view))
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
    reader = Reader(WORDS, _TIMES.sub(_spread, fold(text)))
    verb = reader.take("verb")
    if verb is None and WORDS.match("building", reader.left) is None:
        return reader.unread("verb")
    try:
        move = _READ[verb or "place"](reader)
    except _Lost as lost:
        return lost.unread
    if reader.is_done:
        return move
    return ONE_BUILDING if isinstance(move, Place) and _names_another(reader.left) else reader.surplus()


def _names_another(words: tuple[str, ...]) -> bool:
    return any(WORDS.match("building", words[at:]) for at in range(len(words)))


def _spread(found: re.Match[str]) -> str:
    return " ".join(found[2] * int(found[1]))


def _need(reader: Reader, section: str) -> str:
    found = reader.take(section)
    if found is None:
        raise _Lost(reader.unread(section))
    return found


def _dice(reader: Reader) -> tuple[Dice, Dice]:
    """Read dice named one by one, and values of which all are meant."""
    dice: list[int] = []
    every: list[int] = []
    while not reader.is_done:
        if reader.mark("*"):
            every.append(int(_need(reader, "die")))
        elif value := reader.take("die"):
            dice.append(int(value))
        else:
            break
    return tuple(dice), tuple(every)


def _place(reader: Reader) -> Move:
    building = _need(reader, "building")
    dice, every = _dice(reader)
    if building == "castrum" and (dice or every) and reader.take_id("how", "extend"):
        return Place(building, dice, "extend", _set_size(reader, dice + every), every)
    for how in ("new", "extend", "best", "low", "pair"):
        if reader.take_id("how", how):
            return Place(building, dice, how, every=every)
    if not dice and not every:
        raise _Lost(reader.unread("die"))
    return Place(building, dice, every=every)


def _set_size(reader: Reader, dice: Dice) -> int:
    """Read which own set is extended, as its dice: `2x4`."""
    named, _ = _dice(reader)
    if any(value != dice[0] for value in named):
        raise _Lost(Unread(Saying("set_of_other_value")))
    return len(named)


def _add(reader: Reader) -> Move:
    building = _need(reader, "building")
    dice, every = _dice(reader)
    if not dice and not every:
        raise _Lost(reader.unread("die"))
    return Place(building, dice, "extend", every=every)


def _reroll(reader: Reader) -> Move:
    if reader.take_id("how", "all"):
        return Reroll(how="all")
    how = "except" if reader.take_id("how", "except") else ""
    dice, every = _dice(reader)
    if not dice and not every:
        raise _Lost(reader.unread("die"))
    return Reroll(dice, how, every)


def _keep(reader: Reader) -> Move:
    if reader.take_id("how", "best"):
        return Keep()
    dice, _ = _dice(reader)
    return Keep(dice) if dice else _fail(reader, "die")


def _fail(reader: Reader, section: str) -> Move:
    raise _Lost(reader.unread(section))


def _patrician(reader: Reader) -> str:
    return f"{_need(reader, 'colour')}-{_need(reader, 'rank')}"


def _assign(reader: Reader) -> Move:
    if reader.take_id("verb", "auto"):
        return Assign(auto=True)
    if reader.take("nobody"):
        return Assign()
    stands = [_stand(reader)]
    while not reader.is_done:
        stands.append(_stand(reader))
    return Assign(tuple(stands))


def _stand(reader: Reader) -> Stand:
    patrician = _patrician(reader)
    reader.take("to")
    place = reader.take("tile") or _need(reader, "card")
    return Stand(patrician, place, reader.take("extra") is not None)


_READ: dict[str, Callable[[Reader], Move]] = {
    "place": _place,
    "add": _add,
    "reroll": _reroll,
    "keep": _keep,
    "card": lambda reader: TakeCard(_need(reader, "card")),
    "province": lambda reader: TakeProvince(_need(reader, "tile")),
    "patrician": lambda reader: TakePatrician(_patrician(reader)),
    "assign": _assign,
    "auto": lambda _: Assign(auto=True),
}


@lru_cache(maxsize=4096)
def write(move: Move, language: str) -> str:
    """Write a move as an order; what is no word of the game is written as it is."""
    return " ".join(word for word in _WRITE[type(move)](move, language) if word)


def _say(section: str, name: str, language: str) -> str:
    return WORDS.say(section, name, language) if WORDS.knows(section, name) else name


def _numbers(dice: Dice, every: Dice = ()) -> str:
    return " ".join((*map(str, dice), *(f"*{value}" for value in every)))


def _write_place(move: Place, language: str) -> tuple[str, ...]:
    how = _say("how", move.how, language)
    size = f"{move.size}x{(*move.dice, *move.every)[0]}" if move.size and (move.dice or move.every) else ""
    building = _say("building", move.building, language)
    return WORDS.say("verb", "place", language), building, _numbers(move.dice, move.every), how, size


def _write_reroll(move: Reroll, language: str) -> tuple[str, ...]:
    return WORDS.say("verb", "reroll", language), _say("how", move.how, language), _numbers(move.dice, move.every)


def _write_keep(move: Keep, language: str) -> tuple[str, ...]:
    return WORDS.say("verb", "keep", language), _numbers(move.tiles) or WORDS.say("how", "best", language)


def _write_card(move: TakeCard, language: str) -> tuple[str, ...]:
    return WORDS.say("verb", "card", language), _say("card", move.card, language)


def _write_province(move: TakeProvince, language: str) -> tuple[str, ...]:
    return WORDS.say("verb", "province", language), _say("tile", move.tile, language)


def _write_patrician(move: TakePatrician, language: str) -> tuple[str, ...]:
    return WORDS.say("verb", "patrician", language), _say("patrician", move.patrician, language)


def _write_assign(move: Assign, language: str) -> tuple[str, ...]:
    if move.auto:
        return WORDS.say("verb", "assign", language), WORDS.say("verb", "auto", language)
    stands = ", ".join(_write_stand(stand, language) for stand in move.stands)
    return WORDS.say("verb", "assign", language), stands or WORDS.say("nobody", "nobody", language)


def _write_stand(stand: Stand, language: str) -> str:
    section = "tile" if WORDS.knows("tile", stand.place) else "card"
    extra = f" {WORDS.say('extra', 'extra', language)}" if stand.extra else ""
    who, where = _say("patrician", stand.patrician, language), _say(section, stand.place, language)
    return f"{who} {WORDS.say('to', 'to', language)} {where}{extra}"


_WRITE: dict[type, Callable[..., tuple[str, ...]]] = {
    Place: _write_place,
    Reroll: _write_reroll,
    Keep: _write_keep,
    TakeCard: _write_card,
    TakeProvince: _write_province,
    TakePatrician: _write_patrician,
    Assign: _write_assign,
}

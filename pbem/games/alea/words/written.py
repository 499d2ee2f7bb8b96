"""Moves back to words: the inverse of `parse`."""

from collections.abc import Callable
from functools import lru_cache

from pbem.games.alea.position.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Dice, Stand
from pbem.games.alea.table.vocabulary import WORDS


@lru_cache(maxsize=4096)
def write(move: Move, language: str) -> str:
    """Write a move as an order; what is no word of the game is written as it is."""
    return " ".join(words_of(move, language))


def words_of(move: Move, language: str) -> tuple[str, ...]:
    """Return a move in words, dice of one order as one."""
    return tuple(word for word in _WRITE[type(move)](move, language) if word)


def _say(section: str, name: str, language: str) -> str:
    if WORDS.has(section, name):
        return WORDS.say(section, name, language)
    return name


def _numbers(dice: Dice, every: Dice = ()) -> str:
    return " ".join((*map(str, dice), *(f"*{value}" for value in every)))


def _write_place(move: Place, language: str) -> tuple[str, ...]:
    how = _say("marks", move.how, language)
    size = ""
    if move.size and (move.dice or move.every):
        size = f"{move.size}x{(*move.dice, *move.every)[0]}"
    building = _say("buildings", move.building, language)
    return WORDS.say("verbs", "place", language), building, _numbers(move.dice, move.every), how, size


def _write_reroll(move: Reroll, language: str) -> tuple[str, ...]:
    return WORDS.say("verbs", "reroll", language), _say("marks", move.how, language), _numbers(move.dice, move.every)


def _write_keep(move: Keep, language: str) -> tuple[str, ...]:
    return WORDS.say("verbs", "keep", language), _numbers(move.tiles) or WORDS.say("marks", "best", language)


def _write_card(move: TakeCard, language: str) -> tuple[str, ...]:
    return WORDS.say("verbs", "card", language), _say("cards", move.card, language)


def _write_province(move: TakeProvince, language: str) -> tuple[str, ...]:
    return WORDS.say("verbs", "province", language), _say("tiles", move.tile, language)


def _write_patrician(move: TakePatrician, language: str) -> tuple[str, ...]:
    return WORDS.say("verbs", "patrician", language), _say("patricians", move.patrician, language)


def _write_assign(move: Assign, language: str) -> tuple[str, ...]:
    if move.auto:
        return WORDS.say("verbs", "assign", language), WORDS.say("verbs", "auto", language)
    stands = ", ".join(_write_stand(stand, language) for stand in move.stands)
    return WORDS.say("verbs", "assign", language), stands or WORDS.say("marks", "nobody", language)


def _write_stand(stand: Stand, language: str) -> str:
    section = "cards"
    if WORDS.has("tiles", stand.place):
        section = "tiles"
    extra = ""
    if stand.extra:
        extra = f" {WORDS.say('marks', 'extra', language)}"
    who, where = _say("patricians", stand.patrician, language), _say(section, stand.place, language)
    return f"{who} {WORDS.say('marks', 'to', language)} {where}{extra}"


_WRITE: dict[type, Callable[..., tuple[str, ...]]] = {
    Place: _write_place,
    Reroll: _write_reroll,
    Keep: _write_keep,
    TakeCard: _write_card,
    TakeProvince: _write_province,
    TakePatrician: _write_patrician,
    Assign: _write_assign,
}

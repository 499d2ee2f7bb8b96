"""The vocabulary: what `words.toml` says, and the codes of pieces that follow from it."""

import tomllib
from pathlib import Path

from pbem.games.alea.table import COLOURS, SINGLES, shipped
from pbem.games.game import LANGUAGES, Data, Saying
from pbem.games.sections import Sections
from pbem.games.words import Messages, Words, split

ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI"}
_HERE = Path(__file__).parent
_DIE = {"en": "die", "it": "dado", "fr": "dé", "de": "Würfel"}
_TILES = {"en": "tiles", "it": "tessere", "fr": "tuiles", "de": "Plättchen"}

Phrases = dict[str, list[str]]


def _load(name: str) -> Data:
    return tomllib.loads((_HERE / name).read_text(encoding="utf-8"))


def _vocabulary() -> Data:
    words = _load("words.toml")
    words["die"] = {str(value): _everywhere(str(value), ROMAN[value]) for value in ROMAN}
    words["tile"] = {f"{c}{v}": _tile(words["colour"][c], v) for c in COLOURS for v in range(1, 5)} | words["wild"]
    words["rank"] = {f"{g}{v}": _rank(words["gender"][g], v) for g in "MW" for v in range(1, 4)}
    words["patrician"] = {f"{c}-{r}": _patrician(words, c, r) for c in COLOURS for r in words["rank"]}
    words["card"] = _cards(words["special"])
    words["fact"] |= {
        f"die{v}": {la: [f"{_DIE[la]}{v}", f"{_DIE[la]} {v}", f"die{v}"] for la in LANGUAGES} for v in ROMAN
    }
    words["fact"] |= {f"tiles{c.lower()}": _tile_fact(c) for c in COLOURS}
    return words


def _everywhere(*phrases: str) -> Phrases:
    return {language: list(phrases) for language in LANGUAGES}


def _tile(colour: Phrases, value: int) -> Phrases:
    """`GER4`, `GER 4`, `GER IV`, `Germania 4`, ..."""
    code = colour["en"][0]
    return {
        language: [
            f"{code}{value}",
            *(f"{name} {number}" for name in colour[language] for number in (value, ROMAN[value])),
        ]
        for language in LANGUAGES
    }


def _rank(gender: Phrases, value: int) -> Phrases:
    """`M3`, `M 3`, `man III`, ..."""
    numbers = (str(value), ROMAN[value])
    return {
        language: [
            f"{gender[language][0]}{value}",
            *(f"{name} {number}" for name in gender[language] for number in numbers),
        ]
        for language in LANGUAGES
    }


def _patrician(words: Data, colour: str, rank: str) -> Phrases:
    """Written only: `GER-M3`; orders are read by colour and rank."""
    return {language: [f"{colour}-{words['rank'][rank][language][0]}"] for language in LANGUAGES}


def _cards(special: Data) -> Data:
    cards = {single: _everywhere(single, str(number)) for number, single in enumerate(SINGLES, 1)}
    for name, code, number, copies in (("border", "XII", 12, 6), ("free", "XIII", 13, 2)):
        for k in range(1, copies + 1):
            cards[f"{code}-{k}"] = {
                language: [f"{code}-{k}", f"{number}-{k}", *(f"{word} {k}" for word in special[name][language])]
                for language in LANGUAGES
            }
    return cards


def _tile_fact(colour: str) -> Phrases:
    return {language: [f"{_TILES[language]} {colour}", f"tiles{colour}"] for language in LANGUAGES}


WORDS = Words(_vocabulary)
MESSAGES = Messages(lambda: Sections((_HERE / "messages.toml").read_text("utf-8")), WORDS)
ROLLED = "rolled"  # an argument of every refusal of dice: it is told with the roll
POINTS = ("provinces", "patricians", "senate", "fortune", "rerolls", "total", "unassigned")


def fact(words: str) -> str | None:
    """Return the fact that folded words mean."""
    found = WORDS.match("fact", split(words))
    return found[0] if found and found[1] == len(split(words)) else None


def say(saying: Saying, language: str) -> str:
    """Tell a saying; a refusal of dice together with what was rolled."""
    told = MESSAGES.say(saying, language)
    if ROLLED not in saying.args:
        return told
    return f"{told}; {MESSAGES.say(Saying('your_roll', {ROLLED: saying.args[ROLLED]}), language)}"


def called(name: str, language: str) -> str:
    """Return what a seat, a kind of decision or a category of points is called."""
    for section in ("seat", "verb"):
        if WORDS.knows(section, name):
            return WORDS.say(section, name, language)
    return MESSAGES.say(Saying(f"points_{name}"), language) if name in POINTS else name


def tell_house(table: Data, language: str) -> tuple[str, ...]:
    """Tell which colours the border provinces join, if these are ours: no source prints them."""
    pairs = table["senate"]["border"]
    if pairs != shipped()["senate"]["border"]:
        return ()
    joined = [f"XII-{number} {one} + {other}" for number, (one, other) in enumerate(pairs, 1)]
    return (MESSAGES.say(Saying("house_border", {"joined": joined}), language),)

"""The vocabulary: what `words.toml` says, and the codes of pieces that follow from it."""

from pbem.games.alea.table.table import COLOURS, SINGLES, shipped
from pbem.games.game import LANGUAGES, NOBODY, Data, Names, Saying
from pbem.games.kit.files import load, promise
from pbem.games.kit.order_words import Messages, Words

ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI"}
_DIE = {"en": "die", "it": "dado", "fr": "dé", "de": "Würfel"}
_TILES = {"en": "tiles", "it": "tessere", "fr": "tuiles", "de": "Plättchen"}

Phrases = dict[str, list[str]]


def _vocabulary() -> Data:
    words = load("pbem.games.alea", "words.toml")
    words["dice"] = {str(value): _everywhere(str(value), ROMAN[value]) for value in ROMAN}
    words["tiles"] = {f"{c}{v}": _tile(words["colours"][c], v) for c in COLOURS for v in range(1, 5)} | words["wild"]
    words["ranks"] = {f"{g}{v}": _rank(words["genders"][g], v) for g in "MW" for v in range(1, 4)}
    words["patricians"] = {f"{c}-{r}": _patrician(words, c, r) for c in COLOURS for r in words["ranks"]}
    words["cards"] = _cards(words["special"])
    words["facts"] |= {
        f"die{v}": {la: [f"{_DIE[la]}{v}", f"{_DIE[la]} {v}", f"die{v}"] for la in LANGUAGES} for v in ROMAN
    }
    words["facts"] |= {f"tiles{c.lower()}": _tile_fact(c) for c in COLOURS}
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
    return {language: [f"{colour}-{words['ranks'][rank][language][0]}"] for language in LANGUAGES}


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
MESSAGES = Messages(promise("pbem.games.alea", "messages.toml"), WORDS)
ROLLED = "rolled"  # an argument of every refusal of dice: it is told with the roll


def say(saying: Saying, language: str, names: Names = NOBODY) -> str:
    """Tell a saying; a refusal of dice together with what was rolled."""
    told = MESSAGES.say(saying, language, names)
    if ROLLED not in saying.args:
        return told
    return f"{told}; {MESSAGES.say(Saying('your_roll', {ROLLED: saying.args[ROLLED]}), language)}"


def said(code: str) -> str:
    """Return a piece as a saying names it; one that there is not has no name."""
    section = next((name for name in ("cards", "patricians", "tiles") if WORDS.has(name, code)), None)
    return f"{section}/{code}" if section else "-"


def tell_house(table: Data, language: str) -> tuple[str, ...]:
    """Tell which colours the border provinces join, if these are ours: no source prints them."""
    pairs = table["senate"]["border"]
    if pairs != shipped()["senate"]["border"]:
        return ()
    joined = [f"XII-{number} {one} + {other}" for number, (one, other) in enumerate(pairs, 1)]
    return (MESSAGES.say(Saying("house_border", {"joined": joined}), language),)

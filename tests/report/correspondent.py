"""A player who knows nothing of a game but the text of its letters: he reads the lines to choose from, takes one."""

import re
from random import Random

from pbem.phrases import Phrases
from tests.wording import DESK, text_of, values_of

_ORDER = re.compile(r" {1,3}(?P<number>\d+|-)  (?P<text>\S.*)")
_ASIDE = re.compile(r"\(([^()]*)\)")
_SPAN = re.compile(r"(?<![\w.-])(\d+)\.\.(\d+)(?![\w.])")
ALEA, PRAETOR = Phrases.beside("pbem.games.alea"), Phrases.beside("pbem.games.praetor")
UNSAID = (text_of(PRAETOR, "slot_trades"), "tile")  # what a line leaves to be filled in


def part(letter: str, heading: str) -> list[str]:
    """Return the lines below a heading of a letter, up to the next one."""
    lines = letter.splitlines()
    start = next(at for at, line in enumerate(lines) if line == heading and set(lines[at + 1]) == {"-"}) + 2
    found: list[str] = []
    for line, after in zip(lines[start:], [*lines[start + 1 :], ""], strict=True):
        if after and set(after) == {"-"} and len(after) == len(line):
            break
        found.append(line)
    return found


def offers(letter: str) -> list[str]:
    """Return what stands in a letter to be chosen from, a line each, with what it does cut off."""
    whole: list[str] = []
    for line in part(letter, text_of(DESK, "orders")):
        if found := _ORDER.fullmatch(line):
            whole.append(found["text"])
        elif line.startswith("       ") and whole:
            whole[-1] += f" {line.strip()}"
        elif not line.startswith("     "):
            whole.append("")  # a title, or the end
    return [text.partition(": ")[0] for text in whole if text]


def places(letter: str) -> list[str]:
    """Return the places that a note of the letter names."""
    told = " ".join(line.strip() for line in part(letter, text_of(DESK, "orders")))
    note, _, _ = text_of(PRAETOR, "note_places", cells="@").partition("@")
    return re.findall(r"-?\d+,-?\d+", told.partition(note)[2])


def choose(letter: str, random: Random) -> str:
    """Take one of the orders that a letter offers."""
    able = [offer for offer in offers(letter) if not any(word in offer for word in UNSAID)]
    return _one_of(random.choice(able), places(letter), random)


def _one_of(offer: str, cells: list[str], random: Random) -> str:
    """Write one of the orders that a line stands for."""
    verb = re.sub(r"^\d+ ", "", offer).split()[0]
    one = random.choice(re.split(rf", (?=(?:\d+ )?{verb}\b)", offer))
    one = re.sub(r"^\d+ ", "", one)

    def inside(aside: re.Match[str]) -> str:
        if aside[0] == text_of(PRAETOR, "slot_place"):
            return random.choice(cells)
        if told := values_of(aside[0], ALEA, "slot_any"):
            dice = told["dice"].split()
            return " ".join(sorted(random.sample(dice, random.randint(1, len(dice)))))
        if told := values_of(aside[0], ALEA, "slot_some"):
            return " ".join(sorted(random.sample(told["dice"].split(), int(told["count"]))))
        return random.choice(str(aside[1]).split(" | "))

    one = _ASIDE.sub(inside, one)
    return _SPAN.sub(lambda span: str(random.randint(int(span[1]), int(span[2]))), one)

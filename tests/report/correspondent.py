"""A player who knows nothing of a game but the text of its letters: he reads the lines to choose from, takes one."""

import re
from random import Random

_ORDER = re.compile(r" {1,3}(?P<number>\d+|-)  (?P<text>\S.*)")
_ASIDE = re.compile(r"\(([^()]*)\)")
_SPAN = re.compile(r"(?<![\w.-])(\d+)\.\.(\d+)(?![\w.])")
_PLACES = re.compile(r"\(place\) is one of: (.*)")
UNSAID = ("sell or buy", "tile")  # what a line leaves to be filled in


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
    for line in part(letter, "Your orders"):
        if found := _ORDER.fullmatch(line):
            whole.append(found["text"])
        elif line.startswith("       ") and whole:
            whole[-1] += f" {line.strip()}"
        elif not line.startswith("     "):
            whole.append("")  # a title, or the end
    return [text.partition(": ")[0] for text in whole if text]


def places(letter: str) -> list[str]:
    """Return the places that a note of the letter names."""
    told = " ".join(line.strip() for line in part(letter, "Your orders"))
    found = _PLACES.search(told)
    return re.findall(r"-?\d+,-?\d+", found[1]) if found else []


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
        words = aside[1]
        if words == "place":
            return random.choice(cells)
        if words.startswith("any of "):
            dice = words.removeprefix("any of ").split()
            return " ".join(sorted(random.sample(dice, random.randint(1, len(dice)))))
        if counted := re.fullmatch(r"(\d) of ([\d ]+)", words):
            return " ".join(sorted(random.sample(str(counted[2]).split(), int(counted[1]))))
        return random.choice(str(words).split(" | "))

    one = _ASIDE.sub(inside, one)
    return _SPAN.sub(lambda span: str(random.randint(int(span[1]), int(span[2]))), one)

"""Lines such as `-----BEGIN PBEM ORDERS-----` as they arrive: mail programs wrap them and make their dashes pretty."""

import re

_DASHES = "[-\u2010-\u2015]{2,5}+"  # taken once for all: no word begins with a dash that could be given back
_GAP = r"\s{1,3}"


def mark(*words: str) -> str:
    """Give the pattern that finds such a line by its words."""
    return rf"{_DASHES}\s{{0,3}}{_GAP.join(words)}\s{{0,3}}{_DASHES}"


BEGIN = re.compile(mark("BEGIN", "PBEM", "ORDERS"), re.IGNORECASE)
END = re.compile(mark("END", "PBEM", "ORDERS"), re.IGNORECASE)


def is_edge(line: str) -> bool:
    """Say whether a line is the first or the last one of a block, and so no order."""
    return BEGIN.fullmatch(line) is not None or END.fullmatch(line) is not None

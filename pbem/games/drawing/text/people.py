"""What people are called on a drawing."""

from typing import Any

from pbem.games.drawing.text.measure import clean, has_all
from pbem.games.game import MAIL, Look, Seat

# Stands for a name while a message is told: what people call themselves is no word of ours.
HOLE = "\N{REPLACEMENT CHARACTER}"
_LONGEST = 60


def person(look: Look[Any], seat: Seat, word: str) -> str:
    """Return the name of the one at a seat, or else the word for the seat.

    The picture of a letter has the packed fonts and no other: who is called in letters that they lack is called by his
    seat there. On a page the reader's own fonts show any name.
    """
    name = clean(look.names.get(seat, ""))[:_LONGEST]
    if name and (look.width != MAIL or has_all(name)):
        return name
    return word[:1].upper() + word[1:]

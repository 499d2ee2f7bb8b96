"""Players' marks: always a colour, a shape and a letter, so that none of them is needed alone.

Letters are the same in all languages and on text boards; none of them is the letter of a good.
"""

from msgspec import Struct

from pbem.games.drawing.parts import placed, symbol
from pbem.games.drawing.remembered import remembered

LEAST_LETTER = 11  # below it the letter is left out, never the shape
LEVELS = range(1, 7)  # what a worker can have learned


class Mark(Struct, frozen=True):
    """The sign of a seat: its letter, its shape on a grid of 24, where the letter stands, and in which ink."""

    letter: str
    shape: str
    baseline: float
    ink: str = "d-dark"
    size: float = 12.5


MARKS = {
    "blue": Mark("B", "M12 1.6a10.4 10.4 0 1 0 0 20.8a10.4 10.4 0 0 0 0-20.8z", 16.5, "d-light"),
    "grey": Mark("E", "M2.4 2.4h19.2v19.2H2.4z", 16.5, "d-light"),
    "orange": Mark("O", "M12 2L22.9 21.6H1.1z", 19.2, size=11.5),
    "purple": Mark("P", "M12 1.1L22.9 12 12 22.9 1.1 12z", 16.2, size=11.5),
    "brown": Mark("N", "M6.6 2.2h10.8L22.9 12l-5.5 9.8H6.6L1.1 12z", 16.5, "d-light"),
    "green": Mark("V", "M2.6 2h18.8v9.2c0 5.6-3.6 9.2-9.4 11.4c-5.8-2.2-9.4-5.8-9.4-11.4z", 15.6),
    "yellow": Mark("Y", "M2.8 22V11a9.2 9.2 0 0 1 18.4 0v11z", 17),
    "white": Mark("T", "M7.8 1.2h8.4v6.6h6.6v8.4h-6.6v6.6H7.8v-6.6H1.2V7.8h6.6z", 15.8, size=10.5),
    "black": Mark("K", "M2.6 22V2h4.2v2.8h3.2V2h4v2.8h3.2V2h4.2v20z", 18, "d-light"),
}


def _defined(seat: str, mark: Mark) -> dict[str, str]:
    shape = f'<path d="{mark.shape}" class="d-mark d-seat-{seat}"/>'
    letter = (
        f'<text x="12" y="{mark.baseline:g}" class="d-letter {mark.ink}" font-size="{mark.size:g}">{mark.letter}</text>'
    )
    ghost = f'<path d="{mark.shape}" class="d-ghost"/>'
    parts = {f"d-seat-{seat}": shape + letter, f"d-bare-{seat}": shape, f"d-ghost-{seat}": ghost}
    for number in LEVELS:
        parts[f"d-level-{number}-{seat}"] = shape + _numeral(mark, number, mark.ink)
        parts[f"d-away-{number}-{seat}"] = ghost + _numeral(mark, number, "d-q")
    return {name: symbol(name, content, kind="d") for name, content in parts.items()}


def _numeral(mark: Mark, number: int, ink: str) -> str:
    size = mark.size + 0.6
    return f'<text x="12" y="{mark.baseline + 0.2:g}" class="d-letter {ink}" font-size="{size:g}">{number}</text>'


PARTS = {name: part for seat, mark in MARKS.items() for name, part in _defined(seat, mark).items()}


@remembered
def token(seat: str, x: float, y: float, size: float) -> str:
    """Return a seat's mark around a point."""
    kind = "seat" if size >= LEAST_LETTER else "bare"
    return placed(f"d-{kind}-{seat}", x, y, size)


@remembered
def bare(seat: str, x: float, y: float, size: float) -> str:
    """Return the mark without its letter, for a number to be written on it in `ink_on` of the seat."""
    return placed(f"d-bare-{seat}", x, y, size)


@remembered
def ghost(seat: str, x: float, y: float, size: float) -> str:
    """Return the dashed outline of a mark: it was here, or is placed elsewhere."""
    return placed(f"d-ghost-{seat}", x, y, size)


@remembered
def level(seat: str, number: int, x: float, y: float, size: float, *, is_elsewhere: bool = False) -> str:
    """Return a mark with one of `LEVELS` on it instead of its letter; of a piece placed elsewhere the outline."""
    kind = "away" if is_elsewhere else "level"
    return placed(f"d-{kind}-{number}-{seat}", x, y, size)


def ink_on(seat: str) -> str:
    """Return the class of words that stand on a seat's colour."""
    return MARKS[seat].ink

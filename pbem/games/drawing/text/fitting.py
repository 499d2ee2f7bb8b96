"""Words fitted into a room: whole; in two lines, at a space or a soft hyphen; smaller, to 80 %; cut, with an ellipsis.

Where something has a shorter name too, that comes before the ellipsis.
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from pbem.games.drawing.text.measure import BOLD, SOFT_HYPHEN, clean, width_of

LEAST = 0.8  # of the size asked for, where nothing else is said
_SCALES = (1, 0.96, 0.92, 0.88, 0.84)
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


class Fitted(Struct, frozen=True):
    """Lines of a size in a face that stay within a room; `whole` is what they say, also where it was cut."""

    lines: tuple[str, ...]
    size: float
    face: str
    room: float
    whole: str

    @property
    def is_cut(self) -> bool:
        """Whether something of the words is not shown."""
        return self.lines[-1].endswith(_ELLIPSIS) and not self.whole.endswith(_ELLIPSIS)

    @property
    def width(self) -> float:
        """How wide the longest line is."""
        return max(width_of(line, self.size, self.face) for line in self.lines)

    @property
    def leading(self) -> float:
        """From one baseline to the next."""
        return self.size * 1.14

    @property
    def height(self) -> float:
        """How high all lines are, from the top of capitals to the last baseline."""
        return self.size * 0.73 + self.leading * (len(self.lines) - 1)


@lru_cache(maxsize=4096)
def fit(words: str, room: float, *, size: float, face: str = BOLD, split: float = 0, below: float = 0) -> Fitted:
    """Return words as they fit into a room; `split` is the size of two lines, 0 where there is room for one only.

    `below` is the room of the second line where that is another.
    """
    return _fit(words, (room, below or room), (size, split), LEAST, face)


@lru_cache(maxsize=4096)
def fit_down_to(least: float, words: str, room: float, *, size: float, face: str = BOLD) -> Fitted:
    """Return words as they fit into a room, in two lines at most, and no smaller than the least size."""
    return _fit(words, (room, room), (size, size), least / size, face)


def _fit(words: str, rooms: tuple[float, float], sizes: tuple[float, float], least: float, face: str) -> Fitted:
    """Return words fitted into the rooms of two lines; the sizes are those of one line and of two."""
    cleaned = clean(words)
    whole = cleaned.replace(SOFT_HYPHEN, "")
    room, (size, split) = rooms[0], sizes
    for scale in (*(scale for scale in _SCALES if scale > least), least):
        if width_of(whole, size * scale, face) <= room:
            return Fitted((whole,), _rounded(size * scale), face, room, whole)
        lines = _halves(cleaned, rooms, split * scale, face) if split else None
        if lines:
            return Fitted(lines, _rounded(split * scale), face, room, whole)
    return Fitted((_cut(whole, room, size * least, face),), _rounded(size * least), face, room, whole)


def fit_first(
    names: tuple[str, ...], room: float, *, size: float, face: str = BOLD, split: float = 0, below: float = 0
) -> Fitted:
    """Return the first of some names that need not be cut, from the whole one to the shortest."""
    fitted = [fit(name, room, size=size, face=face, split=split, below=below) for name in names]
    return next((found for found in fitted if not found.is_cut), fitted[-1])


def _rounded(size: float) -> float:
    # down, so that nothing that fitted is too wide afterwards
    return int(size * 10) / 10


def _halves(words: str, rooms: tuple[float, float], size: float, face: str) -> tuple[str, str] | None:
    """Return the two lines that are most alike and fit."""
    fitting = []
    for pair in _breaks(words):
        widths = [width_of(line, size, face) for line in pair]
        if widths[0] <= rooms[0] and widths[1] <= rooms[1]:
            fitting.append((max(widths), pair))
    return min(fitting)[1] if fitting else None


def _breaks(words: str) -> Iterator[tuple[str, str]]:
    for at, letter in enumerate(words):
        if letter == " ":
            yield words[:at].replace(SOFT_HYPHEN, ""), words[at + 1 :].replace(SOFT_HYPHEN, "")
        elif letter == SOFT_HYPHEN:
            yield words[:at].replace(SOFT_HYPHEN, "") + "-", words[at + 1 :].replace(SOFT_HYPHEN, "")


def _cut(words: str, room: float, size: float, face: str) -> str:
    for end in range(len(words) - 1, 0, -1):
        line = words[:end].rstrip() + _ELLIPSIS
        if width_of(line, size, face) <= room:
            return line
    return _ELLIPSIS

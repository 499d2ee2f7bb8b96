"""What is wrong with orders, as their player is told."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace


class Problem(Struct, frozen=True):
    """A player's mistake: the line of the sheet (0: the whole sheet), what is wrong, which legal orders come nearest.

    Everything is told in the player's language already.
    """

    line: int
    text: str
    nearest: tuple[str, ...] = ()
    words: str = ""  # of that line, where the text does not quote them

    def quoting(self, lines: Sequence[str]) -> "Problem":
        """Return the problem with the words of its line: in a mail, its number alone would tell nobody which one."""
        words = lines[self.line - 1] if self.line else ""
        return replace(self, words="" if words in self.text else words)

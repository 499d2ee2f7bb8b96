"""A slip: a short letter about no position, such as a challenge, a new key, or a mail that could not be used."""

from msgspec import Struct

from pbem.referee.language.sheet import Problem
from pbem.report.safe_text import print_problem, printed

_LONGEST = 1_000
_WIDEST = 34  # columns of a cell in text


class Part(Struct, frozen=True):
    """One thing of a list: lines that are already told, below them lines to be copied, and a table.

    Of the table the first row is its head; every row has as many cells.
    """

    told: tuple[str, ...]
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def aligned(self) -> tuple[str, ...]:
        """The rows of the table as lines of text: words to the left, numbers to the right."""
        widths = [min(max(map(len, column)), _WIDEST) for column in zip(*self.rows, strict=True)]
        return tuple("  ".join(map(_cell, row, widths)).rstrip() for row in self.rows)


def _cell(text: str, width: int) -> str:
    is_number = bool(text) and not text[0].isalpha()
    return text[:width].rjust(width) if is_number else text[:width].ljust(width)


class Slip(Struct, frozen=True):
    """What is asked for: the phrases it says, with what stands in their places, problems, a list, lines to be copied.

    `note` is the referee's signed word on the head of a game.
    """

    phrases: tuple[str, ...]
    places: dict[str, str] = {}
    problems: tuple[Problem, ...] = ()
    lines: tuple[str, ...] = ()
    note: str = ""
    parts: tuple[Part, ...] = ()


class SlipPage(Struct, frozen=True):
    """Everything a slip says. The templates see this and nothing else."""

    language: str
    subject: str
    phrases: tuple[str, ...]
    places: dict[str, str]
    problems: tuple[Problem, ...]
    parts: tuple[Part, ...]
    lines: tuple[str, ...]
    note: str


def slip_page(slip: Slip, *, subject: str, language: str) -> SlipPage:
    """Make a slip ready to be written; whatever somebody else wrote in it is made safe to print."""
    return SlipPage(
        language=language,
        subject=printed(subject),
        phrases=slip.phrases,
        places={name: printed(text, _LONGEST) for name, text in slip.places.items()},
        problems=tuple(map(print_problem, slip.problems)),
        parts=tuple(map(_printed_part, slip.parts)),
        lines=tuple(map(printed, slip.lines)),
        note=slip.note,
    )


def _printed_part(part: Part) -> Part:
    told = tuple(printed(line, _LONGEST) for line in part.told)
    rows = tuple(tuple(map(printed, row)) for row in part.rows)
    return Part(told, tuple(map(printed, part.lines)), rows)

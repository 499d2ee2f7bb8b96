"""A slip: a short letter about no position, such as a challenge, a new key, or a mail that could not be used."""

from msgspec import Struct

from pbem.referee.sheet import Problem
from pbem.report.printed import print_problem, printed

_LONGEST = 1_000


class Part(Struct, frozen=True):
    """One thing of a list: lines that are already told, and below them lines to be copied."""

    told: tuple[str, ...]
    lines: tuple[str, ...] = ()


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
    return Part(tuple(printed(line, _LONGEST) for line in part.told), tuple(map(printed, part.lines)))

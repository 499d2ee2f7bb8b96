"""A slip: a short letter about no position, such as a challenge, a new key, or a mail that could not be used."""

from msgspec import Struct
from msgspec.structs import replace

from pbem.report.clean import clean
from pbem.report.page import ProblemLine

_LONGEST = 1_000


class Slip(Struct, frozen=True):
    """What is asked for: the phrases it says, with what stands in their places, problems, and lines to be copied."""

    phrases: tuple[str, ...]
    places: dict[str, str] = {}
    problems: tuple[ProblemLine, ...] = ()
    lines: tuple[str, ...] = ()


class SlipPage(Struct, frozen=True):
    """Everything a slip says. The templates see this and nothing else."""

    language: str
    subject: str
    phrases: tuple[str, ...]
    places: dict[str, str]
    problems: tuple[ProblemLine, ...]
    lines: tuple[str, ...]


def slip_page(slip: Slip, *, subject: str, language: str) -> SlipPage:
    """Make a slip ready to be written; whatever somebody else wrote in it is made safe to print."""
    problems = (
        replace(one, text=clean(one.text), nearest=tuple(map(clean, one.nearest)), words=clean(one.words))
        for one in slip.problems
    )
    return SlipPage(
        language=language,
        subject=clean(subject),
        phrases=slip.phrases,
        places={name: clean(text, _LONGEST) for name, text in slip.places.items()},
        problems=tuple(problems),
        lines=tuple(map(clean, slip.lines)),
    )

"""Text that people chose, made safe to print on a page."""

from msgspec.structs import replace

from pbem.mail.safe import clean, defused
from pbem.phrases import spaced
from pbem.referee.language.problem import Problem

LONGEST = 4_000
_CUT = "\N{HORIZONTAL ELLIPSIS}"


def printed(text: str, longest: int = LONGEST) -> str:
    """Return the text on one line without anything invisible, cut to what a page has room for.

    Nor does anything in it pass for a signed block or a note: pages are mailed, quoted and kept as witnesses.
    """
    return defused(clean(text, longest, cut=_CUT))


def told(text: str, language: str) -> str:
    """Return a text that a game tells, safe to print, with the spaces of its language."""
    return spaced(printed(text), language)


def print_problem(problem: Problem, longest: int = LONGEST) -> Problem:
    """Return a problem safe to print, and of its line as many words as there is room for."""
    nearest = tuple(map(printed, problem.nearest))
    return replace(problem, text=printed(problem.text), nearest=nearest, words=printed(problem.words, longest))

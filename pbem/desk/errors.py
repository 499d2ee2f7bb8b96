"""How the desk says no. Each error knows the exit code that a command ends with."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.referee.language.problem import Problem


class DeskError(Exception):
    """The answer is no: one clear line."""

    exit_code = 1


class RefusedError(DeskError):
    """A sheet of orders was refused; nothing was done."""

    def __init__(self, problems: tuple["Problem", ...]) -> None:
        super().__init__("; ".join(problem.text for problem in problems))
        self.problems = problems


class NotNowError(RefusedError):
    """A sheet was refused for no fault of its own: the very same one may be used when things have changed."""


class UsageError(DeskError):
    """What was asked for does not exist or makes no sense; `phrase` tells a player so in any language."""

    exit_code = 2

    def __init__(self, why: str, phrase: str = "", **places: str) -> None:
        super().__init__(why)
        self.phrase = phrase
        self.places = places


class BrokenDeskError(DeskError):
    """The desk itself cannot work: its folder, its disk, its keys, its version."""

    exit_code = 3


class LinkedError(DeskError):
    """A folder that came from somebody else holds a link, and nothing was written where that leads."""


class NotPlainError(DeskError):
    """What should be a plain file that has one name is something else, and was not read."""


class MissingPartError(BrokenDeskError):
    """A signature cannot be checked now: a library for its kind is not installed here, or its key was not found out."""

"""How the record says no."""

from typing import Literal

Check = Literal[
    "bytes",
    "chain",
    "seats",
    "clock",
    "luck",
    "ladder",
    "draws",
    "seals",
    "decks",
    "note",
    "result",
    "rules",
    "position",
    "orders",
    "evidence",
    "checkpoint",
    "entrants",
    "tables",
    "games",
    "scores",
]


class IntegrityError(Exception):
    """A record is broken. It says in which entry, which check found it, and why.

    The entry is None if the fault is in a file beside the log.
    """

    def __init__(self, seq: int | None, check: Check, why: str) -> None:
        super().__init__(seq, check, why)
        self.seq = seq
        self.check: Check = check
        self.why = why

    def __str__(self) -> str:
        place = "beside the log" if self.seq is None else f"entry {self.seq}"
        return f"{place}: {self.check}: {self.why}"


class LaterError(Exception):
    """A question that can only be answered after the game is closed."""


class CannotCheckError(Exception):
    """The format of a record, or the version of its rules, is unknown here.

    So the record cannot be checked. That does not mean that it is wrong.
    """

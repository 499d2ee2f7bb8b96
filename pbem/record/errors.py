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
    """A record is broken: which entry (None: a file beside the log), which check found it, and why."""

    def __init__(self, seq: int | None, check: Check, why: str) -> None:
        super().__init__(seq, check, why)
        self.seq = seq
        self.check: Check = check
        self.why = why

    def __str__(self) -> str:
        place = "beside the log" if self.seq is None else f"entry {self.seq}"
        return f"{place}: {self.check}: {self.why}"


class LaterError(Exception):
    """What is asked for cannot be known before the game is closed."""


class CannotCheckError(Exception):
    """A record of a format, or of rules, that are not known here: nobody says that anything is wrong with it."""

"""What became of a mail: known before anything that reads mail is loaded."""

from typing import Literal

from msgspec import Struct


class Received(Struct, frozen=True):
    """What became of a mail, without private words. `ignored` and `known` mails get no answer.

    A sheet that was taken counts as `played`, even if all of it is still to be played.
    """

    verdict: Literal["played", "answered", "refused", "ignored", "known"]
    why: str
    is_kept: bool = False  # nothing of it was played yet

    @property
    def line(self) -> str:
        """The same in one line."""
        return f"{'kept' if self.is_kept else self.verdict}: {self.why}"

"""How reliable somebody is: turns answered in time, turns that were late, games left."""

from fractions import Fraction

from msgspec import Struct


class Reliability(Struct, frozen=True):
    """What is known of somebody's manners, over all his games."""

    on_time: int = 0  # turns
    late: int = 0  # turns
    finished: int = 0  # games
    left: int = 0  # games

    def __add__(self, other: "Reliability") -> "Reliability":
        """Return what is known from both."""
        return Reliability(
            self.on_time + other.on_time,
            self.late + other.late,
            self.finished + other.finished,
            self.left + other.left,
        )

    @property
    def punctuality(self) -> Fraction | None:
        """The part of his turns that was on time; None before the first."""
        turns = self.on_time + self.late
        return Fraction(self.on_time, turns) if turns else None

    @property
    def constancy(self) -> Fraction | None:
        """The part of his games that he stayed in to the end; None before the first is over."""
        games = self.finished + self.left
        return Fraction(self.finished, games) if games else None

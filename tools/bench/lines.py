"""What the bench says: one line a promise. A line names what it leaves out; if it says nothing, caches were cold."""

from typing import NamedTuple


class Line(NamedTuple):
    """One promise and what was measured of it; without a budget nothing is promised, and it is told all the same."""

    name: str
    what: str
    value: float
    budget: float | None
    figures: str
    unit: str = "x"
    is_least: bool = False  # the budget is the least allowed, not the most

    @property
    def is_kept(self) -> bool:
        """Whether the promise is kept."""
        if self.budget is None:
            return True
        if self.is_least:
            return self.value >= self.budget
        return self.value <= self.budget

    def __str__(self) -> str:
        value = f"{_number(self.value):>8} {self.unit:<10}"
        return f"{self._verdict:<7}{self.name:<9}{self.what:<42}{value}{self._bound:<16}{self.figures}"

    @property
    def _verdict(self) -> str:
        if self.budget is None:
            return "told"
        return "ok" if self.is_kept else "MISSED"

    @property
    def _bound(self) -> str:
        if self.budget is None:
            return ""
        word = "at least" if self.is_least else "at most"
        return f"{word} {_number(self.budget)}"


def tell_part(part: str, milliseconds: float, remark: str = "") -> None:
    """Say below a line what one part of it takes."""
    print(f"                  {part:<40}{milliseconds:>8.3f} ms{remark}")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"

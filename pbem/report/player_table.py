"""The table of players: what is counted of each, and by how much it has changed since the reader saw it last."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem.games.drawing.text.measure import SOFT_HYPHEN
from pbem.games.game import AnyGame, Row, Seat
from pbem.report.safe_text import printed

_NOTHING = "-"


class Cell(Struct, frozen=True):
    """What somebody has of something, and by how much that has changed; "" if it has not."""

    value: str
    change: str

    @property
    def is_none(self) -> bool:
        """Whether there is nothing of it."""
        return self.value in ("0", _NOTHING)


class LedgerRow(Struct, frozen=True):
    """One thing that is counted, in the order of the players; its label may be divided where a soft hyphen is."""

    label: str
    cells: tuple[Cell, ...]

    @property
    def has_news(self) -> bool:
        """Whether something of it has changed."""
        return any(cell.change for cell in self.cells)


def ledger(game: AnyGame, view: Any, before: Any, *, language: str, seats: Sequence[Seat]) -> tuple[LedgerRow, ...]:
    """Return the table of some seats without what nobody has; nothing where the game counts nothing."""
    rows = game.ledger(view, language)
    earlier = {row.label: row.values for row in game.ledger(before, language)} if before is not None else {}
    told = (
        LedgerRow(_label(row), tuple(_cell(row.values, earlier.get(row.label, {}), seat) for seat in seats))
        for row in rows
    )
    return tuple(row for row in told if row.has_news or not all(cell.is_none for cell in row.cells))


def _label(row: Row) -> str:
    return SOFT_HYPHEN.join(map(printed, row.label.split(SOFT_HYPHEN)))


def _cell(values: Mapping[Seat, int | str], earlier: Mapping[Seat, int | str], seat: Seat) -> Cell:
    value = values.get(seat, _NOTHING)
    return Cell(printed(str(value)), _change(earlier.get(seat, value), value))


def _change(was: int | str, value: int | str) -> str:
    if was == value:
        return ""
    if isinstance(was, int) and isinstance(value, int):
        return f"{value - was:+}"
    return "*"

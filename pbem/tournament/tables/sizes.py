"""How many sit at each table when numbers do not divide."""

from msgspec import Struct


class Sizes(Struct, frozen=True):
    """How many have a bye, and how many sit at each table, larger tables first."""

    byes: int
    tables: tuple[int, ...]


def split(players: int, *, full: int, least: int) -> Sizes | None:
    """Return the fewest byes, and then the fewest tables, as even as they can be; None where no table can be filled."""
    for byes in range(players):
        seated = players - byes
        count = -(-seated // full)
        small, larger = divmod(seated, count)
        if small >= least:
            return Sizes(byes, (small + 1,) * larger + (small,) * (count - larger))
    return None

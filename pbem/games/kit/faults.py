"""Faults in the seats and the options with which a game is opened, for every game.

Each fault is one line.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from pbem.games.game import Meta


class Fits(Struct, frozen=True):
    """The values that an option takes besides those that it names: a test, and words for it."""

    judges: Callable[[str], bool]
    told: str


def seat_faults(meta: Meta, seats: tuple[str, ...]) -> Iterator[str]:
    """Yield what is wrong with the seats: too many, too few, one used twice, or one unknown."""
    if len(seats) not in meta.players:
        yield f"{len(seats)} players: it takes {min(meta.players)} to {max(meta.players)}"
    if len(set(seats)) != len(seats) or not set(seats) <= set(meta.seats):
        yield f"seats {', '.join(seats)}: choose different ones of {', '.join(meta.seats)}"


def option_faults(meta: Meta, given: Mapping[str, str], fits: Mapping[str, Fits]) -> Iterator[str]:
    """Yield what is wrong with the options; `fits` has the options that take other values too."""
    known = {option.name: option.values for option in meta.options}
    for name, value in given.items():
        if name not in known:
            yield f"option {name!r} is unknown: choose from {', '.join(known)}"
        elif value not in known[name] and not (name in fits and fits[name].judges(value)):
            more = f", or {fits[name].told}" if name in fits else ""
            yield f"option {name} cannot be {value!r}: choose from {', '.join(known[name])}{more}"


def is_number(value: str, *, most: int) -> bool:
    """Return whether an option's value is a plain number from 0 to `most`."""
    if not (value.isascii() and value.isdecimal()):
        return False
    return len(value) <= len(str(most)) and int(value) <= most


def numbers(most: int) -> Fits:
    """Return the `Fits` of an option that takes any plain number up to `most`."""
    return Fits(partial(is_number, most=most), f"any number up to {most}")

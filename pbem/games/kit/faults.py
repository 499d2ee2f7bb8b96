"""What can be wrong with the seats and the options of an opening, whatever the game; one line each."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from pbem.games.game import Meta


class Fits(Struct, frozen=True):
    """Which other values an option takes beside those that it names, and how that is told."""

    judges: Callable[[str], bool]
    told: str


def seat_faults(meta: Meta, seats: tuple[str, ...]) -> Iterator[str]:
    """Yield what is wrong with the seats: too many or few, one taken twice, one that there is not."""
    if len(seats) not in meta.players:
        yield f"{len(seats)} players: it takes {min(meta.players)} to {max(meta.players)}"
    if len(set(seats)) != len(seats) or not set(seats) <= set(meta.seats):
        yield f"seats {', '.join(seats)}: choose different ones of {', '.join(meta.seats)}"


def option_faults(meta: Meta, given: Mapping[str, str], fits: Mapping[str, Fits]) -> Iterator[str]:
    """Yield what is wrong with the options; `fits` judges those that take more values than they name."""
    known = {option.name: option.values for option in meta.options}
    for name, value in given.items():
        if name not in known:
            yield f"option {name!r} is unknown: choose from {', '.join(known)}"
        elif value not in known[name] and not (name in fits and fits[name].judges(value)):
            more = f", or {fits[name].told}" if name in fits else ""
            yield f"option {name} cannot be {value!r}: choose from {', '.join(known[name])}{more}"


def is_number(value: str, *, most: int) -> bool:
    """Tell whether an option's value is a plain number from 0 to the most allowed."""
    return value.isascii() and value.isdecimal() and len(value) <= len(str(most)) and int(value) <= most


def numbers(most: int) -> Fits:
    """Let an option take any plain number up to the most allowed."""
    return Fits(partial(is_number, most=most), f"any number up to {most}")

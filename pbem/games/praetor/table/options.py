"""The choices a host makes when a game opens, and what they mean for the rules."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from pbem.games.game import Option, Seat
from pbem.games.kit.faults import Fits, numbers

SEATS = ("blue", "yellow", "white", "black", "purple")


def _switch(name: str, first: str, about: str) -> Option:
    return Option(name, (first, "off" if first == "on" else "on"), about)


OPTIONS = (
    Option(
        "mode", ("queue", "single", "sheet"), "sheets of any length, one action a mail, or all sheets before a turn"
    ),
    _switch("expert", "off", "prizes for the largest area, the wall and unused citizens (3 to 5 players)"),
    _switch("no_market", "off", "the hard game: no market in the city"),
    Option("sides", ("free", "all_A", "all_B"), "side A of the boards is the same for all, side B differs (P-R45)"),
    *(Option(f"side_{seat}", ("A", "B"), f"side of {seat}'s board while sides is free") for seat in SEATS),
    Option("rome", ("random", *SEATS), "the seat that was in Rome last begins with most favour (P-R46)"),
    Option(
        "juniority",
        ("random", "seats"),
        "the last tie-break, youngest first: drawn, in seat order, or as listed (P-R40)",
    ),
    _switch("plaza_diagonal", "on", "the tile across the corner counts for plazas too (P-R4)"),
    _switch("allow_empty", "on", "a tile may be activated for nothing (P-R10)"),
    _switch("retiree_counts", "off", "a retired worker out counts as active for Forum and Maia (P-R16)"),
    _switch("venus_negative", "off", "Venus takes favour when morale is below zero (P-R19)"),
    _switch("special_without_workers", "off", "a Labour Camp may be used with no active worker left (P-R23)"),
    _switch("last_turn_update", "on", "levels, retirement and wages in the last turn too (P-R37)"),
    _switch("expert_zero", "on", "who has none of it still ranks in a majority (P-R41)"),
    Option("max_tiles", ("12", "0"), "how many tiles a player may control; 0: any number (P-R43)"),
    Option("temple_cap", ("0", "15"), "most favour from one visit to Pluto or Mercury; 0: any, 15 advised (P-R49)"),
    _switch("ask_update", "off", "ask about the academy and the rescue instead of using standing orders"),
)
_KNOWN = {option.name: option.values for option in OPTIONS}


class Choices(Struct, frozen=True):
    """The options of a game as the rules need them."""

    mode: str
    expert: bool
    no_market: bool
    plaza_diagonal: bool
    allow_empty: bool
    retiree_counts: bool
    venus_negative: bool
    special_without_workers: bool
    last_turn_update: bool
    expert_zero: bool
    ask_update: bool
    max_tiles: int
    temple_cap: int


def read_choices(options: Mapping[str, str]) -> Choices:
    """Return the choices of sound options, defaults filled in."""
    switches = {name: chosen(options, name) == "on" for name in _switches()}
    return Choices(
        **switches,
        mode=chosen(options, "mode"),
        max_tiles=int(chosen(options, "max_tiles")),
        temple_cap=int(chosen(options, "temple_cap")),
    )


def chosen(options: Mapping[str, str], name: str) -> str:
    """Return the value of an option, given or by default."""
    return options.get(name, _KNOWN[name][0])


def board_of(options: Mapping[str, str], seat: Seat) -> str:
    """Return the key of a seat's board: `A`, or `B` and the number that goes with its colour."""
    sides = chosen(options, "sides")
    side = chosen(options, f"side_{seat}") if sides == "free" else sides[-1]
    return "A" if side == "A" else f"B{SEATS.index(seat) + 1}"


def young_first(options: Mapping[str, str], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats from the youngest on; empty when it is drawn."""
    young = chosen(options, "juniority")
    if young == "seats":
        return seats
    if young == "random":
        return ()
    return tuple(Seat(seat) for seat in young.replace(",", " ").split())


def _switches() -> tuple[str, ...]:
    return tuple(name for name, values in _KNOWN.items() if set(values) == {"on", "off"})


FITS: dict[str, Fits] = {
    "max_tiles": numbers(9999),
    "temple_cap": numbers(9999),
    "juniority": Fits(lambda _: True, "a list of all seats"),  # whether it is one is judged with the seats
}


def opening_faults(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Iterator[str]:
    """Yield where the options do not fit the seats, one line each."""
    if options.get("expert") == "on" and len(seats) == 2:
        yield "the expert game is for 3 to 5 players"
    yield from _people_faults(seats, options)


def _people_faults(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Iterator[str]:
    if (rome := chosen(options, "rome")) in SEATS and rome not in seats:
        yield f"rome: {rome} does not play"
    young = young_first(options, seats)
    if chosen(options, "juniority") != "random" and sorted(young) != sorted(seats):
        yield f"juniority must name every seat once ({' '.join(seats)}), not {options['juniority']!r}"

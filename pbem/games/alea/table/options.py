"""What a host may choose when a game is opened, by the rulings that leave it open."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from pbem.games.game import Option, Seat
from pbem.games.kit.faults import Fits, numbers

SEATS = ("grey", "brown", "blue", "green", "yellow")
YES_NO = ("true", "false")
NO_YES = ("false", "true")
MOST_TOKENS = 9999

OPTIONS = (
    Option(
        "border_mode",
        ("couple_per_colour", "mixed_couple", "one_per_colour"),
        "who fits on a border province: a man and a woman of each colour, one man and one woman of different colours, "
        "or one patrician of each colour (A-R26)",
    ),
    Option("wild_vacant", ("-1", "0"), "what the wild tile counts without patricians (A-R24)"),
    Option("card_viii_counts_wild", YES_NO, "whether card VIII counts the wild tile (A-R25)"),
    Option("reroll_supply", ("unlimited", "30"), "how many reroll tokens there are; any number will do (A-R20)"),
    Option("temple_self_raise", YES_NO, "whether the leader in the Temple may raise himself (A-R3)"),
    Option("temple_keep", ("auto", "manual"), "whether the best Fortune tiles are kept without asking (A-R35)"),
    Option("fortune_kept_hidden", NO_YES, "whether kept Fortune tiles stay face down (A-R5)"),
    Option("final_allocation", ("auto", "manual"), "whether patricians are sent out by the referee at the end (A-R31)"),
    Option("tiebreak", ("sum", "highest_single"), "which unassigned patricians break a tie (A-R32)"),
    Option("preroll_lap", NO_YES, "whether everybody's dice are rolled when a lap begins (A-R42)"),
    Option("auto_forced", YES_NO, "whether the only legal placement is played without asking"),
    Option("start_seat", ("random", *SEATS), "who begins (A-R22)"),
)
DEFAULTS = {option.name: option.values[0] for option in OPTIONS}


class Options(Struct, frozen=True):
    """The options of one game, read."""

    border_mode: str = "couple_per_colour"
    wild_vacant: int = -1
    viii_counts_wild: bool = True
    reroll_supply: int | None = None  # None: unlimited
    temple_self_raise: bool = True
    temple_keep_manual: bool = False
    fortune_kept_hidden: bool = False
    allocation_manual: bool = False
    tiebreak: str = "sum"
    preroll_lap: bool = False
    auto_forced: bool = True
    start_seat: str = "random"


def read_options(given: Mapping[str, str]) -> Options:
    """Return the options of a game from what the host gave, the rest by default."""
    value = {**DEFAULTS, **given}
    supply = value["reroll_supply"]
    return Options(
        border_mode=value["border_mode"],
        wild_vacant=int(value["wild_vacant"]),
        viii_counts_wild=value["card_viii_counts_wild"] == "true",
        reroll_supply=None if supply == "unlimited" else int(supply),
        temple_self_raise=value["temple_self_raise"] == "true",
        temple_keep_manual=value["temple_keep"] == "manual",
        fortune_kept_hidden=value["fortune_kept_hidden"] == "true",
        allocation_manual=value["final_allocation"] == "manual",
        tiebreak=value["tiebreak"],
        preroll_lap=value["preroll_lap"] == "true",
        auto_forced=value["auto_forced"] == "true",
        start_seat=value["start_seat"],
    )


FITS: dict[str, Fits] = {"reroll_supply": numbers(MOST_TOKENS)}


def opening_faults(seats: tuple[Seat, ...], given: Mapping[str, str]) -> Iterator[str]:
    """Yield where the options do not fit the seats, one line each."""
    start = given.get("start_seat", "random")
    if start in SEATS and start not in seats:
        yield f"option start_seat: nobody plays {start}"

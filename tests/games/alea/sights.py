"""Boards of Alea drawn for tests: positions of whole games, positions made to order, and what can be read from them."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.state import Own, Player, State, View, swap
from pbem.games.game import MAIL, NARROW, WIDE, Drawing, Look, Seat
from tests.games.alea.making import begin, camps, row, seats
from tests.games.drawing.reading import Spot, rect_spots
from tests.games.playing import Ply, bot_game, random_game

WIDTHS = (WIDE, NARROW, MAIL)
CALLED = ("Anna", "Bruno", "Carla", "Dora", "Ezio")
NAMES = dict(zip(seats(5), CALLED, strict=True))
LONG = dict(
    zip(
        seats(5),
        (
            "Maximiliane-Alexandra von Hohenstein",
            "W" * 40,
            "Bo",
            "Giovanni Battista Della Rovere",
            "i" * 60,
        ),
        strict=True,
    )
)
STRANGE = dict(
    zip(
        seats(5),
        (
            '<script>alert(1)</script> & "Co"',
            "\u202eonurB\u200f\x00\x1b[31m \ufeff",
            "a/b {0} %s " * 30,
            "\U0001f3b2 \u5f20\u4f1f",
            "x" * 300,
        ),
        strict=True,
    )
)
OPENINGS: tuple[dict[str, str], ...] = (
    {},
    {"final_allocation": "manual", "temple_keep": "manual", "fortune_kept_hidden": "true"},
    {"preroll_lap": "true", "reroll_supply": "30", "border_mode": "one_per_colour"},
    {"temple_keep": "manual", "auto_forced": "false", "border_mode": "mixed_couple", "wild_vacant": "0"},
)


def draw(view: View, language: str = "en", width: int = WIDE, **look: Any) -> Drawing:
    return GAME.draw(view, Look(language, width, **({"names": NAMES} | look)))


def view(state: State, seat: int | None = 0) -> View:
    return GAME.view(state, None if seat is None else state.fixed.seats[seat])


@cache
def game_of(players: int, seed: int) -> tuple[Ply, ...]:
    """Return a whole game: by greedy bots, or at random, under other options each."""
    play = bot_game if seed % 2 else random_game
    return tuple(play(GAME, seats(players), seed, OPENINGS[seed % len(OPENINGS)]))


def states_of(players: int, seed: int) -> list[State]:
    plies = game_of(players, seed)
    return [*(ply.state for ply in plies), plies[-1].step.state]


def positions(players: int, count: int) -> Iterator[tuple[State, State, Seat | None]]:
    """Yield positions of some games, the first and the last ones among them: before, now, and who looks."""
    random = Random(players)
    for seed in range(len(OPENINGS)):
        states = states_of(players, seed)
        last = len(states) - 1
        for at in (0, *random.sample(range(len(states)), count), last - 1, last):
            before = states[max(0, at - random.randrange(25))]
            yield before, states[at], random.choice((*seats(players), None))


def put(state: State, **changes: Any) -> State:
    """Change what lies open; dice as `forum="1A 3B"`, sets as `castrum="A3x5"`."""
    if isinstance(changes.get("forum"), str):
        changes["forum"] = row(changes["forum"])
    if isinstance(changes.get("castrum"), str):
        changes["castrum"] = camps(changes["castrum"])
    return replace(state, position=replace(state.position, **changes))


def give(state: State, seat: int, **changes: Any) -> State:
    """Change what a player has, all that everybody sees."""
    changed = replace(state.position.players[seat], **changes)
    return put(state, players=swap(state.position.players, seat, changed))


def hide(state: State, seat: int, **changes: Any) -> State:
    """Change what one seat knows alone."""
    return replace(state, own=swap(state.own, seat, replace(state.own[seat], **changes)))


def full_table(options: dict[str, str] | None = None) -> State:
    """Return a table of five at which there is as much of everything as may be."""
    state = begin(5, {"preroll_lap": "true", "reroll_supply": "999", "fortune_kept_hidden": "true"} | (options or {}))
    shades = ("AEG", "BRI", "GAL", "GER", "HIS")
    players = tuple(
        Player(
            hand=8,
            tokens=999,
            drawn=8,
            kept=(0,) * 10,
            cards=6,
            provinces=tuple(f"{shade}{value}" for value in range(1, 5)),
            patricians=tuple(f"{shade}-{gender}{value}" for gender in "MW" for value in (1, 2, 3)),
        )
        for shade in shades
    )
    own = Own((1, 2, 3, 1, 2, 3, 1, 2), (3,) * 10, ("VI", "VII", "VIII", "XI", "XII-3", "XIII-2"))
    laid = put(
        state,
        players=players,
        lap=8,
        last_lap=True,
        rolls=((1, 2, 3, 4, 5, 6, 6, 6),) * 5,
        temple=tuple((6,) * (8 - seat) for seat in range(5)),
        senate=((1, 6), (1, 5), (2, 6), (1, 4), (2, 5)),
        castrum="A8x6 B8x5 C7x4 D6x3 E5x2 A4x1 B3x6 C2x5 D1x4 E1x3",
        forum="1A 2B 3C 4D 5E 6A 6B",
        provinces=("MAC1", "MAC2", "MAC3", "MAC4", "WILD"),
        patricians=(*(f"MAC-{rank}" for rank in ("M1", "M2", "M3", "W1", "W2", "W3")), "HIS-W3"),
        latrine=(8,) * 5,
        discard=(1,) * 9 + (2,) * 9 + (3,) * 9,
        provinces_removed=("AEG4", "BRI4", "GAL4", "GER4"),
        patricians_removed=tuple(f"{shade}-W{value}" for shade in shades for value in (1, 2, 3)),
    )
    fortune = laid.position.fortune
    return replace(put(laid, fortune=replace(fortune, k=2)) if fortune else laid, own=(own,) * 5)


def dice_of(drawing: Drawing, seat: str) -> int:
    """Return how many dice of a seat's colour lie on a board."""
    return sum(spot.what == f"d-die d-seat-{seat}" for spot in rect_spots(drawing))


def inside(spot: Spot, other: Spot) -> bool:
    """Tell whether something lies within something else."""
    return (
        spot.left >= other.left and spot.top >= other.top and spot.right <= other.right and spot.bottom <= other.bottom
    )

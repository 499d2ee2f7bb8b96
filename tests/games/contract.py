"""One opening of one game, played at random, for the laws of the contract to look at.

A law is a function that takes a `Case` and raises AssertionError when the game breaks it; the modules `contract_*`
each offer their `LAWS`. What a game's `tests.games.<key>.hidden` must and may offer for them stands in
`pbem/games/game.py`.
"""

import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, TypeVar

import pbem.games
from pbem.games.chance import Stream
from pbem.games.found import find, named
from pbem.games.game import LANGUAGES, AnyGame, Data, Decision, Happening, Saying, Seat, Step
from tests.games.fate import Fate
from tests.games.pebbles import GAME as PEBBLES
from tests.games.playing import Ply, lay_out, play_out, random_chooser, random_options, random_seats
from tests.games.toy import GAME as TOY

T = TypeVar("T")


def all_games() -> dict[str, AnyGame]:
    """Return every game there is, the toy, and the small game of the docs."""
    return {key: named(key) for key in find()} | {"toy": TOY, "pebbles": PEBBLES}


@dataclass(frozen=True)
class Case:
    """A game, how many play it, and the seed of everything else."""

    game: AnyGame
    players: int
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.game.meta.key}-{self.players}-{self.seed}"

    @property
    def hidden(self) -> ModuleType:
        """What the game's tests know about its hidden things."""
        return importlib.import_module(f"tests.games.{self.game.meta.key}.hidden")

    @property
    def home(self) -> Path:
        """The folder of the game, where its words lie."""
        key = self.game.meta.key
        return (Path(pbem.games.__path__[0]) if key in find() else Path(__file__).parent) / key

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The first seats at seed 0, any at others."""
        if self.seed == 0:
            return tuple(Seat(seat) for seat in self.game.meta.seats[: self.players])
        return random_seats(self.game, self.players, self.random("seats"))

    @property
    def options(self) -> Mapping[str, str]:
        """The default options at seed 0, any at others."""
        return random_options(self.game, self.seats, self.random("options")) if self.seed else {}

    @property
    def start(self) -> Step[Any]:
        """The game laid out."""
        return lay_out(self.game, self.seats, Fate(self.seed), self.options)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """A whole random game."""
        return _plies(self)

    @property
    def states(self) -> tuple[Any, ...]:
        """Every state of that game, the last one too."""
        return (*(ply.state for ply in self.plies), self.plies[-1].step.state)

    def random(self, purpose: str) -> Random:
        """Return dice of one's own."""
        return Random(f"{self}/{purpose}")

    def some(self, things: Sequence[T], n: int, purpose: str) -> list[T]:
        """Pick up to n things in their order; the first and the last are among them."""
        if len(things) <= n:
            return list(things)
        inner = self.random(purpose).sample(range(1, len(things) - 1), n - 2)
        return [things[at] for at in (0, *sorted(inner), len(things) - 1)]

    def view(self, ply: Ply) -> Any:
        """What the one who moved saw before."""
        return self.game.view(ply.state, ply.seat)

    def decision(self, ply: Ply) -> Decision:
        """What the one who moved was asked."""
        return next(decision for decision in self.game.waiting(ply.state) if decision.seat == ply.seat)

    def eyes(self) -> tuple[Seat | None, ...]:
        """Everybody who looks on: each seat, and the public."""
        return (*self.seats, None)


Law = Callable[[Case], None]


@cache
def _plies(case: Case) -> tuple[Ply, ...]:
    chance = Fate(case.seed)
    start = lay_out(case.game, case.seats, chance, case.options)
    return tuple(play_out(case.game, start.state, chance, random_chooser(case.game, case.seed)))


class Witness:
    """A chance that remembers what it was asked."""

    def __init__(self, seed: int | str) -> None:
        self._fate = Fate(seed)
        self.slots: list[str] = []
        self.decks: list[tuple[str, tuple[str, ...]]] = []

    def roll(self, slot: str) -> Stream:
        self.slots.append(slot)
        return self._fate.roll(slot)

    def deck(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        self.decks.append((label, tuple(cards)))
        return self._fate.deck(label, cards)


def dump(data: Data) -> bytes:
    """Write plain data as bytes, in the order it has."""
    return json.dumps(data, allow_nan=False).encode()


def assert_plain(data: Data, where: str = "data") -> None:
    """Only None, bools, whole numbers below 2**53, texts, lists, and dicts with ASCII keys."""
    if isinstance(data, dict):
        for key, value in data.items():
            assert type(key) is str, f"{where} has the key {key!r}"
            assert key.isascii(), f"{where} has the key {key!r}"
            assert_plain(value, f"{where}.{key}")
    elif isinstance(data, list | tuple):
        for at, value in enumerate(data):
            assert_plain(value, f"{where}[{at}]")
    else:
        assert data is None or type(data) in {bool, int, str}, f"{where} is {data!r}"
        assert type(data) is not int or abs(data) < 2**53, f"{where} is {data!r}"


def assert_sayable(game: AnyGame, saying: Saying, of: Any = "a saying") -> None:
    """It can be told in four languages, every place filled, on one line; `of` is what it is said of."""
    assert_plain(saying.args, saying.key)
    foreign = "\n" if set(str(saying.args.values())) & set("{}") else "{}\n"
    for language in LANGUAGES:
        text = _tell(game, saying, language, of)
        assert text.strip(), f"{saying} says nothing in {language}"
        assert not set(text) & set(foreign), f"{saying} says {text!r} in {language}"


def _tell(game: AnyGame, saying: Saying, language: str, of: Any) -> str:
    try:
        return game.say(saying, language)
    except LookupError as missing:
        raise AssertionError(f"{of}: {saying} cannot be told in {language}: {missing.args[0]}") from missing


def sayings(step: Step[Any]) -> Iterator[Saying]:
    """Yield everything a step tells."""
    return (happening.saying for happening in step.happenings)


def heard(step: Step[Any], seat: Seat | None) -> list[Happening]:
    """Return the happenings of a step that a seat, or the public, may know."""
    return [happening for happening in step.happenings if happening.is_known_to(seat)]

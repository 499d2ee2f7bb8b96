"""Events to test with: seeded chance, forms, players, and results that look played."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from pbem.record.dice.fair import Stream
from pbem.tournament.event import draw, standard_scoring
from pbem.tournament.values import Draw, Entrant, EventTable, Form, History, Penalty, Player, Result, Round


class Seeded:
    """Chance of which every roll has a key that its seed and slot give; it remembers the rolls."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.rolled: dict[str, Stream] = {}

    def key(self, slot: str) -> bytes:
        return sha256(f"{self.seed} {slot}".encode()).digest()

    def roll(self, slot: str) -> Stream:
        self.rolled[slot] = Stream(self.key(slot))
        return self.rolled[slot]


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(Player(f"p{number:03}")) for number in range(count))


def names(count: int) -> tuple[Player, ...]:
    return tuple(entrant.player for entrant in entrants(count))


def form(kind: str, table: int, least: int = 2, **terms: Any) -> Form:
    return Form(kind=kind, least=least, scoring=standard_scoring(table), table=table, terms=terms, version=1)


def swiss(table: int, least: int = 2, *, rounds: int = 6, starts: int = 16) -> Form:
    return form("swiss", table, least, rounds=rounds, starts=starts)


def with_ties(given: Form, *ties: str) -> Form:
    return replace(given, scoring=replace(given.scoring, ties=ties))


def places_of(points: Iterable[int]) -> tuple[int, ...]:
    """Return the place of everybody by victory points."""
    held = list(points)
    return tuple(1 + sum(other > mine for other in held) for mine in held)


def played(*points: int, **more: Any) -> Result:
    """Return the result that victory points give, seat by seat."""
    return Result(how="played", places=places_of(points), points=points, **more)


def table(seats: str, *points: int, **more: Any) -> EventTable:
    """Return a table whose players have names of one letter."""
    return EventTable(tuple(map(Player, seats)), played(*points, **more))


def history(*tables: EventTable, byes: str = "") -> History:
    """Return a history in which every table is a round of its own, so that anybody may meet anybody."""
    return History(tuple(Round((one,), tuple(map(Player, byes))) for one in tables))


def random_result(seats: tuple[Player, ...], random: Random) -> Result:
    """Return a result with ties now and then; who comes first in the alphabet is a little stronger."""
    return played(*(random.randrange(20) - int(player[1:]) // 10 for player in seats))


def random_history(
    players: int, rounds: int, seed: int, *, is_over: bool = False, least: int = 2, most: int = 5
) -> History:
    """Rounds at random: byes, voids, open tables unless all is over, ties, penalties, substitutes."""
    random = Random(seed)
    drawn = []
    for _ in range(rounds):
        order = random.sample(names(players), players)
        tables = []
        while len(order) > 3:
            size = random.randint(least, min(most, len(order)))
            tables.append(random_table(tuple(order[:size]), random, is_over=is_over))
            del order[:size]
        drawn.append(Round(tuple(tables), tuple(order)))
    penalties = [Penalty(player=random.choice(names(players)), points=random.randrange(200), round=1) for _ in range(2)]
    return History(tuple(drawn), tuple(penalties))


def random_table(seats: tuple[Player, ...], random: Random, *, is_over: bool) -> EventTable:
    kind = random.random()
    if kind < 0.1:
        return EventTable(seats, Result(how="void"))
    if kind < 0.2 and not is_over:
        return EventTable(seats)
    result = random_result(seats, random)
    if kind < 0.3:
        result = replace(result, how="adjudicated", points=())
    if kind > 0.8:
        result = replace(result, substitutes={seats[0]: Player("somebody")})
    return EventTable(seats, result)


def with_results(drawn: Draw, before: History, random: Random) -> History:
    after = before.with_round(drawn.opened())
    for number, one in enumerate(drawn.tables, 1):
        after = after.with_result(drawn.round, number, random_result(one.seats, random))
    return after


def play(given: Form, players: tuple[Entrant, ...], *, rounds: int, seed: int | str) -> Iterator[tuple[History, Draw]]:
    """Play an event; yield each draw with what was before it, and at the end nothing more."""
    past, random, chance = History(), Random(f"{seed}/results"), Seeded(seed)
    for _ in range(rounds):
        drawn = draw(given, players, past, chance)
        yield past, drawn
        past = with_results(drawn, past, random)


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    return _lists(to_builtins(value))


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_lists(inside) for inside in value]
    return value

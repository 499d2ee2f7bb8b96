"""How strong somebody is: a mean and how sure of it one is, by title and number of players.

The update is that of Weng and Lin for the Bradley-Terry model (A Bayesian Approximation Method for Online Ranking,
2011), where each player is compared with every other of the table and the average counts. Tied players are compared as
a draw, so that whoever shares a first place gains more than the third.
"""

from collections.abc import Iterable, Sequence
from math import exp, sqrt
from typing import Literal

from msgspec import Struct

from pbem.tournament.values import Player

MEAN = 25.0
DEVIATION = MEAN / 3
LUCK = DEVIATION / 2  # how far from his strength somebody may play in one game
DRIFT = MEAN / 300  # how much strength may change between two games
LEAST = 0.0001  # of a variance that is left after a game

Ladder = tuple[str, int]  # a title, and how many play


class Rating(Struct, frozen=True):
    """What is believed of somebody's strength, and from how many games."""

    mean: float = MEAN
    deviation: float = DEVIATION
    games: int = 0

    @property
    def floor(self) -> float:
        """What he is almost certainly as strong as; lists go by it."""
        return self.mean - 3 * self.deviation


class Game(Struct, frozen=True, kw_only=True):
    """A game as far as ratings look at it. Only one that was played to its end is rated, not an adjudicated one."""

    how: Literal["played", "adjudicated", "void"]
    places: tuple[int, ...]
    players: tuple[Player, ...]
    title: str


def ratings_of(games: Iterable[Game]) -> dict[Ladder, dict[Player, Rating]]:
    """Rate games one after the other, in the order in which they ended."""
    ladders: dict[Ladder, dict[Player, Rating]] = {}
    for game in games:
        if game.how == "played":
            ladder = ladders.setdefault((game.title, len(game.players)), {})
            before = [ladder.get(player, Rating()) for player in game.players]
            ladder.update(zip(game.players, rate(before, game.places), strict=True))
    return ladders


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings of a table's players after their game."""
    drifted = [_drifted(rating) for rating in ratings]
    return tuple(_updated(index, drifted, places) for index in range(len(drifted)))


def _drifted(rating: Rating) -> Rating:
    return Rating(rating.mean, sqrt(rating.deviation**2 + DRIFT**2), rating.games)


def _updated(index: int, ratings: Sequence[Rating], places: Sequence[int]) -> Rating:
    """Compare a player with every other one, and move him by the average."""
    mine = ratings[index]
    variance = mine.deviation**2
    shift, shrink = 0.0, 0.0
    for number, (other, place) in enumerate(zip(ratings, places, strict=True)):
        if number != index:
            scale = sqrt(variance + other.deviation**2 + 2 * LUCK**2)
            expected = 1 / (1 + exp((other.mean - mine.mean) / scale))
            shift += variance / scale * (_score(places[index], place) - expected)
            shrink += mine.deviation / scale * variance / scale**2 * expected * (1 - expected)
    others = len(ratings) - 1
    left = max(1 - shrink / others, LEAST)
    return Rating(mine.mean + shift / others, mine.deviation * sqrt(left), mine.games + 1)


def _score(mine: int, other: int) -> float:
    if mine == other:
        return 0.5
    return float(mine < other)

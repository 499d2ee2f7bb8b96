"""What is counted over all games: how somebody did and against whom, and how seats, cards and buildings do."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from pbem.report.site.card import Card, Played
from pbem.tournament.ratings.strength import Game, Ladder, Rating, ratings_of
from pbem.tournament.values import Player


class Opponent(Struct, frozen=True):
    """Somebody met at a table: in how many games, and how often one finished ahead of him, level, behind."""

    name: str
    games: int
    ahead: int
    level: int
    behind: int


class Rated(Struct, frozen=True):
    """How strong somebody is believed to be, in one title with one number of players."""

    rules: str
    players: int
    rating: Rating


class Person(Struct, frozen=True):
    """Somebody in the archive: games (the newest first), opponents (the most frequent first), ratings.

    Games in which he left his seat to somebody else, or to nobody, are told apart and counted nowhere.
    """

    name: str
    games: tuple[Card, ...]
    opponents: tuple[Opponent, ...]
    rated: tuple[Rated, ...]
    left: tuple[Card, ...] = ()

    @property
    def won(self) -> int:
        """How many games were won, shared first places included."""
        return sum(1 for card in self.games if own(card, self.name).rank == 1)


class Share(Struct, frozen=True):
    """How those did who had something: how many they were, how much they won, and how much one would expect."""

    name: str
    count: int
    won: Fraction
    expected: Fraction

    @property
    def rate(self) -> float:
        """The part of games that was won."""
        return float(self.won / self.count)

    @property
    def fair(self) -> float:
        """The part that would be won if nothing mattered."""
        return float(self.expected / self.count)


class TitleCounts(Struct, frozen=True):
    """How a title is won: by seat, and by what was used, in groups."""

    rules: str
    games: int
    seats: tuple[Share, ...]
    uses: dict[str, tuple[Share, ...]]


def own(card: Card, name: str) -> Played:
    """Return how somebody did in a game of his."""
    return next(one for one in card.people if one.name == name)


def people_of(cards: Sequence[Card]) -> dict[str, Person]:
    """Return everybody by name; cards come with the newest first."""
    games: dict[str, list[Card]] = defaultdict(list)
    left: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        stayed = {one.name for one in card.people if one.name}
        for name in stayed:
            games[name].append(card)
        for name in {name for one in card.people for name in one.earlier} - stayed:
            left[name].append(card)
    ladders = ratings_of(map(_rated, (card for card in reversed(cards) if not card.is_void)))
    rated = _ratings(ladders)
    return {
        name: Person(
            name, tuple(games[name]), _opponents(name, games[name]), tuple(rated.get(name, ())), tuple(left[name])
        )
        for name in sorted({*games, *left}, key=lambda name: (name.casefold(), name))
    }


def _rated(card: Card) -> Game:
    return Game(
        how="adjudicated" if card.is_ruled else "played",
        places=tuple(one.rank for one in card.people),
        players=tuple(Player(one.name or f"({one.seat})") for one in card.people),
        title=card.rules,
    )


def _ratings(ladders: Mapping[Ladder, Mapping[Player, Rating]]) -> dict[str, list[Rated]]:
    found: dict[str, list[Rated]] = defaultdict(list)
    for (rules, players), ladder in sorted(ladders.items()):
        for name, rating in ladder.items():
            found[name].append(Rated(rules, players, rating))
    return found


def _opponents(name: str, games: Iterable[Card]) -> tuple[Opponent, ...]:
    met: dict[str, list[int]] = defaultdict(list)
    for card in games:
        mine = own(card, name).rank
        for other in card.people:
            if other.name and other.name != name:
                met[other.name].append((other.rank > mine) - (other.rank < mine))
    found = [
        Opponent(other, len(marks), marks.count(1), marks.count(0), marks.count(-1)) for other, marks in met.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.games, one.name.casefold())))


def counts_of(rules: str, cards: Iterable[Card]) -> TitleCounts:
    """Count how a title is won."""
    games = [card for card in cards if card.rules == rules and not card.is_void]
    seats: dict[str, list[tuple[Fraction, Fraction]]] = defaultdict(list)
    uses: dict[str, dict[str, list[tuple[Fraction, Fraction]]]] = defaultdict(lambda: defaultdict(list))
    for card in games:
        first = sum(1 for one in card.people if one.rank == 1) or 1
        expected = Fraction(1, len(card.people))
        for one in card.people:
            won = Fraction(one.rank == 1, first)
            seats[one.seat].append((won, expected))
            for thing in one.uses:
                uses[thing.partition("/")[0]][thing].append((won, expected))
    return TitleCounts(rules, len(games), _shares(seats), {group: _shares(found) for group, found in uses.items()})


def _shares(found: Mapping[str, Sequence[tuple[Fraction, Fraction]]]) -> tuple[Share, ...]:
    shares = (
        Share(
            name, len(marks), sum((won for won, _ in marks), Fraction(0)), sum((fair for _, fair in marks), Fraction(0))
        )
        for name, marks in found.items()
    )
    return tuple(sorted(shares, key=lambda share: (-share.count, share.name)))

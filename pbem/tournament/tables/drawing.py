"""Drawing a round whose tables are searched for: who has a bye, the shuffles, the cheapest arrangement."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from pbem.tournament.chance import Stream
from pbem.tournament.tables.exchanges import better_exchange, better_seats
from pbem.tournament.tables.puzzle import Cost, Puzzle, cost_of, puzzle_of, total
from pbem.tournament.tables.search import Search
from pbem.tournament.tables.seats import seated
from pbem.tournament.tables.sizes import Sizes, split
from pbem.tournament.values import Draw, DrawnTable, Form, History, Player, Tell, untold

MOST_SHUFFLED = 2_000  # players in all shuffles of a draw together, so that the roll has room in a record
FEWEST_STARTS = 4


class Field(Struct, frozen=True, kw_only=True):
    """Who is to be drawn, in the order of entry, and what a draw of them depends on."""

    form: Form
    history: History
    lots: tuple[Player, ...]  # the same players in the order that chance gave them
    players: tuple[Player, ...]
    scores: Mapping[Player, int]

    @property
    def sizes(self) -> Sizes:
        """How many sit at each table; a field that is too small was refused before."""
        sizes = split(len(self.players), full=self.form.table, least=self.form.least)
        if sizes is None:
            raise ValueError(f"{len(self.players)} players fill no table of {self.form.least}")
        return sizes

    @property
    def byes(self) -> tuple[Player, ...]:
        """Who has a bye: whoever had the fewest, of these who has the lowest score, of these who is first by lot."""
        had = _byes_had(self.history)

        def turn(player: Player) -> tuple[int, int, int]:
            return had.get(player, 0), self.scores[player], self.lots.index(player)

        chosen = sorted(self.players, key=turn)[: self.sizes.byes]
        return tuple(player for player in self.players if player in chosen)

    @property
    def seated(self) -> tuple[Player, ...]:
        """Who sits at a table, in the order of entry."""
        byes = self.byes
        return tuple(player for player in self.players if player not in byes)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of seating those who have no bye."""
        return puzzle_of(self.seated, self.history, full=self.form.table, scores=self.scores, sizes=self.sizes.tables)


def draw_field(field: Field, stream: Stream, *, starts: int, tell: Tell = untold) -> Draw:
    """Draw a round: each start is a shuffle, sorted by score and improved; the cheapest counts, the first of equals."""
    players, puzzle = field.seated, field.puzzle
    search = Search(puzzle)
    best: tuple[Cost, int, list[tuple[int, ...]]] | None = None
    of = starts_for(len(players), starts)
    for start, order in enumerate(_orders(puzzle, stream, starts), 1):
        tell(start - 1, of)
        tables = [seated(puzzle, group) for group in search.improve(order)]
        cost = total([cost_of(puzzle, table) for table in tables])
        if best is None or cost < best[0]:
            best = cost, start, tables
    tell(of, of)
    if best is None:
        raise ValueError("a draw needs a start")
    cost, start, tables = best
    return Draw(
        byes=field.byes,
        cost=cost._asdict(),
        round=len(field.history.rounds) + 1,
        start=start,
        tables=tuple(_drawn(puzzle, players, table) for table in tables),
    )


def starts_for(players: int, starts: int) -> int:
    """Return how many shuffles are made: what the form says, and fewer where many are to be seated."""
    return min(starts, max(FEWEST_STARTS, MOST_SHUFFLED // players))


def _orders(puzzle: Puzzle, stream: Stream, starts: int) -> Iterator[list[int]]:
    """Yield the players in the order in which each start deals them out to tables."""
    numbers = range(len(puzzle.scores))
    for _ in range(starts_for(len(numbers), starts)):
        yield sorted(stream.shuffle(numbers), key=lambda number: -puzzle.scores[number])


def _drawn(puzzle: Puzzle, players: Sequence[Player], table: Sequence[int]) -> DrawnTable:
    return DrawnTable(tuple(players[number] for number in table), cost_of(puzzle, table)._asdict())


def _byes_had(history: History) -> dict[Player, int]:
    had: dict[Player, int] = {}
    for played in history.rounds:
        for player in played.byes:
            had[player] = had.get(player, 0) + 1
    return had


def field_draw_faults(field: Field, draw: Draw) -> Iterator[str]:
    """Yield what is wrong with a draw, as far as it can be told without searching; one line each."""
    if draw.byes != field.byes:
        yield f"byes are {_names(draw.byes)}, not {_names(field.byes)}"
        return
    drawn = [player for table in draw.tables for player in table.seats]
    if sorted(drawn) != sorted(field.seated):
        yield "somebody is not seated, is seated twice, or is not to be drawn"
        return
    if tuple(len(table.seats) for table in draw.tables) != field.sizes.tables:
        yield f"tables are not of {', '.join(map(str, field.sizes.tables))} players"
        return
    yield from _cost_faults(field, draw)


def _cost_faults(field: Field, draw: Draw) -> Iterator[str]:
    puzzle, players = field.puzzle, field.seated
    tables = [tuple(players.index(player) for player in table.seats) for table in draw.tables]
    costs = [cost_of(puzzle, table) for table in tables]
    for number, (table, cost) in enumerate(zip(draw.tables, costs, strict=True), 1):
        if table.cost != cost._asdict():
            yield f"table {number} costs {cost._asdict()}, not {table.cost}"
    if draw.cost != total(costs)._asdict():
        yield f"all tables cost {total(costs)._asdict()}, not {draw.cost}"
    if pair := better_exchange(puzzle, tables):
        yield f"it would be cheaper to exchange {_names(players[number] for number in pair)}"
    if (index := better_seats(puzzle, tables)) is not None:
        yield f"table {index + 1} could sit cheaper"


def _names(players: Iterator[Player] | Sequence[Player]) -> str:
    return ", ".join(players) or "nobody"

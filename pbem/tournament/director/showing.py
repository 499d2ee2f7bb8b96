"""An event as tables to look at: standings with what moved, who finished ahead of whom, scores by round."""

from collections import Counter
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from pbem.tournament.director.event import Event
from pbem.tournament.event import score
from pbem.tournament.values import UNIT, Entrant, History, Player, Standings, StandingsLine


class Shown(Struct, frozen=True):
    """A line of the standings, and how many places its player has won (or lost) by the last round; None: it is new."""

    line: StandingsLine
    moved: int | None


def points_in_words(parts: int) -> str:
    """Return points that are counted in 120ths: `7`, `7 1/2`, `-1/3`."""
    whole, rest = divmod(abs(parts), UNIT)
    fraction = Fraction(rest, UNIT)
    told = " ".join(filter(None, (str(whole) if whole or not rest else "", str(fraction) if rest else "")))
    return f"-{told}" if parts < 0 else told


def with_moves(event: Event, lines: Standings) -> tuple[Shown, ...]:
    """Return standings with what the last round has moved."""
    before = {line.player: line.rank for line in standings_after(event, len(event.book.rounds) - 1)}
    return tuple(Shown(line, _moved(before.get(line.player), line.rank)) for line in lines)


def _moved(before: int | None, rank: int) -> int | None:
    return None if before is None else before - rank


def standings_after(event: Event, rounds: int) -> Standings:
    """Return the standings as they were when so many rounds were played."""
    if rounds < 1:
        return ()
    history, number = event.history, rounds + 1
    past = History(history.rounds[:rounds], tuple(one for one in history.penalties if one.round <= rounds))
    entrants = tuple(_as_of(entrant, number) for entrant in event.entrants if entrant.since <= rounds)
    return score(event.form, entrants, past)


def _as_of(entrant: Entrant, number: int) -> Entrant:
    return replace(entrant, withdrew=0) if entrant.withdrew > number else entrant


def scores_by_round(event: Event) -> dict[str, tuple[int, ...]]:
    """Return what everybody had after each round, in 120ths, in the order of entry."""
    rounds = [
        {line.player: line.points for line in standings_after(event, number)}
        for number in range(1, len(event.book.rounds) + 1)
    ]
    return {entrant.player: tuple(one.get(entrant.player, 0) for one in rounds) for entrant in event.entrants}


def finished_ahead(event: Event) -> dict[tuple[Player, Player], tuple[int, int]]:
    """Return of every two who have met how often the first finished ahead of the second, and how often they met."""
    ahead: Counter[tuple[Player, Player]] = Counter()
    met: Counter[tuple[Player, Player]] = Counter()
    tables = [table for drawn in event.history.rounds for table in drawn.tables]
    for table in tables:
        if table.result is None or table.is_void:
            continue
        placed = list(zip(table.seats, table.result.places, strict=True))
        for one, place in placed:
            for other, behind in placed:
                if one != other:
                    met[one, other] += 1
                    ahead[one, other] += place < behind
    return {pair: (ahead[pair], count) for pair, count in met.items()}

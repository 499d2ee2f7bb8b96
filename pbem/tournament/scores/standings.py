"""Standings: by points, and between equals by one tie-break of the form after the other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from pbem.tournament.scores.tally import Tally
from pbem.tournament.scores.ties import TIE_BREAKS, WITHIN, Marks
from pbem.tournament.values import Entrant, Player, Standings, StandingsLine

Group = tuple[Player, ...]  # players whom nothing has told apart so far


def standings_of(tally: Tally, entrants: Sequence[Entrant], *, before: Mapping[Player, int] | None = None) -> Standings:
    """Rank entrants; `before` is what counts before points, where the form has such a thing: lower is better.

    Players stay in the order of entry where nothing tells them apart, and share a rank.
    """
    players = tuple(entrant.player for entrant in entrants)
    groups = [players]
    if before is not None:
        groups = _refined(groups, {player: Fraction(-before[player]) for player in players})
    groups = _refined(groups, {player: Fraction(tally.points[player]) for player in players})
    told: list[Marks] = []
    for name in tally.form.scoring.ties:
        marks = _marks(tally, name, groups)
        groups = _refined(groups, marks)
        told.append(marks)
    return tuple(_lines(tally, entrants, groups, told))


def _marks(tally: Tally, name: str, groups: Iterable[Group]) -> Marks:
    """Return what a tie-break gives to whom: to everybody, or to those of tied groups in which it can tell."""
    ask = TIE_BREAKS[name]
    if name not in WITHIN:
        groups = [tuple(player for group in groups for player in group)]
    else:
        groups = [group for group in groups if len(group) > 1]
    marks: Marks = {}
    for group in groups:
        marks |= ask(tally, group) or {}
    return marks


def _refined(groups: Iterable[Group], marks: Marks) -> list[Group]:
    """Part each group by its marks, the best first; one without marks stays as it is."""
    return [part for group in groups for part in _parted(group, marks)]


def _parted(group: Group, marks: Marks) -> Iterator[Group]:
    if not all(player in marks for player in group):
        yield group
        return
    for mark in sorted({marks[player] for player in group}, reverse=True):
        yield tuple(player for player in group if marks[player] == mark)


def _lines(
    tally: Tally, entrants: Sequence[Entrant], groups: Iterable[Group], told: Sequence[Marks]
) -> Iterator[StandingsLine]:
    entered = {entrant.player: entrant for entrant in entrants}
    rank = 1
    for group in groups:
        for player in group:
            yield StandingsLine(
                marks=tuple(str(marks.get(player, "")) for marks in told),
                played=sum(player in played.seats for played in tally.tables),
                player=player,
                points=tally.points[player],
                rank=rank,
                withdrew=entered[player].withdrew,
            )
        rank += len(group)

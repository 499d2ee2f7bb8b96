"""Tie-breaks: each gives the players of a tied group marks, fractions of which the larger is better.

A tie-break that cannot tell in a group gives none, and the next one is asked. A short table stands for a full one here
too: what it gives is stretched so that it comes to the same on average.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from pbem.tournament.scores.points import has_counted
from pbem.tournament.scores.tally import Played, Tally
from pbem.tournament.values import Player

Marks = dict[Player, Fraction]
TieBreak = Callable[[Tally, Sequence[Player]], Marks | None]

LOT = "lot"


def wins(tally: Tally, group: Sequence[Player]) -> Marks:
    """Count first places; one that several share is shared."""
    marks = dict.fromkeys(group, Fraction(0))
    for played in tally.tables:
        winners = played.result.places.count(1)
        for player in _counted(tally, played, group):
            if played.place(player) == 1:
                marks[player] += Fraction(1, winners)
    return marks


def share(tally: Tally, group: Sequence[Player]) -> Marks:
    """Add up everybody's share of the victory points at his tables; a bye is an average share."""
    full = tally.form.table
    marks = {player: Fraction(tally.byes[player], full) for player in group}
    for played in tally.tables:
        for player in _counted(tally, played, group):
            marks[player] += Fraction(len(played.seats), full) * _share(played, player)
    return marks


def _share(played: Played, player: Player) -> Fraction:
    points = played.result.points
    if not points or sum(points) <= 0:
        return Fraction(1, len(played.seats))
    return Fraction(points[played.seats.index(player)], sum(points))


def sonneborn_berger(tally: Tally, group: Sequence[Player]) -> Marks:
    """Add up the points of those whom a player was before, and half the points of those he was level with."""
    marks = dict.fromkeys(group, Fraction(0))
    for played in tally.tables:
        opponents = Fraction(tally.form.table - 1, len(played.seats) - 1)
        for player in _counted(tally, played, group):
            beaten = (played.versus(player, other) * tally.points[other] for other in played.seats if other != player)
            marks[player] += opponents * sum(beaten)
    return marks


def opponents(tally: Tally, group: Sequence[Player]) -> Marks:
    """Take the average of the points of everybody met, each as often as he was met; nobody's average is 0."""
    met: dict[Player, list[int]] = {player: [] for player in group}
    for played in tally.tables:
        for player in _present(played, group):
            met[player] += [tally.points[other] for other in played.seats if other != player]
    return {player: Fraction(sum(points), max(1, len(points))) for player, points in met.items()}


def head_to_head(tally: Tally, group: Sequence[Player]) -> Marks | None:
    """Add up how a player did against each other of the group, on average; nothing if two of them never met."""
    marks = dict.fromkeys(group, Fraction(0))
    for player, other in combinations(group, 2):
        met = [played.versus(player, other) for played in tally.tables if {player, other} <= set(played.seats)]
        if not met:
            return None
        average = sum(met, Fraction(0)) / len(met)
        marks[player] += average
        marks[other] += 1 - average
    return marks


def lot(tally: Tally, group: Sequence[Player]) -> Marks | None:
    """Count who comes behind in the order that chance gave; nothing before lots are drawn."""
    if not tally.lots:
        return None
    return {player: Fraction(len(tally.lots) - 1 - tally.lots.index(player)) for player in group}


def _present(played: Played, group: Sequence[Player]) -> list[Player]:
    return [player for player in group if player in played.seats]


def _counted(tally: Tally, played: Played, group: Sequence[Player]) -> list[Player]:
    return [player for player in _present(played, group) if has_counted(tally.form, player, played.result)]


# Those that look at the tied group alone; all others mark everybody, tied or not.
WITHIN = ("head-to-head", LOT)
TIE_BREAKS: dict[str, TieBreak] = {
    "wins": wins,
    "share": share,
    "sonneborn-berger": sonneborn_berger,
    "opponents": opponents,
    "head-to-head": head_to_head,
    LOT: lot,
}
STANDARD = ("wins", "share", "sonneborn-berger", "opponents", "head-to-head", LOT)

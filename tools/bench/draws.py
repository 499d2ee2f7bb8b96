"""Draws of a Swiss: how long a round takes, dice of the record included, and how long a stranger checks it."""

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from random import Random
from time import process_time
from typing import NamedTuple

from pbem.record.dice.fair import Stream
from pbem.tournament.event import check, draw, score, standard_scoring
from pbem.tournament.values import Draw, Entrant, Form, History, Player, Result
from tools.bench.clock import progress, spent
from tools.bench.desks import Bench, random_of
from tools.bench.lines import Line

STARTS = 64
EVENTS = ((16, 5, 0.5), (120, 6, 2.0))  # players at tables of 4, rounds, seconds that a draw may take


class Told:
    """Chance whose rolls anybody can make."""

    def roll(self, slot: str) -> Stream:
        """Open the roll of a slot."""
        return Stream(sha256(slot.encode()).digest())


class Timed(NamedTuple):
    """What one round took: its draw, the check of it, the standings after it; and how often pairs met again."""

    draw: float
    check: float
    standings: float
    repeats: int


def bench_draws(_bench: Bench) -> Iterator[Line]:
    """Time the slowest round of an event."""
    for players, rounds, budget in EVENTS:
        progress(f"draws of {players} players")
        timed = list(drawn_rounds(players, rounds))
        drawn, checked, ranked, repeats = zip(*timed, strict=True)
        what = f"{players} players at tables of 4"
        met = ", ".join(map(str, repeats))
        yield Line("draw", what, max(drawn), budget, f"slowest of {rounds} rounds; pairs meeting again: {met}", "s")
        yield Line("draw", f"{what}, checked", max(checked), None, "the exchange test, without a search", "s")
        yield Line("draw", f"{what}, standings", max(ranked), None, "all tie-breaks", "s")


def drawn_rounds(players: int, rounds: int) -> Iterator[Timed]:
    """Draw, check and score an event whose results are made up, round by round."""
    terms = {"rounds": rounds, "starts": STARTS}
    form = Form(kind="swiss", least=3, scoring=standard_scoring(4), table=4, terms=terms, version=1)
    entrants = tuple(Entrant(Player(f"p{number}")) for number in range(players))
    past, random, chance = History(), random_of(players), Told()
    for _ in range(rounds):
        began = process_time()
        drawn = draw(form, entrants, past, chance)
        drew = process_time()
        if wrong := check(form, entrants, past, drawn, chance):
            raise RuntimeError(wrong[0])
        checked = process_time()
        past = played(past, drawn, random)
        standings = spent(partial(score, form, entrants, past))
        yield Timed(drew - began, checked - drew, standings, drawn.cost["repeats"])


def played(past: History, drawn: Draw, random: Random) -> History:
    """Return the history with a round in which places are made up."""
    after = past.with_round(drawn.opened())
    for number, table in enumerate(drawn.tables, 1):
        places = random.sample(range(1, len(table.seats) + 1), len(table.seats))
        points = tuple(60 - 7 * place for place in places)
        after = after.with_result(drawn.round, number, Result(how="played", places=tuple(places), points=points))
    return after

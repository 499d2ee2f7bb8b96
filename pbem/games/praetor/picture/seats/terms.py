"""The terms of the game: the city deck and its era; rates, wages and pensions, once where all boards are alike."""

from collections.abc import Sequence

from msgspec import Struct

from pbem.games.drawing.pieces.pieces import rule
from pbem.games.drawing.places import Box
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.measure import SANS, width_of
from pbem.games.drawing.text.runs import ARROW, BAR, Run
from pbem.games.drawing.text.writing import text
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.picture.effects import ICONS
from pbem.games.praetor.picture.signs import WORKER
from pbem.games.praetor.position.state import Player, State, city_deck, era
from pbem.games.praetor.table.goods import WARES
from pbem.games.praetor.table.table import Side

_SIZE = 12
_GAP = 24
_OTHER_FONTS = 1.1  # as much wider than ours a reader's font is likely to be
_LABEL = 7  # between a label and what it tells


class Term(Struct, frozen=True):
    """Something that holds for all: what it is called, and how it is."""

    label: str
    run: Run

    @property
    def start(self) -> float:
        """How far from its beginning the run is."""
        return width_of(self.label, _SIZE, SANS) * _OTHER_FONTS + _LABEL

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.start + runs.width(self.run, _SIZE)


def are_alike(state: State) -> bool:
    """Tell whether all players have the same rates and wages."""
    sides = [state.side(player) for player in state.now.players.values()]
    return len({(side.active, side.pension, side.buy, side.sell) for side in sides}) == 1


def height(sight: DrawingInput, width: float) -> float:
    """Return how high the terms are in a width."""
    return len(_rows(sight, width)) * sight.rhythm.term


def terms(sight: DrawingInput, box: Box) -> str:
    """Draw the terms that hold for all, in as many rows as they need."""
    drawn = ""
    for number, row in enumerate(_rows(sight, box.width)):
        x, middle = box.x, box.y + (number + 0.5) * sight.rhythm.term
        for place, term in enumerate(row):
            drawn += rule(x - _GAP / 2, middle - 8, down=16) if place else ""
            drawn += text(x, middle + 4.4, term.label, size=_SIZE, kind="d-q")
            drawn += _run(term.run, Box(x + term.start, middle, box.right - x - term.start, 0))
            x += term.width + _GAP
    return drawn


def own(sight: DrawingInput, player: Player, box: Box) -> str:
    """Draw the rates and wages of one player board in one row."""
    side = sight.state.side(player)
    return _run((*_rates(side), BAR, *_wages(side)), Box(box.x, box.middle, box.width, 0))


def _run(run: Run, box: Box) -> str:
    size = runs.fitted(run, box.width, _SIZE)
    return runs.draw(runs.cut(run, box.width, size), box.x, box.y + 4.4, size=size, kind="d-q")


def _terms(sight: DrawingInput) -> list[Term]:
    found = [Term(sight.say("drawn_deck"), _deck(sight))]
    if are_alike(sight.state):
        side = sight.state.side(next(iter(sight.now.players.values())))
        found += [Term(sight.say("drawn_rates"), _rates(side)), Term(sight.say("drawn_wages"), _wages(side))]
    return found


def _deck(sight: DrawingInput) -> Run:
    """Return how many tiles are left, of which era the next one is, and what a worker who retires is worth now."""
    numbers, now = sight.state.rules.table.numbers, era(sight.now)
    worth = numbers.retire_1 if now == "I" else numbers.retire_2
    left: Run = ("#back", str(city_deck(sight.state)))
    return (*left, sight.say("drawn_era", era=now), BAR, "#retired", ARROW, f"+{worth}", "#laurel")


def _rates(side: Side) -> Run:
    """Return what wares cost, and what they are sold for."""
    prices = ((f"#{ICONS[ware]}", f"{side.buy.amount(ware)}/{side.sell.amount(ware)}") for ware in WARES)
    return ("#market", *(term for price in prices for term in price))


def _wages(side: Side) -> Run:
    """Return what active and retired workers are paid: each, or one after the other."""
    return (WORKER, _listed(side.active), "#retired", _listed(side.pension), "#coin")


def _listed(wages: Sequence[int]) -> str:
    if len(set(wages)) == 1:
        return str(wages[0])
    return "\N{MIDDLE DOT}".join(map(str, wages))


def _rows(sight: DrawingInput, width: float) -> list[list[Term]]:
    rows: list[list[Term]] = [[]]
    for term in _terms(sight):
        if rows[-1] and sum(one.width + _GAP for one in rows[-1]) + term.width > width:
            rows.append([])
        rows[-1].append(term)
    return rows

"""What tiles give, as runs of numbers and icons; what things cost."""

from pbem.games.drawing.text.runs import ARROW, Run
from pbem.games.praetor.picture.signs import LEVEL, LOT, TRADE, WORKER
from pbem.games.praetor.table.goods import GOODS, Goods
from pbem.games.praetor.table.options import Choices

ICONS = {"gold": "coin", "wood": "wood", "stone": "stone", "marble": "marble", "weapons": "sword"}
EMBLEMS = {
    "gold_mine": "goldmine",
    "sawmill": "sawmill",
    "stone_quarry": "stonequarry",
    "marble_quarry": "marblequarry",
    "smith": "smith",
    "curia": "curia",
    "forum": "forum",
    "temple_maia": "maia",
    "temple_apollo": "apollo",
    "temple_pluto": "pluto",
    "temple_mercury": "mercury",
    "temple_venus": "venus",
    "colosseum": "colosseum",
    "oracle": "oracle",
    "work_camp": "workcamp",
    "market": "market",
    "outpost": "outpost",
    "academy": "academy",
    "labour_camp": "labourcamp",
    "statue": "statue",
    "arch": "arch",
}
_GIVEN: dict[str, Run] = {
    "gold_mine": (LEVEL, ARROW, "#coin"),
    "sawmill": (LEVEL, ARROW, "#wood"),
    "stone_quarry": (LEVEL, ARROW, "#stone"),
    "marble_quarry": (LEVEL, ARROW, "#marble"),
    "smith": (LEVEL, "#wood", ARROW, "#sword"),
    "curia": (LOT, ARROW, "+1", "#coin"),
    "forum": (WORKER, ARROW, "+2", "#coin"),
    "temple_maia": (WORKER, ARROW, "+2", "#laurel"),
    "temple_apollo": (LOT, ARROW, "+2", "#laurel"),
    "temple_pluto": ("#wood", "#stone", ARROW, "+1", "#laurel"),
    "temple_mercury": ("#marble", "#sword", ARROW, "+2", "#laurel"),
    "temple_venus": ("#flag", ARROW, "#laurel"),
    "colosseum": ("2", LOT, ARROW, "+1", "#flag"),
    "oracle": ("#retired", ARROW, "+2", "#flag"),
    "work_camp": ("#person", ARROW, "#trainee"),
    "market": ("#wood", "#marble", TRADE, "#coin"),
    "outpost": ("#wall", ARROW, "#laurel"),
    "academy": ("#trainee", ARROW, WORKER),
    "labour_camp": ("#retired", ARROW, WORKER, "6"),
}
_CAPPED = ("temple_pluto", "temple_mercury")


def given(kind: str, choices: Choices) -> tuple[Run, ...]:
    """Return what a tile of a type gives to who puts a worker on it, with all there is to it, and shorter.

    There is nothing to tell of a monument.
    """
    if kind not in _GIVEN:
        return ()
    run = _GIVEN[kind]
    if kind in _CAPPED and choices.temple_cap:
        return (*run, f"({choices.temple_cap})"), run
    return (run,)


def costs(cost: Goods) -> tuple[Run, ...]:
    """Return what is to be paid, a run for each good."""
    return tuple((str(cost.amount(good)), f"#{ICONS[good]}") for good in GOODS if cost.amount(good))

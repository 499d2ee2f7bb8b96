"""The numbers that a condition in a plan may test."""

from collections.abc import Mapping

from pbem.games.alea.position.buildings import temple_leader
from pbem.games.alea.position.state import View
from pbem.games.alea.scoring.scoring import colour
from pbem.games.alea.table.table import COLOURS


def facts(view: View) -> Mapping[str, int]:
    """Return the facts of a view; the public one knows only what lies on the table."""
    position = view.position
    known = {
        "round": position.round,
        "lap": position.lap,
        "rounds": view.fixed.rounds,
        "lastlap": int(position.last_lap),
        "columns": view.fixed.columns,
        "forumdice": len(position.forum),
        "forumfree": view.fixed.columns - len(position.forum),
        "sets": len(position.castrum),
        "templemost": temple_leader(position)[1],
        "templetotal": temple_leader(position)[2],
        "offer": len(position.provinces),
    }
    if view.own:
        return known | _own(view)
    return known | {f"die{value}": 0 for value in range(1, 7)}


def _own(view: View) -> dict[str, int]:
    position, seat = view.position, view.index
    player = position.players[seat]
    low, high = position.senate[seat]
    own = {f"die{value}": position.rolls[seat].count(value) for value in range(1, 7)}
    own |= {f"tiles{shade.lower()}": 0 for shade in COLOURS}
    for tile in player.provinces:
        name = f"tiles{colour(tile).lower()}"
        own[name] = own.get(name, 0) + 1
    own.pop("tileswild", None)
    return own | {
        "hand": player.hand,
        "dice": len(position.rolls[seat]),
        "tokens": player.tokens,
        "spent": position.attempt if position.active == seat else 0,
        "cards": player.cards,
        "fortune": len(player.kept),
        "drawn": player.drawn,
        "provinces": len(player.provinces),
        "patricians": len(player.patricians),
        "temple": len(position.temple[seat]),
        "senate": high - low + 1 if low else 0,
        "camps": sum(camp.owner == seat for camp in position.castrum),
        "forum": sum(die.owner == seat for die in position.forum),
        "latrine": position.latrine[seat],
    }

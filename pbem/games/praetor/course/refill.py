"""The refill between turns, and whether the next turn is the last."""

from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Back, city_deck, wall_deck


def refill(scene: Scene) -> None:
    """Fill the display, open the next wall section, see whether a deck has run out."""
    fill_display(scene)
    open_section(scene)
    _see_the_end(scene)


def fill_display(scene: Scene) -> None:
    """Draw tiles until the display holds one more than there are players, as far as the deck reaches (P-R34)."""
    wanted = len(scene.rules.seats) + 1 - len(scene.now.display)
    drawn = _upcoming(scene, wanted + 1)
    display = (*scene.now.display, *drawn[:wanted])
    early = min(scene.now.early + len(drawn[:wanted]), len(scene.rules.early))
    late = scene.now.late + len(drawn[:wanted]) - (early - scene.now.early)
    top = None
    if len(drawn) > wanted:
        top = scene.state.tile(drawn[wanted])
    scene.set(display=display, early=early, late=late, back=Back(top.era, top.mark) if top else None)  # P-R50
    if drawn[:wanted]:
        scene.tell("drew_tiles", tiles=list(drawn[:wanted]))


def _upcoming(scene: Scene, count: int) -> tuple[str, ...]:
    """Look at the next tiles of the city deck: the first era lies on top of the second."""
    rules, now = scene.rules, scene.now
    tiles: tuple[str, ...] = ()
    if now.early < len(rules.early):
        tiles = scene.chance.deck("early/0", rules.early)[now.early : now.early + count]
    if len(tiles) < count and now.late < len(rules.late):
        tiles += scene.chance.deck("late/0", rules.late)[now.late : now.late + count - len(tiles)]
    return tiles


def open_section(scene: Scene) -> None:
    """Remove the section that nobody took and open the next one (P-R36)."""
    if scene.now.section:
        scene.tell("section_removed", section=scene.now.section)
        scene.set(removed=(*scene.now.removed, scene.now.section), section="")
    if not wall_deck(scene.state):
        return
    pile = scene.chance.deck("wall/0", scene.rules.walls)
    taken = scene.now.walls + 1
    walls = scene.rules.table.walls
    scene.set(section=pile[taken - 1], walls=taken, wall_back=walls[pile[taken]].back if taken < len(pile) else -1)
    scene.tell("section_opened", section=pile[taken - 1])


def _see_the_end(scene: Scene) -> None:
    city, wall = city_deck(scene.state) == 0, wall_deck(scene.state) == 0
    if city or wall:  # P-R35
        scene.set(last=_cause(city=city, wall=wall))
        scene.tell("last_turn_" + scene.now.last)


def _cause(*, city: bool, wall: bool) -> str:
    if city and wall:
        return "both"
    return "city" if city else "wall"

"""The refill between turns, and whether the next turn is the last."""

from pbem.games.praetor.course import Course
from pbem.games.praetor.state import Back, city_deck, wall_deck


def refill(course: Course) -> None:
    """Fill the display, open the next wall section, see whether a deck has run out."""
    fill_display(course)
    open_section(course)
    _see_the_end(course)


def fill_display(course: Course) -> None:
    """Draw tiles until the display holds one more than there are players, as far as the deck reaches (P-R34)."""
    wanted = len(course.rules.seats) + 1 - len(course.now.display)
    drawn = _upcoming(course, wanted + 1)
    display = (*course.now.display, *drawn[:wanted])
    early = min(course.now.early + len(drawn[:wanted]), len(course.rules.early))
    late = course.now.late + len(drawn[:wanted]) - (early - course.now.early)
    top = course.state.tile(drawn[wanted]) if len(drawn) > wanted else None
    course.set(display=display, early=early, late=late, back=Back(top.era, top.mark) if top else None)  # P-R50
    if drawn[:wanted]:
        course.tell("drew_tiles", tiles=list(drawn[:wanted]))


def _upcoming(course: Course, count: int) -> tuple[str, ...]:
    """Look at the next tiles of the city deck: the first era lies on top of the second."""
    rules, now = course.rules, course.now
    tiles: tuple[str, ...] = ()
    if now.early < len(rules.early):
        tiles = course.chance.deck("early/0", rules.early)[now.early : now.early + count]
    if len(tiles) < count and now.late < len(rules.late):
        tiles += course.chance.deck("late/0", rules.late)[now.late : now.late + count - len(tiles)]
    return tiles


def open_section(course: Course) -> None:
    """Remove the section that nobody took and open the next one (P-R36)."""
    if course.now.section:
        course.tell("section_removed", section=course.now.section)
        course.set(removed=(*course.now.removed, course.now.section), section="")
    if not wall_deck(course.state):
        return
    pile = course.chance.deck("wall/0", course.rules.walls)
    taken = course.now.walls + 1
    walls = course.rules.table.walls
    course.set(section=pile[taken - 1], walls=taken, wall_back=walls[pile[taken]].back if taken < len(pile) else -1)
    course.tell("section_opened", section=pile[taken - 1])


def _see_the_end(course: Course) -> None:
    city, wall = city_deck(course.state) == 0, wall_deck(course.state) == 0
    if city or wall:  # P-R35
        course.set(last="both" if city and wall else "city" if city else "wall")
        course.tell("last_turn_" + course.now.last)

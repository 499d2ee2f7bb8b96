"""What later colours must know of the earlier ones, packed into one number so that it is quick to remember by.

Who stands on each open border (three bits each, in the order in which they were opened), the free and the wild
provinces left, whether an unassigned patrician's value counts already (for `highest_single`), and half a point of
card II.
"""

from collections.abc import Iterable

Node = int
ODD, TOLD, WILDS, FREES, BORDERS = 0, 1, 2, 4, 6  # where each part begins
DIGIT = 3  # bits of a border
ANYONE, LOW = (1 << DIGIT) - 1, (1 << BORDERS) - 1  # all bits of a border, and of all but the borders


def first_node(free: int, wild: int) -> Node:
    """Return the node before anything is assigned."""
    return (free << FREES) + (wild << WILDS)


def mask_of(places: Iterable[int]) -> Node:
    """Return the part of a node that matters to a colour: the borders it closes, and what is left."""
    low = (1 << BORDERS) - (1 << WILDS)
    return low + sum(ANYONE << begin_of(at) for at in places)


def begin_of(place: int) -> int:
    """Return where an open border begins in a node."""
    return BORDERS + DIGIT * place


def border_at(node: Node, place: int) -> int:
    """Return who stands on an open border."""
    return node >> begin_of(place) & ANYONE


def free_left(node: Node) -> int:
    """Return how many free provinces are left."""
    return node >> FREES & 3


def wild_left(node: Node) -> int:
    """Return how many wild tiles are left."""
    return node >> WILDS & 3


def told_in(node: Node) -> int:
    """Return 1 if an unassigned patrician's value counts already."""
    return node >> TOLD & 1

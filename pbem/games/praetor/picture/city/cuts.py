"""How much of a tile is shown in which size, and where on it: the larger it is, the more.

Every cut is drawn on a grid of its own and used for tiles of about that size, so that no word becomes too small.
"""

from msgspec import Struct

Spot = tuple[float, float, float]  # a point, and the size of what stands around it


class Cut(Struct, frozen=True):
    """The places on a tile. `least` is the smallest side it is used for."""

    grid: float
    least: float
    frame: float  # of the owner's colour
    code: tuple[float, float]  # baseline and size
    token: Spot  # of the owner
    icon: Spot
    area: Spot  # what a worker who comes here gains, until one does
    worker: Spot
    builder: Spot
    code_left: float = 0  # where the code begins beside the owner's token; 0: it stands alone, in the middle
    has_icon: bool = True
    has_plazas: bool = False  # all corners, or those alone that meet their like
    fee: float = 0  # size
    name: tuple[float, float, float] = (0, 0, 0)  # size, baseline of one line, and of the second of two

    @property
    def centre(self) -> float:
        """Half the grid."""
        return self.grid / 2


FULL = Cut(
    grid=92,
    least=75,
    frame=4.8,
    code=(17.6, 12),
    token=(15.4, 38.5, 17.5),
    icon=(43.6, 38.5, 27),
    area=(72.4, 38.5, 21),
    worker=(71.8, 38.5, 26),
    builder=(17.8, 38.5, 24),
    has_plazas=True,
    fee=11,
    name=(12, 69.5, 78.8),
)
NAMED = Cut(
    grid=76,
    least=68,
    frame=4.2,
    code=(15.2, 11),
    token=(13, 30, 15),
    icon=(36, 30, 22),
    area=(60, 30, 17.5),
    worker=(59.6, 30, 21.5),
    builder=(14.6, 30, 19.8),
    has_plazas=True,
    fee=10.6,
    name=(11.4, 57, 65),
)
TITLED = Cut(
    grid=66,
    least=58,
    frame=3.9,
    code=(13.6, 11),
    token=(11.4, 25.6, 13),
    icon=(31.2, 25.6, 19),
    area=(52, 25.6, 15.5),
    worker=(51.6, 25.6, 19),
    builder=(12.8, 25.6, 17.5),
    has_plazas=True,
    name=(11, 49.5, 56.5),
)
COMPACT = Cut(
    grid=54,
    least=46,
    frame=3.8,
    code=(18.2, 12),
    token=(12, 14, 12.5),
    icon=(17.4, 36.8, 24),
    area=(39, 36.8, 17.5),
    worker=(38.4, 36.6, 22),
    builder=(16.4, 36.6, 22),
    code_left=20.5,
)
SMALL = Cut(
    grid=42,
    least=34,
    frame=3,
    code=(16.4, 11.8),
    token=(8.1, 12.4, 8.8),
    icon=(13.6, 28.8, 18),
    area=(30.4, 28.8, 13.5),
    worker=(30, 28.6, 17),
    builder=(12.6, 28.6, 17),
    code_left=13,
)
BARE = Cut(
    grid=30,
    least=0,
    frame=2.4,
    code=(14, 11.5),
    token=(7.6, 21.8, 8.4),
    icon=(0, 0, 0),
    area=(21.4, 21.8, 10),
    worker=(20.8, 21.9, 12.6),
    builder=(8.6, 21.9, 12.6),
    has_icon=False,
)
_ON_PAGES = (FULL, NAMED, TITLED, COMPACT, SMALL, BARE)
_ELSEWHERE = (FULL, COMPACT, SMALL, BARE)


def cut_for(side: float, *, is_page: bool) -> Cut:
    """Return the cut for tiles of a side; phones and letters have names on large tiles alone."""
    cuts = _ON_PAGES if is_page else _ELSEWHERE
    return next(cut for cut in cuts if side >= cut.least)

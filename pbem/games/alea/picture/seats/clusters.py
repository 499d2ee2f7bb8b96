"""Which pieces of a player lie together: each alone, or once patricians are sent out, a province and who is there."""

from collections.abc import Iterator

from msgspec import Struct

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.pieces.tiles import is_patrician
from pbem.games.alea.position.state import Stand
from pbem.games.alea.scoring.scoring import colour, gender, value
from pbem.games.alea.table.table import COLOURS, SINGLES, WILD


class Cluster(Struct, frozen=True):
    """Pieces that lie together; `extras` of them stand beside a couple by card XI."""

    pieces: tuple[str, ...]
    extras: frozenset[str] = frozenset()
    is_framed: bool = False

    def parted(self, most: int) -> Iterator["Cluster"]:
        """Yield it in parts of so many pieces at most."""
        for first in range(0, len(self.pieces), most):
            yield Cluster(self.pieces[first : first + most], self.extras, self.is_framed)


def split_of(sight: DrawingInput, index: int) -> tuple[Stand, ...] | None:
    """Return who stands where: at the end of everybody, and before of the reader if he has ordered it."""
    if sight.is_over:
        return sight.position.scores[index].split
    return sight.view.own.split if sight.view.own and index == sight.view.index else None


def clusters(sight: DrawingInput, index: int) -> Iterator[Cluster]:
    """Yield the pieces of a player, sorted by province."""
    held, split = sight.position.players[index], split_of(sight, index)
    if split is None:
        yield from (Cluster((code,)) for code in sorted((*held.provinces, *held.patricians), key=_by_province))
        return
    for place in (*sorted(held.provinces, key=_by_province), *_special(sight, index)):
        stands = sorted((stand for stand in split if stand.place == place), key=lambda stand: stand.extra)
        extras = frozenset(stand.patrician for stand in stands if stand.extra)
        yield Cluster((place, *(stand.patrician for stand in stands)), extras, is_framed=bool(stands))


def spare(sight: DrawingInput, index: int) -> list[str]:
    """Return the patricians who stand nowhere, once they are sent out."""
    split = split_of(sight, index)
    if split is None:
        return []
    sent = {stand.patrician for stand in split}
    return sorted((code for code in sight.position.players[index].patricians if code not in sent), key=_by_province)


def _special(sight: DrawingInput, index: int) -> list[str]:
    """Return the Senate cards that are provinces."""
    if sight.is_over:
        held = tuple(sight.position.scores[index].cards)
    else:
        held = sight.view.own.cards if sight.view.own else ()
    return [card for card in held if card not in SINGLES]


def _by_province(code: str) -> tuple[int, bool, str, int]:
    """Order pieces by province: the tiles first, then men, then women."""
    shade = colour(code)
    return (
        len(COLOURS) if shade == WILD else COLOURS.index(shade),
        is_patrician(code),
        gender(code) if is_patrician(code) else "",
        value(code),
    )

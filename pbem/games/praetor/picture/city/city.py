"""The city: its streets and tiles, and the workers on them."""

from collections.abc import Iterator

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.marks import ghost, level
from pbem.games.drawing.pieces.pieces import notch
from pbem.games.drawing.places import Box
from pbem.games.game import Seat
from pbem.games.praetor.picture.city import faces
from pbem.games.praetor.picture.city.corners import corners
from pbem.games.praetor.picture.city.cuts import Cut, Spot, cut_for
from pbem.games.praetor.picture.city.faces import Face
from pbem.games.praetor.picture.city.plan import STREET, Plan, plan
from pbem.games.praetor.picture.city.sites import numbers, outlined, sites
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.picture.news import former_user, is_lot_new
from pbem.games.praetor.position.state import Lot, Mark, cells

_HAMMER = 0.44  # of a builder, below the number


def planned(sight: DrawingInput, box: Box) -> Plan:
    """Plan the city at the top of a box."""
    return plan(cells(sight.now).keys(), box, sight.rhythm)


def tiles(sight: DrawingInput, ground: Plan) -> str:
    """Draw the city as it is planned: what is built, and where one may build."""
    cut = cut_for(ground.side, is_page=sight.is_wide)
    lots = _lots(sight, ground)
    streets = outlined(box.grown(STREET) for _, box in lots)
    parts = [f'<path d="{streets}" class="d-street"/>', *sites(sight, ground), *numbers(sight, ground)]
    parts += [_face(sight, lot, box, cut) for lot, box in lots]
    return "".join([*parts, *corners(sight, ground)])


def workers(sight: DrawingInput, ground: Plan) -> str:
    """Draw whose tiles they are and who is on them, and which of them are new."""
    cut = cut_for(ground.side, is_page=sight.is_wide)
    lots = _lots(sight, ground)
    parts = [part for lot, box in lots for part in _on_tile(sight, lot, box, cut)]
    parts += [notch(box.grown(0.7), min(6.4, 0.09 * ground.side)) for lot, box in lots if is_lot_new(sight, lot)]
    return "".join(parts)


def _lots(sight: DrawingInput, ground: Plan) -> list[tuple[Lot, Box]]:
    return [(lot, ground.box((lot.x, lot.y))) for lot in sight.now.city.values()]


def _face(sight: DrawingInput, lot: Lot, box: Box, cut: Cut) -> str:
    tile = sight.state.tile(lot.tile)
    has_fee, has_builder = lot.owner is not None, lot.builder is not None
    shown = Face(tile, lot.corners, sight.names(tile), lot.owner, has_fee=has_fee, has_builder=has_builder)
    return sight.place(faces.face(shown, cut), box)


def _on_tile(sight: DrawingInput, lot: Lot, box: Box, cut: Cut) -> Iterator[str]:
    """Draw owner, activation area and workers; and who was here."""
    area = "" if lot.user else sight.state.tile(lot.tile).colour.replace("none", "")
    gone = former_user(sight, lot)
    owner = None if lot.builder and not cut.code_left else lot.owner
    if owner or area:
        drawn = faces.marks(owner, area, cut, is_left=gone is not None, users=_users(sight, lot))
        yield sight.place(drawn, box)
    if lot.builder:
        yield _worker(lot.builder, _spot(cut.builder, box, cut), is_builder=True)
    if lot.user:
        yield _worker(lot.user, _spot(cut.worker, box, cut))
    if gone:
        yield ghost(gone, *_spot(cut.worker, box, cut))


def _spot(spot: Spot, box: Box, cut: Cut) -> Spot:
    """Return a spot of the cut's grid on a tile."""
    scale = box.width / cut.grid
    x, y, size = spot
    return box.x + x * scale, box.y + y * scale, size * scale


def _worker(worker: Mark, spot: Spot, *, is_builder: bool = False) -> str:
    x, y, size = spot
    drawn = level(worker.seat, worker.level, x, y, size)
    if is_builder:
        drawn += icon("hammer", x - _HAMMER / 2 * size, y + 0.22 * size, _HAMMER * size)
    return drawn


def _users(sight: DrawingInput, lot: Lot) -> tuple[Seat, ...]:
    """Return who has used a special tile this turn."""
    return tuple(
        seat for seat, player in sight.now.players.items() if lot.tile in player.camps or lot.tile == player.school
    )

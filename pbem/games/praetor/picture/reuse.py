"""What need not be drawn again: each panel by what it shows. The end of a game is drawn as it is."""

from typing import Any

from pbem.games.drawing.places import Box
from pbem.games.game import Seat
from pbem.games.praetor.picture import heading, offer
from pbem.games.praetor.picture.city import city
from pbem.games.praetor.picture.city.plan import Plan
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.picture.seats import panels, terms
from pbem.games.praetor.position.state import Now, city_deck, controlled, era, wall_deck


def heading_once(sight: DrawingInput, box: Box) -> str:
    """Return the head of the board."""
    now = sight.now
    key = ("heading", box, now.turn, now.cycle, now.phase, now.order, now.asked, bool(now.last))
    return sight.once(key, lambda: heading.heading(sight, box))


def tiles_once(sight: DrawingInput, ground: Plan) -> str:
    """Return what is built of the city, without workers: most turns use it, and add a few tiles."""
    lots = ((lot.tile, lot.x, lot.y, lot.corners, lot.owner, lot.builder is None) for lot in sight.now.city.values())
    return sight.once(("tiles", ground, *lots), lambda: city.tiles(sight, ground))


def offer_once(sight: DrawingInput, box: Box) -> str:
    """Return what may be had."""
    now, then = sight.now, sight.then
    old = (then.display, then.section) if then else None
    key = ("offer", box, now.display, now.section, now.wall_back, wall_deck(sight.state), old)
    return sight.once(key, lambda: offer.offer(sight, box))


def player_once(sight: DrawingInput, seat: Seat, box: Box) -> str:
    """Return the board of a player."""
    asked = sight.now.phase if seat in sight.now.asked else ""
    old = _held(sight.then, seat) if sight.then else None
    key = ("player", box, asked, _held(sight.now, seat), old)
    return sight.once(key, lambda: panels.draw(sight, seat, box))


def terms_once(sight: DrawingInput, box: Box) -> str:
    """Return the terms of the game."""
    return sight.once(("terms", box, city_deck(sight.state), era(sight.now)), lambda: terms.terms(sight, box))


def _held(now: Now, seat: Seat) -> tuple[Any, ...]:
    return now.players[seat], controlled(now, seat)

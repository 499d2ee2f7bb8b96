"""What need not be drawn again: each panel by what it shows. The end of a game is drawn as it is."""

from pbem.games.drawing.places import Box
from pbem.games.fortuna.picture.board import favours, heading, stock
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.news import player_before
from pbem.games.fortuna.picture.seats import hand, sides
from pbem.games.game import Seat


def told_once(sight: DrawingInput) -> str:
    """Return the position told in two sentences."""
    public = sight.public
    stands = tuple(public.players[seat].pos for seat in sight.players)
    is_open = tuple(favour.is_open for favour in public.favours)
    return sight.once(("told", public.round, public.step, sight.asked, stands, is_open), sight.told)


def heading_once(sight: DrawingInput, box: Box) -> str:
    """Return the head of the board."""
    public = sight.public
    seen = (public.round, public.step, sight.asked, public.order, public.at, public.turn.dice)
    key = ("heading", box, *seen, bool(public.palace.arrivals))
    return sight.once(key, lambda: heading.heading(sight, box))


def favours_once(sight: DrawingInput, box: Box) -> str:
    """Return the favours."""
    old = sight.then.favours if sight.then else None
    return sight.once(("favours", box, sight.public.favours, old), lambda: favours.favours(sight, box))


def side_once(sight: DrawingInput, side: str, width: float, height: float) -> str:
    """Return a side from its own upper left corner."""
    box = Box(0, 0, width, height)
    seat = Seat(side)
    is_mine = side == sight.view.seat
    asked = sight.public.step if seat in sight.asked else ""
    held = (sight.public.players.get(seat), player_before(sight, seat))
    slots = (sight.sides[side], sight.sides_before[side] if sight.sides_before else None)
    key = (
        "side",
        side,
        box,
        asked,
        *held,
        *slots,
        is_mine,
        sight.view.reserve if is_mine else None,
    )
    return sight.once(key, lambda: sides.draw_side(sight, side, box))


def stock_once(sight: DrawingInput, box: Box) -> tuple[str, float]:
    """Return the stock, and how high it is."""
    public = sight.public
    counts = (
        public.stock,
        *public.buildings.values(),
        public.tokens,
        public.deck.left,
        len(public.discard),
    )
    key = ("stock", box, *counts, public.palace.aside)
    return sight.once(key, lambda: (stock.stock(sight, box), stock.height(sight, box)))


def hand_once(sight: DrawingInput, box: Box) -> tuple[str, float]:
    """Return what only the reader has, and how high it is."""
    view = sight.view
    is_open = bool(sight.public.shown.get(view.owner)) if view.seat else False
    old = sight.before.hand if sight.before else None
    key = ("hand", box, view.seat, view.offered, view.hand, view.aside, is_open, old)
    return sight.once(key, lambda: (hand.draw(sight, box), hand.height(sight)))

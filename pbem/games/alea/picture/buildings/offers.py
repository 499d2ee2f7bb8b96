"""Pieces on offer: what lies there, and the places of what was taken since the reader's last turn."""

from collections.abc import Iterable

from pbem.games.alea.picture import news
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.pieces.tiles import Piece, draw_gone, draw_pieces
from pbem.games.drawing.places import Box


def draw_offer(sight: DrawingInput, name: str, places: Iterable[Box]) -> str:
    """Draw the provinces or the patricians on offer in their places."""
    gone, pieces = "", []
    for (code, is_there), place in zip(news.offered(sight, name), places, strict=False):
        if is_there:
            is_new = news.is_offer_new(sight, name, code)
            pieces.append(Piece(code, place, is_offered=True, is_new=is_new))
        else:
            gone += draw_gone(code, place)
    return gone + draw_pieces(sight, pieces)

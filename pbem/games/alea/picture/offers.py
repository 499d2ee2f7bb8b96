"""Pieces on offer: what lies there, and the places of what was taken since the reader's last turn."""

from collections.abc import Iterable

from pbem.games.alea.picture import news, tiles
from pbem.games.alea.picture.sight import Sight
from pbem.games.drawing.places import Box


def draw_offer(sight: Sight, name: str, places: Iterable[Box]) -> str:
    """Draw the provinces or the patricians on offer in their places."""
    lying = [(code, is_there, place) for (code, is_there), place in zip(news.offered(sight, name), places, strict=False)]
    there = [(code, place) for code, is_there, place in lying if is_there]
    drawn = "".join(tiles.draw_gone(code, place) for code, is_there, place in lying if not is_there)
    drawn += tiles.below(place for _, place in there)
    for code, place in there:
        is_new = news.is_offer_new(sight, name, code)
        drawn += tiles.draw_piece(sight, code, place, is_offered=True, is_new=is_new)
    return drawn + tiles.rims(there)

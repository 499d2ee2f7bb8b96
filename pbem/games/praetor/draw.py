"""Drawings of a view: text for every mail, SVG for the eye."""

from pbem.games.game import Board
from pbem.games.praetor.picture import draw_svg
from pbem.games.praetor.state import View
from pbem.games.praetor.text import draw_text


def draw_board(view: View, language: str, *, has_picture: bool) -> Board:
    """Draw everything the view's seat may see."""
    return Board(draw_text(view, language), draw_svg(view, language) if has_picture else "")

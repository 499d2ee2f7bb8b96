"""Drawings of a view."""

from pbem.games.fortuna.state import View
from pbem.games.game import Board


def draw(view: View, language: str) -> Board:
    """Draw everything the view's seat may see."""
    return Board(str(view.public.round), f"<svg xmlns='http://www.w3.org/2000/svg' lang='{language}'/>")

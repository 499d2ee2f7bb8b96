"""Toys that each break one law: what the suite must notice, or it is worth nothing. A module for each room of laws."""

from tests.games.broken import course, moves, offers, secrets, shape, text
from tests.games.broken.toys import BROKEN

__all__ = ["BROKEN", "course", "moves", "offers", "secrets", "shape", "text"]

"""The measures that every arrangement of a board has. A game adds its own."""

from msgspec import Struct


class Rhythm(Struct, frozen=True, kw_only=True):
    """How high and how far apart things are on a page, on a phone, or in a letter."""

    margin: float
    top: float
    head: float  # how high the head of the board is

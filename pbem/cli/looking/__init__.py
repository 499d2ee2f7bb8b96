"""The commands that show a position of a game: `report`, `position`, and `try`, which plays on from it."""

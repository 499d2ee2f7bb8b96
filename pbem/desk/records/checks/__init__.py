"""Checks of records: of a game, and of the letters that somebody kept."""

"""The checks of an event: its chain, dice, games, acts of the director, and words of players."""

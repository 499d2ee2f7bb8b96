"""A position: the state, the moves, and what dice, buildings and Fortune tiles are in it."""

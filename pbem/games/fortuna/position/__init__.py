"""A position: the state, the moves, and what action cards allow in it."""

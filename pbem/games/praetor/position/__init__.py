"""A position: the state, the moves, the city, and what activating a tile gives."""

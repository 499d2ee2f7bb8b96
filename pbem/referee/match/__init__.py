"""A game as its record tells it: what it is, and how each entry carries it one step on."""

"""What the house asks of a game: the values that pass between them, and the methods by topic."""

"""Commands that look at a position of a game, or at what follows from it: report, position, try."""

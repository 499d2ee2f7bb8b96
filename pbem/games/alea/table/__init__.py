"""The component table, the options, and the words of the game."""

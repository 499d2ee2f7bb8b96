"""The component table, the options, goods, and the words of the game."""

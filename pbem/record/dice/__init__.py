"""Dice that nobody can vary: the ladder, draws, seals, and whose luck is in them."""

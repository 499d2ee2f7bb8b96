"""Dice that nobody can influence: the ladder of secret numbers, draws, seals, shared luck."""

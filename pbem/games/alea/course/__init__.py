"""The course of the game: setup, turns, the evaluation, rounds."""

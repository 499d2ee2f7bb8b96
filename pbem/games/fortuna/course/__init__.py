"""The course of the game: setup, turns, favours, the palace, rounds, the final score."""

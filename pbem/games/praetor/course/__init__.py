"""The course of the game: setup, turns, update, refill, scoring; who must decide what."""

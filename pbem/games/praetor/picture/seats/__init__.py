"""The players on the drawn board: their boards, the morale track, and the terms of the game."""

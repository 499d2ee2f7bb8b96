"""The players on the drawn board: their sides, their hands, and what is revealed at the end."""

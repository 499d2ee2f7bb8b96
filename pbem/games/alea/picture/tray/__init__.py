"""The tray: who is awaited, the roll, the order of picks, how far the game is."""

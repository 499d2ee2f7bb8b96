"""The demo: a whole game by signed mail, its script and its players."""

"""The demo: programs play a whole game by signed mail, or two events, at a desk of their own."""

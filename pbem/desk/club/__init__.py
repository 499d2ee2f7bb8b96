"""The club: what enrolled people ask of the desk itself, whichever games they play in."""

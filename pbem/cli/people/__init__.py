"""The commands `player`, `key` and `sign`: people are enrolled, and players make keys and sign."""

"""The order block: what a player signs, how it is written, found and read."""

"""`pbem player`, `key` and `sign`: the people at a desk, and the players' side of signing."""

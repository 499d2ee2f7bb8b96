"""A game according to its record: what it is, and how each entry changes it."""

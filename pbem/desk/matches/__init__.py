"""Matches at a desk: their positions, what is decided in them, and how that is kept."""

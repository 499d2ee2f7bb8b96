"""Records made again: projections from entries, and missing entries from an export."""

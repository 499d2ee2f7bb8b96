"""Records that are made again: tables from entries, and missing entries from an export."""

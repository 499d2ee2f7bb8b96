"""Pages of the archive in a real browser, opened from the disk."""

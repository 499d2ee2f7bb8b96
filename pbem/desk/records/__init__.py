"""Records at a desk, as files: they are exported, imported, verified and rebuilt."""

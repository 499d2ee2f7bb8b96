"""A finished game as one page: every position as each seat saw it, what was said, and the record itself."""

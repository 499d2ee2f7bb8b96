"""A finished game as one page: every position through every eye, what was said, how it stood, and the record itself."""

"""Deadlines as hosts and readers see them: paces, leave, bounces, sums, and times in words."""

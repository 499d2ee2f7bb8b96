"""Scores of an event: points for places, tie-breaks, standings. Whole numbers and fractions only."""

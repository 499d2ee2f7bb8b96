"""What it counts: points for places, tie-breaks, standings. Whole numbers and fractions only."""
